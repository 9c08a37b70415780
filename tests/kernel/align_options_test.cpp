// SPDX-License-Identifier: MIT
#include "kernels/slices/align_options.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

TEST(AlignOptions, AreCheckedByName) {
    const auto reason = [](auto change) -> std::string {
        AlignOptions options;
        change(options);
        try {
            validate(options);
        } catch (const ConfigError& error) {
            return error.what();
        }
        return "accepted";
    };
    const auto expect = [](const std::string& text, const char* part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    expect(reason([](AlignOptions&) {}), "accepted");
    expect(reason([](AlignOptions& o) { o.slices.H = 0; }), "accepted");
    expect(reason([](AlignOptions& o) { o.slices.H = -1; }), "H is -1");
    expect(reason([](AlignOptions& o) { o.slices.H = 1001; }), "0..1000");
    expect(reason([](AlignOptions& o) { o.slices.b = -2; }), "b is -2");
    expect(reason([](AlignOptions& o) { o.alpha = -0.1f; }), "alpha is -0.1");
    expect(reason([](AlignOptions& o) { o.alpha = NAN; }), "alpha is nan");
    expect(reason([](AlignOptions& o) { o.alpha = 1.5f; }), "0..1");
    expect(reason([](AlignOptions& o) { o.slices.b = 2147483647; }), "0..1000");
    expect(reason([](AlignOptions& o) { o.cluster = {}; }), "kmeans");
    expect(reason([](AlignOptions& o) { o.cluster_factor = 0; }), "cluster factor is 0");
    expect(reason([](AlignOptions& o) { o.cluster_factor = INFINITY; }), "cluster factor is inf");
    expect(reason([](AlignOptions& o) { o.T = 0; }), "T is 0");
    expect(reason([](AlignOptions& o) { o.first_hop = 6; }), "0..5");
    expect(reason([](AlignOptions& o) { o.first_hop = -1; }), "first hop is -1");
    EXPECT_THROW(validate(KernelSetup{.device = "gpu"}), ConfigError);
}

}  // namespace
}  // namespace dhgak
