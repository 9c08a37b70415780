// SPDX-License-Identifier: MIT
#include "dhgak/core/method.h"

#include <gtest/gtest.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

struct Shape {
    double size = 0;
};

const std::vector<Method<Shape>> kShapes = {
    {{"disc", "round", {{"radius", "1", "half its width"}}},
     [](const Spec& spec) { return std::make_unique<Shape>(Shape{spec.get_number("radius", 1)}); }},
    {{"point", "small", {}}, [](const Spec&) { return std::make_unique<Shape>(); }}};

std::string message_of(const char* text) {
    try {
        make_method<Shape>("shape", Spec::parse(text), kShapes);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

TEST(Method, IsMadeByItsName) {
    EXPECT_EQ(make_method<Shape>("shape", Spec::parse("disc:radius=3"), kShapes)->size, 3);
}

TEST(Method, UnknownNamesAndOptionsAreAnsweredWithTheKnownOnes) {
    EXPECT_EQ(message_of("disk"), "unknown shape 'disk'; known: disc point");
    EXPECT_EQ(message_of("disc:width=3"), "disc has no option 'width'; known: radius");
    EXPECT_EQ(message_of("point:a=1"), "point has no option 'a'; known: none");
}

}  // namespace
}  // namespace dhgak
