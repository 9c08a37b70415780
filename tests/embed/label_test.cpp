// SPDX-License-Identifier: MIT
#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/log.h"
#include "embed/embedder.h"
#include "embed/graphs.h"
#include "methods/embedders.h"
#include "slice/bags.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

const Spec kOff = {.name = "off", .options = {}};

FittedEmbedding fit_label(const Slices& slices) {
    return make_embedder(Spec::parse("label"), kOff)->fit(slices, 0);
}

std::vector<float> row_of(const HopVectors& hop, std::size_t node) {
    const auto row = hop.vectors.row(hop.vector_of_node[node]);
    return {row.begin(), row.end()};
}

TEST(Label, CountsTheLabelsOfFigure3) {
    // u1(1)-a(2), u1-b(4), u1-c(3), a-d(3), b-e(1): S_0^1(u1) = [1,2,4,3] and
    // S_1^1(u1) = [2,1,3,4,1,1,3,1].
    const Dataset dataset =
        make_dataset({{{1, 2, 4, 3, 3, 1}, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}}}}, 5);
    const FittedEmbedding fitted = fit_label(cut_slices(dataset, {.H = 1, .b = 1}));
    EXPECT_EQ(row_of(fitted.hops[0], 0), (std::vector<float>{0, 1, 1, 1, 1}));
    EXPECT_EQ(row_of(fitted.hops[1], 0), (std::vector<float>{0, 4, 1, 2, 1}));
}

TEST(Label, CountsTheTokensOfEachSequence) {
    const Dataset dataset = random_dataset(20, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 3, .b = 1});
    const FittedEmbedding fitted = fit_label(slices);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        SequenceWriter writer(slices, g);
        for (std::size_t v = 0; v < dataset.graph(g).num_nodes(); ++v)
            for (int h = 0; h <= 3; ++h) {
                std::vector<float> counts(4);
                for (const std::uint32_t label : writer.labels(v, h)) counts[label] += 1.0f;
                EXPECT_EQ(
                    row_of(fitted.hops[static_cast<std::size_t>(h)], dataset.node_offsets[g] + v),
                    counts);
            }
    }
}

TEST(Label, HasOneRowForEachDistinctBag) {
    const Dataset dataset = random_dataset(50, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const FittedEmbedding fitted = fit_label(slices);
    const std::vector<HopBags> bags = bag_slices(slices);
    for (std::size_t h = 0; h < bags.size(); ++h)
        EXPECT_EQ(fitted.hops[h].vectors.rows(), bags[h].num_bags());
}

TEST(Label, FindsLabelsOfAnotherDatasetByName) {
    const PlainGraph path = {{0, 1, 2, 1}, {{0, 1}, {1, 2}, {2, 3}}};
    Dataset first = make_dataset({path}, 3), second = first;
    first.label_names = {"C", "N", "O"};
    second.label_names = {"Br", "C", "O"};  // so the path reads Br C O C there

    const FittedEmbedding fitted = fit_label(cut_slices(first, {.H = 1, .b = 0}));
    const Slices other = cut_slices(second, {.H = 1, .b = 0});
    NewGraphNotes notes;
    const std::vector<HopVectors> hops = fitted.model->embed(other, notes);

    EXPECT_EQ(row_of(hops[0], 0), (std::vector<float>{0, 0, 0})) << "Br is not known";
    EXPECT_EQ(row_of(hops[0], 1), (std::vector<float>{1, 0, 0})) << "C";
    EXPECT_EQ(row_of(hops[1], 1), (std::vector<float>{0, 0, 1})) << "Br and O";
    EXPECT_EQ(row_of(hops[1], 2), (std::vector<float>{2, 0, 0})) << "C and C";
    EXPECT_EQ(notes.unknown_label_nodes, 1u);
    EXPECT_EQ(notes.unknown_labels, std::set<std::string>{"Br"});
}

TEST(Label, IsAnEmptyRowWhereASliceIsEmpty) {
    const Dataset dataset = make_dataset({{{1}, {}}}, 2);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1, .short_hops = ShortHops::empty});
    const FittedEmbedding fitted = fit_label(slices);
    EXPECT_EQ(row_of(fitted.hops[0], 0), (std::vector<float>{0, 1}));
    EXPECT_EQ(row_of(fitted.hops[1], 0), (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace dhgak
