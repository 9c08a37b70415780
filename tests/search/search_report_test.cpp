// SPDX-License-Identifier: MIT
#include "dhgak/search/search_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/graph/builder.h"
#include "graph/demo.h"

namespace dhgak {
namespace {

using nlohmann::json;

SearchOptions refining_options() {
    SearchOptions options;
    options.run.learn.inner_folds = 2;
    options.run.learn.C = {1};
    options.run.folds.count = 3;
    options.run.kernel.align.edge_labels = true;
    options.grid = {.H = {1},
                    .b = {0},
                    .alpha = {0.6f},
                    .cluster_factors = {0.5},
                    .T = {1},
                    .refine = {{0}, {2}, {0, 1}}};
    return options;
}

TEST(SearchReport, SaysHowManyConfigurationsUseEdgeLabels) {
    const auto report = [](const SearchOptions& options) {
        return search(make_demo_dataset(), options);
    };
    SearchOptions options = refining_options();
    const SearchReport some = report(options);
    EXPECT_NE(to_table(some).find("\nedge labels (3 kinds) are used by 2 of 3 configurations\n"),
              std::string::npos)
        << to_table(some);
    EXPECT_EQ(json::parse(to_json(some))["search"]["using_edge_labels"], 2);

    options.grid.refine = {{2}};
    EXPECT_NE(to_table(report(options)).find("\nedge labels (3 kinds) are used\n"),
              std::string::npos);
    options.run.kernel.align.edge_labels = false;
    options.grid.refine = {{0}, {2}};
    EXPECT_NE(to_table(report(options))
                  .find("\nedge labels (3 kinds) are there and not used by any configuration; "),
              std::string::npos);
}

// Rings that differ in their attributes alone, which one of the kernels does not see.
TEST(SearchReport, CountsGraphsEqualThatSomeConfigurationCannotTellApart) {
    DatasetBuilder builder("rings");
    for (std::uint32_t g = 0; g < 20; ++g) {
        GraphInput ring;
        for (std::uint32_t v = 0; v < 6; ++v) {
            ring.labels.emplace_back("C");
            ring.edges.emplace_back(v, (v + 1) % 6);
            ring.attributes.push_back({static_cast<float>(g)});
        }
        ring.graph_class = g % 2;
        builder.add_graph(ring);
    }
    const Dataset rings = builder.build();
    SearchOptions options = refining_options();
    options.run.kernel.align.edge_labels = false;
    options.run.kernel.align.attributes = Spec::parse("mean");
    options.grid.refine = {{0}};
    const auto straddling = [&](const std::string& kernels) {
        options.grid.kernels = Spec::parse_list(kernels);
        return search(rings, options).run.evaluation->straddling;
    };
    EXPECT_EQ(straddling("dhgak-oa"), 0U);
    EXPECT_EQ(straddling("dhgak-oa,wl:rounds=1"), 20U);
}

}  // namespace
}  // namespace dhgak
