// SPDX-License-Identifier: MIT
#include "run/empty_graphs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/log.h"
#include "dhgak/graph/stream.h"
#include "dhgak/pipeline.h"
#include "dhgak/run/fit.h"
#include "dhgak/run/model.h"
#include "run/fit_in_blocks.h"
#include "support/graphs.h"
#include "support/log_watch.h"
#include "support/small_run.h"

namespace dhgak {
namespace {

using namespace testing_support;
using Texts = std::vector<std::string>;

const Texts kExpected = {
    "2 of 30 graphs have no nodes, the first is graph 7; their kernel rows are zero"};

// Thirty graphs of two classes. Graph 3 has none, and 7 and 20 have no nodes.
Dataset some_graphs() {
    std::vector<PlainGraph> graphs = random_graphs(30, 1, {3, 9, 2, 3});
    graphs[7] = graphs[20] = {};
    std::vector<std::uint32_t> classes;
    for (std::uint32_t g = 0; g < 30; ++g) classes.push_back(g % 2);
    Dataset dataset = make_dataset(graphs, classes);
    dataset.targets.classes[3] = kUnknownClass;
    return dataset;
}

class EmptyGraphsOfARun : public testing::Test {
protected:
    EmptyGraphsOfARun() {
        set_log_sink([this](LogLevel level, std::string_view text) {
            if (level == LogLevel::warning && text.find("no nodes") != text.npos)
                warnings_.emplace_back(text);
        });
    }
    ~EmptyGraphsOfARun() override { set_log_sink({}); }

    Texts warnings_;
    Dataset dataset_ = some_graphs();
    StageTimes times_;
};

TEST_F(EmptyGraphsOfARun, AreNamedOnceByTheirNumbersInTheFile) {
    for (const bool inductive : {false, true}) {
        warnings_.clear();
        RunOptions options = small_run("dhgak");
        options.folds.inductive = inductive;
        evaluate(dataset_, resolve(options));
        EXPECT_EQ(warnings_, kExpected) << inductive;
    }
}

TEST_F(EmptyGraphsOfARun, AreThoseOfAllGraphsWhereAModelLearnsFromSome) {
    RunOptions options = small_run("dhgak", "linear");
    options.kernel.codebook_graphs = 12;
    Model::fit(resolve(options), dataset_);
    EXPECT_EQ(warnings_, kExpected);

    warnings_.clear();
    DatasetSummary seen;
    const GraphBlocks blocks = [&](const auto& use) {
        const auto stream = stream_of(dataset_, 8);
        while (const std::optional<Dataset> block = stream->next()) use(*block);
    };
    fit_in_blocks(resolve(options), blocks, false, times_, seen);
    EXPECT_EQ(warnings_, kExpected);

    warnings_.clear();
    fit(dataset_, resolve(small_run("wl")), {.test_share = 0.3});
    EXPECT_EQ(warnings_, kExpected);
}

TEST(GraphsWithoutEdges, AreNamedWhereTheKernelNeedsEdges) {
    std::vector<PlainGraph> graphs = random_graphs(5, 2, {3, 9, 2, 3});
    graphs[2].edges.clear();
    const Dataset dataset = make_dataset(graphs);
    const LogWatch log;
    EmptyGraphs(dataset).warn(Spec::parse_list("wl,wwl,vertex-histogram"));
    EXPECT_EQ(log.warnings, Texts());
    EmptyGraphs(dataset).warn(Spec::parse_list("wl,sp,gawl:edges=yes,gawl,edge-histogram"));
    EXPECT_EQ(log.warnings,
              Texts{"1 of 5 graphs have no edges, the first is graph 2; their kernel rows are zero "
                    "for edge-histogram, gawl, sp"});
}

TEST_F(EmptyGraphsOfARun, AreNotMentionedWhereThereAreNone) {
    EmptyGraphs(make_dataset(random_graphs(5, 2, {3, 9, 2, 3}))).warn({});
    EmptyGraphs(make_dataset({})).warn({});
    EXPECT_EQ(warnings_, Texts());
}

}  // namespace
}  // namespace dhgak
