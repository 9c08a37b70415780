// SPDX-License-Identifier: MIT
#include "learn/weight_factors.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// The arrays of a sparse matrix, of which one is changed before they are written.
struct Arrays {
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> columns;
    std::vector<double> values;

    void save(const ModelWriter& writer) const {
        writer.add("offsets", std::span<const std::int64_t>(offsets));
        writer.add("columns", std::span<const std::int32_t>(columns));
        writer.add("values", std::span<const double>(values));
    }
};

// Two graphs of three features, the second in both, and their parts in two machines.
const Arrays kParts = {{0, 2, 3}, {0, 1, 1}, {2, -1, 5}};
const Arrays kGraphsOfFeature = {{0, 1, 3, 4}, {0, 0, 1, 1}, {1, 2, 3, 4}};

WeightFactors loaded(const Arrays& parts, const Arrays& graphs_of_feature) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / "dhgak_weight_factors_test.dhgak";
    const ModelWriter writer;
    parts.save(writer.at("parts"));
    graphs_of_feature.save(writer.at("graphs_of_feature"));
    writer.write(file);
    const ModelReader reader(file);
    std::filesystem::remove(file);
    return WeightFactors(reader, 2);
}

TEST(WeightFactors, AreTheWeightsOfAHandWorkedCase) {
    const WeightFactors factors = loaded(kParts, kGraphsOfFeature);
    SparseMatrix graph;  // 10 of feature 1, 100 of feature 2
    graph.num_cols = 3;
    graph.columns = {1, 2};
    graph.values = {10, 100};
    graph.row_offsets = {0, 2};
    std::vector<double> values(2);
    factors.evaluate(graph, 0, values);
    // With the first graph 10 * 2, with the second 10 * 3 + 100 * 4.
    EXPECT_EQ(values, (std::vector<double>{20 * 2, 20 * -1 + 430 * 5}));
    EXPECT_EQ(factors.dense_parts(), (std::vector<double>{2, -1, 0, 5}));
    EXPECT_EQ(factors.on_features(factors.dense_parts(), 2),
              (std::vector<double>{2, -1, 4, -2 + 15, 0, 20}));
}

TEST(WeightFactors, RefuseArraysThatDoNotFit) {
    for (const bool is_of_parts : {true, false}) {
        const auto refuses_changed = [&](const auto& change) {
            Arrays parts = kParts, graphs = kGraphsOfFeature;
            change(is_of_parts ? parts : graphs);
            EXPECT_THROW(loaded(parts, graphs), InputError);
        };
        refuses_changed([](Arrays& a) { a.offsets = {}; });
        refuses_changed([](Arrays& a) { a.offsets.back() += 1; });
        refuses_changed([](Arrays& a) { a.offsets.front() = 1; });
        refuses_changed([](Arrays& a) { a.columns.back() = 2; });
        refuses_changed([](Arrays& a) { a.columns.back() = -1; });
        refuses_changed([](Arrays& a) { a.columns.pop_back(); });
        refuses_changed([](Arrays& a) { a.values.pop_back(); });
    }
    // A feature of a graph that has no part.
    EXPECT_THROW(loaded({{0, 2}, {0, 1}, {2, -1}}, kGraphsOfFeature), InputError);
}

}  // namespace
}  // namespace dhgak
