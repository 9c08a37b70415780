// SPDX-License-Identifier: MIT
#include "dhgak/run/options.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "align/aligner.h"
#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

bool has(const std::vector<Setting>& settings, const std::string& name) {
    return std::ranges::count(settings, name, &Setting::name) > 0;
}

TEST(RunOptions, AreJudgedWholeBeforeAnyWork) {
    const auto refused = [](auto change) {
        RunOptions options;
        change(options);
        EXPECT_THROW(resolve(options), ConfigError);
    };
    EXPECT_NO_THROW(resolve({}));
    refused([](RunOptions& o) { o.kernel.method = Spec::parse("nope"); });
    refused([](RunOptions& o) { o.kernel.align.cluster = {Spec::parse("kmeen")}; });
    refused([](RunOptions& o) { o.kernel.align.cluster = {Spec::parse("kmeans:init=best")}; });
    refused([](RunOptions& o) { o.kernel.align.attributes = Spec::parse("mean:weight=-1"); });
    refused([](RunOptions& o) { o.kernel.align.nlm = Spec::parse("w2v:size=0"); });
    refused([](RunOptions& o) { o.kernel.align.alpha = 1e5f; });
    refused([](RunOptions& o) { o.kernel.align.slices.b = 2147483647; });
    refused([](RunOptions& o) { o.folds.count = 1; });
    refused([](RunOptions& o) {
        o.kernel.method = Spec::parse("dhw");
        o.learn.learner = Spec::parse("linear");
    });
}

TEST(RunOptions, ShowOnlyWhatMattersToTheKernel) {
    RunOptions options;
    EXPECT_TRUE(has(kernel_settings(options), "cluster_factor"));
    options.kernel.align.cluster = {Spec::parse("dbscan")};
    EXPECT_FALSE(has(kernel_settings(options), "cluster_factor"));
    options.kernel.method = Spec::parse("dgak");
    EXPECT_FALSE(has(kernel_settings(options), "alpha"));
    options.kernel.method = Spec::parse("dhw");
    EXPECT_FALSE(has(kernel_settings(options), "T"));
    EXPECT_TRUE(has(kernel_settings(options), "alpha"));
}

TEST(RunOptions, SayWhetherEdgeLabelsAreUsed) {
    RunOptions options;
    EXPECT_FALSE(uses_edge_labels(options));
    EXPECT_FALSE(has(kernel_settings(options), "edges"));
    options.kernel.align.refine = {0, 1};
    EXPECT_FALSE(uses_edge_labels(options));
    EXPECT_TRUE(has(kernel_settings(options), "edges"));
    options.kernel.align.edge_labels = true;
    EXPECT_TRUE(uses_edge_labels(options));
    EXPECT_EQ(command_line_of(options), "--refine 0,1 --edges use");
    options.kernel.method = Spec::parse("wl");
    EXPECT_FALSE(uses_edge_labels(options));
    options.kernel.method = Spec::parse("wl:edges=yes");
    EXPECT_TRUE(uses_edge_labels(options));
}

TEST(RunOptions, MustMeanSomethingToOneOfTheKernels) {
    const auto refused = [](const std::string& kernels, auto change) {
        RunOptions options;
        change(options);
        return message_of<ConfigError>([&] { require_used(options, Spec::parse_list(kernels)); });
    };
    const auto wide = [](RunOptions& o) { o.kernel.align.slices.H = 2; };
    EXPECT_EQ(refused("wl,sp", wide),
              "H changes nothing: the kernels have no slices; leave it out");
    EXPECT_EQ(refused("wl,dhw", wide), "");
    const auto mixed = [](RunOptions& o) {
        o.kernel.align.alpha = 0.3f;  // nothing to dgak
        o.kernel.align.T = 5;         // nothing to dhw
    };
    EXPECT_EQ(refused("dgak,dhw", mixed), "");
    EXPECT_EQ(refused("wl,dhw", mixed),
              "T changes nothing: the kernels have no use for it; leave it out");
    const auto bonds = [](RunOptions& o) {
        o.kernel.align.refine = {0, 1};
        o.kernel.align.edge_labels = true;
    };
    EXPECT_NE(refused("sp,wl", bonds).find("wl uses edge labels as wl:edges=yes"),
              std::string::npos);
    EXPECT_EQ(refused("sp,wwl:nodes=attributes", bonds),
              "the kernels have no use for edge labels; leave edges out");
    EXPECT_EQ(refused("wl,dhgak", bonds), "");
}

TEST(RunOptions, AreSpelledAsTheCommandLineHasThem) {
    RunOptions options;
    EXPECT_EQ(command_line_of(options), "");
    options.kernel.method = Spec::parse("dhgak");
    options.kernel.align.cluster_factor = 0.5;
    options.kernel.align.slices.short_hops = ShortHops::empty;
    options.learn.balance = true;
    options.seed = 3;
    EXPECT_EQ(command_line_of(options),
              "--kernel dhgak --cluster-factor 0.5 --short-hops empty --balance --seed 3");
}

TEST(RunOptions, AreQuotedForAShell) {
    RunOptions options;
    options.read.molecules.class_column = "Is Active (y)";
    options.seed = 18446744073709551615U;
    EXPECT_EQ(command_line_of(options), "--class 'Is Active (y)' --seed 18446744073709551615");
    EXPECT_EQ(shell_quoted("a/b-c_1.csv"), "a/b-c_1.csv");
    EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_quoted("$HOME"), "'$HOME'");
    EXPECT_EQ(shell_quoted(""), "''");
}

TEST(RunOptions, SayHowManyFoldsThereAreOnlyWhereTheyDecideIt) {
    RunOptions options;
    EXPECT_TRUE(has(judging_settings(options), "folds"));
    options.folds.splits = "own.txt";
    EXPECT_FALSE(has(judging_settings(options), "folds"));
    options.folds.splits.clear();
    set_split(options, "column:part");
    EXPECT_FALSE(has(judging_settings(options), "folds"));
}

TEST(RunOptions, HaveTheDefaultsOfTheRegistry) {
    // A method that is asked for by name alone and one with its defaults written out are the same.
    const Spec plain = Spec::parse("kmeans");
    const MethodInfo* found = nullptr;
    const std::vector<MethodInfo> aligners = list_aligners();
    for (const MethodInfo& info : aligners)
        if (info.name == "kmeans") found = &info;
    ASSERT_NE(found, nullptr);
    const Spec complete = with_defaults(plain, *found, {{"cluster_factor", "7"}});
    EXPECT_EQ(complete.get("factor", ""), "7");
    EXPECT_EQ(complete.get("n_init", ""), "1");
    EXPECT_EQ(complete.text(), "kmeans");
    EXPECT_NE(complete.with_all_options().text().find("factor=7"), std::string::npos);
}

}  // namespace
}  // namespace dhgak
