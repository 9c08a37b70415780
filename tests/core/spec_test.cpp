// SPDX-License-Identifier: MIT
#include "dhgak/core/spec.h"

#include <gtest/gtest.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

TEST(Spec, ReadsANameAndItsOptions) {
    const Spec spec = Spec::parse("kmeans:init=random,n_init=3");
    EXPECT_EQ(spec.name, "kmeans");
    EXPECT_EQ(spec.get("init", "?"), "random");
    EXPECT_EQ(spec.get_integer("n_init", 1), 3);
    EXPECT_EQ(spec.get_number("tol", 1e-4), 1e-4);
}

TEST(Spec, TellsMethodsOfAListFromOptions) {
    const std::vector<Spec> specs =
        Spec::parse_list("kmeans:init=random,n_init=1,dbscan:eps=0.3,gmm");
    ASSERT_EQ(specs.size(), 3U);
    EXPECT_EQ(specs[0].options.size(), 2U);
    EXPECT_EQ(specs[1].get_number("eps", 0), 0.3);
    EXPECT_EQ(specs[2], (Spec{.name = "gmm", .options = {}}));
}

TEST(Spec, PrintsTheTextItWasReadFrom) {
    for (const char* text : {"label", "kmeans:init=random,n_init=1", "bert:dir=/a/b:c=d"})
        EXPECT_EQ(Spec::parse(text).text(), text);
}

TEST(Spec, TakesAWordAfterTheColonForYes) {
    EXPECT_EQ(Spec::parse("bert:scratch"), Spec::parse("bert:scratch=yes"));
    const std::vector<Spec> specs = Spec::parse_list("bert:scratch,layers=2,label");
    ASSERT_EQ(specs.size(), 2U);
    EXPECT_EQ(specs[0].text(), "bert:scratch=yes,layers=2");
}

TEST(Spec, RejectsWhatIsNotAMethod) {
    for (const char* text : {"", ":a=1", "kmeans:", "kmeans:=1", "a=1", "kmeans,,gmm", "k means",
                             "kmeans:a=1,a=2", "a:b c"})
        EXPECT_THROW(Spec::parse_list(text), ConfigError) << text;
    EXPECT_THROW(Spec::parse("kmeans,gmm"), ConfigError);
}

TEST(Spec, RejectsValuesOfAnotherType) {
    const Spec spec = Spec::parse("kmeans:n_init=1.5,tol=fast,init=furthest,huge=1e999");
    EXPECT_THROW(spec.get_integer("n_init", 1), ConfigError);
    EXPECT_THROW(spec.get_count("n_init", 1, 1, 10), ConfigError);
    EXPECT_THROW(spec.get_number("tol", 1), ConfigError);
    EXPECT_THROW(spec.get_number("huge", 1), ConfigError);
    EXPECT_THROW(spec.get_choice("init", {"random", "k-means++"}), ConfigError);
}

TEST(Spec, TakesCountsWithinTheirBounds) {
    const Spec spec = Spec::parse("w2v:size=32,window=0,epochs=-1,negative=1001");
    EXPECT_EQ(spec.get_count("size", 8, 1, 32), 32U);
    EXPECT_EQ(spec.get_count("max_words", 8, 1, 32), 8U);
    for (const char* key : {"window", "epochs", "negative"})
        EXPECT_THROW(spec.get_count(key, 5, 1, 1000), ConfigError) << key;
}

}  // namespace
}  // namespace dhgak
