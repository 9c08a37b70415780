// SPDX-License-Identifier: MIT
#include "dhgak/search/grid.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/search/selection.h"
#include "search/fingerprint.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

std::string kernel_of(const GridPoint& point) { return point.options.kernel.method.name; }

TEST(Grid, DefaultsToThePapersNineHundredPoints) {
    const auto points = list_points({}, {});
    EXPECT_EQ(points.size(), 900U);
    std::set<std::string> texts;
    for (const GridPoint& point : points) texts.insert(text_of(point));
    EXPECT_EQ(texts.size(), 900U);
    EXPECT_EQ(Grid{}.cluster_factors, (std::vector<double>{0.1, 0.1395, 0.1946, 0.2714, 0.3786,
                                                           0.5282, 0.7368, 1.028, 1.434, 2}));
}

TEST(Grid, TriesOneFactorWhereNoMethodHasOne) {
    Grid grid = {.H = {1}, .b = {0}, .alpha = {0.5f}, .cluster_factors = {0.1, 1}};
    RunOptions base;
    EXPECT_EQ(list_points(grid, base).size(), 2U);
    for (const char* cluster : {"kmeans:factor=0.3", "kmeans:k=7", "dbscan"}) {
        base.kernel.align.cluster = {Spec::parse(cluster)};
        EXPECT_EQ(list_points(grid, base).size(), 1U) << cluster;
    }
}

TEST(Grid, TriesOnlyWhatAKernelDependsOn) {
    const Grid grid = {.kernels = {Spec::parse("dgak"), Spec::parse("dhw")},
                       .H = {1, 2},
                       .b = {0, 1},
                       .alpha = {0.2f, 0.6f},
                       .cluster_factors = {0.1, 1},
                       .T = {1, 3}};
    const auto points = list_points(grid, {});
    // dgak: depths 1, 2, 3 x factors x T; dhw: H x b x alpha.
    EXPECT_EQ(std::ranges::count(points, "dgak", kernel_of), 12);
    EXPECT_EQ(std::ranges::count(points, "dhw", kernel_of), 8);
}

TEST(Grid, PutsThePointIntoTheRun) {
    RunOptions base;
    base.folds.count = 3;
    const Grid grid = {.kernels = {Spec::parse("dhgak")},
                       .nlms = {Spec::parse("label")},
                       .H = {7},
                       .b = {2},
                       .alpha = {0.25f},
                       .cluster_factors = {0.7},
                       .T = {5}};
    const std::vector<GridPoint> points = list_points(grid, base);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].options.folds.count, 3U);
    EXPECT_EQ(text_of(points[0]),
              "dhgak nlm=label H=7 b=2 alpha=0.25 cluster=kmeans cluster_factor=0.7 T=5");
    EXPECT_EQ(command_line_of(points[0].options),
              "--kernel dhgak --nlm label --H 7 --b 2 --alpha 0.25 --cluster-factor 0.7 --T 5");
}

TEST(Grid, TriesSetsOfRounds) {
    Grid grid = {.H = {1}, .b = {0}, .alpha = {0.5f}, .cluster_factors = {1}};
    grid.kernels = {Spec::parse("dhgak"), Spec::parse("wl")};
    grid.refine = {{0}, {0, 1}};
    RunOptions base;
    base.kernel.align.edge_labels = true;
    const std::vector<GridPoint> points = list_points(grid, base);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(text_of(points[0]).find("refine"), std::string::npos);
    EXPECT_NE(text_of(points[1]).find("refine=0,1 edges=use"), std::string::npos);
    EXPECT_EQ(text_of(points[2]), "wl");
    for (const GridPoint& point : points) EXPECT_NO_THROW(resolve(point.options));
    grid.refine = {{0}};
    EXPECT_THROW(resolve(list_points(grid, base).front().options), ConfigError);
}

TEST(Grid, RejectsEmptyAndDoubledLists) {
    EXPECT_THROW(validate(Grid{.refine = {{0, 1}, {0, 1}}}), ConfigError);
    EXPECT_THROW(validate(Grid{.H = {}}), ConfigError);
    EXPECT_THROW(validate(Grid{.b = {1, 1}}), ConfigError);
    EXPECT_THROW(validate(Grid{.kernels = {{.name = "dhgak"}, {.name = "dhgak"}}}), ConfigError);
    EXPECT_THROW(list_points(Grid{.kernels = {{.name = "nope"}}}, {}), ConfigError);
}

TEST(Selection, TakesTheFirstBestByInnerFolds) {
    // Configuration 1 and 2 tie in fold 0; configuration 0 was not reached in fold 1.
    const std::vector<std::vector<InnerScore>> scores = {
        {{.C = 1, .score = 0.5}, {.C = 0}},
        {{.C = 1, .score = 0.8}, {.C = 1, .score = 0.3}},
        {{.C = 1, .score = 0.8}, {.C = 1, .score = 0.4}}};
    EXPECT_EQ(choose_nested(scores, 2), (std::vector<std::size_t>{1, 2}));
    EXPECT_THROW(choose_nested(std::span(scores).first(1), 2), Error);
    EXPECT_EQ(choose_by_test_mean(std::vector<double>{0.5, 0.7, 0.7}), 1U);
    EXPECT_THROW(require_selectable(Selection::fixed, 2), ConfigError);
    EXPECT_THROW(parse_selection("best"), ConfigError);
    EXPECT_EQ(parse_selection("paper"), Selection::paper);
}

TEST(Fingerprint, TellsContentsApartAndNamesNot) {
    using testing_support::make_dataset;
    using testing_support::path_graph;
    Dataset dataset = make_dataset({path_graph(3), path_graph(4)}, {0, 1});
    const std::string print = fingerprint(dataset);
    EXPECT_EQ(print.size(), 16U);
    dataset.name = "other";
    EXPECT_EQ(fingerprint(dataset), print);
    Dataset changed = dataset;
    std::swap(changed.targets.classes[0], changed.targets.classes[1]);
    EXPECT_NE(fingerprint(changed), print);
    changed = dataset;
    changed.attributes = Matrix(7, 1);
    EXPECT_NE(fingerprint(changed), print);
    EXPECT_NE(fingerprint(make_dataset({path_graph(4), path_graph(3)}, {0, 1})), print);
}

TEST(ExpandedKernels, TryWhatTheirPapersTriedUnlessItIsGiven) {
    const auto texts = [](const char* kernels) {
        std::vector<std::string> list;
        for (const Spec& kernel : expand_kernels(Spec::parse_list(kernels)))
            list.push_back(kernel.text());
        return list;
    };
    EXPECT_EQ(texts("wl").size(), 11u);
    EXPECT_EQ(texts("wl").back(), "wl:rounds=10");
    EXPECT_EQ(texts("wl:rounds=3,sp"), (std::vector<std::string>{"wl:rounds=3", "sp"}));
    EXPECT_EQ(texts("wl-oa:edges=yes").front(), "wl-oa:edges=yes,rounds=0");
    EXPECT_EQ(texts("dhgak-oa"), std::vector<std::string>{"dhgak-oa"});
}

}  // namespace
}  // namespace dhgak
