// SPDX-License-Identifier: MIT
#include "dhgak/run/model.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/builder.h"
#include "dhgak/pipeline.h"
#include "graph/demo.h"
#include "kernels/registry.h"
#include "run/evaluate.h"
#include "support/scratch_folder.h"
#include "support/small_run.h"
#include "support/test_name.h"

namespace dhgak {
namespace {

using testing_support::small_run;

Dataset some_graphs(std::size_t count) {
    const Dataset demo = make_demo_dataset();
    std::vector<std::size_t> chosen(count);
    for (std::size_t g = 0; g < count; ++g) chosen[g] = g * (demo.num_graphs() / count);
    return subset(demo, chosen);
}

Model fit(const RunOptions& options, const Dataset& graphs, bool probability = false) {
    return Model::fit(resolve(options), graphs, {.probability = probability});
}

Predictions predict(const Model& model, const Dataset& graphs) {
    NewGraphNotes notes;
    return model.predict(graphs, notes);
}

std::string file_of(const Model& model) {
    const ScratchFolder folder;
    model.save(folder / "m");
    return read_file(folder / "m");
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const MethodInfo& info : list_kernels()) names.emplace_back(info.name);
    return names;
}

class EveryModel : public testing::TestWithParam<std::string> {
protected:
    void TearDown() override { set_num_threads(0); }
};

// The training graphs as a file of their own would hold them.
TEST_P(EveryModel, OfATrainingFoldPredictsWhatInductiveCrossValidationDoes) {
    const Dataset dataset = some_graphs(60);
    for (const char* learner : {"svm", "auto"}) {
        RunOptions options = small_run(GetParam(), learner);
        options.folds.inductive = true;
        const Report report = evaluate(dataset, resolve(options));
        const RunFolds folds =
            make_folds(known_classes(std::make_shared<const Dataset>(dataset)), options);
        for (std::size_t f = 0; f < folds.folds.size(); ++f) {
            const Split& split = folds.folds[f].split;
            const FoldResult& judged = report.evaluation->cv.folds[f];
            const Model model = fit(options, drop_unused_labels(subset(dataset, split.train)));
            EXPECT_EQ(model.info().C, judged.C) << f;
            const Predictions said =
                predict(model, drop_unused_labels(subset(dataset, split.test)));
            EXPECT_EQ(said.classes, judged.predictions) << f;
            ASSERT_EQ(said.decisions.size(), judged.decisions.size());
            for (std::size_t i = 0; i < said.decisions.size(); ++i)
                EXPECT_NEAR(said.decisions[i], judged.decisions[i], 1e-5) << f;
        }
    }
}

TEST_P(EveryModel, HasTheSameBytesAtAnyNumberOfThreads) {
    const Dataset dataset = some_graphs(40);
    set_num_threads(1);
    const std::string expected = file_of(fit(small_run(GetParam()), dataset, true));
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        EXPECT_TRUE(file_of(fit(small_run(GetParam()), dataset, true)) == expected) << threads;
    }
}

TEST_P(EveryModel, PredictsTheSameAfterSavingAndLoading) {
    const Dataset dataset = some_graphs(40), others = make_demo_dataset();
    const ScratchFolder folder;
    const Model model = fit(small_run(GetParam()), dataset, true);
    model.save(folder / "m");
    const Model loaded = Model::load(folder / "m");
    const Predictions expected = predict(model, others), found = predict(loaded, others);
    EXPECT_EQ(found.classes, expected.classes);
    EXPECT_EQ(found.decisions, expected.decisions);
    EXPECT_EQ(found.probabilities, expected.probabilities);
    EXPECT_EQ(found.probabilities.size(), 2 * others.num_graphs());
    EXPECT_EQ(loaded.info().class_names, dataset.targets.class_names);
    EXPECT_EQ(file_of(loaded), file_of(model));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryModel, testing::ValuesIn(kernel_names()),
                         testing_support::test_name);

TEST(Models, LeaveGraphsOfUnknownClassOutOfTraining) {
    Dataset dataset = some_graphs(50);
    std::vector<std::size_t> known;
    for (std::size_t g = 0; g < 50; ++g) {
        if (g % 5 == 0)
            dataset.targets.classes[g] = kUnknownClass;
        else
            known.push_back(g);
    }
    const RunOptions options = small_run("dhgak-oa");
    EXPECT_TRUE(file_of(fit(options, dataset)) == file_of(fit(options, subset(dataset, known))));
    const Report report = evaluate(dataset, resolve(options));
    EXPECT_EQ(report.dataset.unknown_classes, 10U);
    for (const FoldResult& fold : report.evaluation->cv.folds)
        for (const std::size_t g : fold.graphs)
            EXPECT_NE(dataset.targets.classes[report.evaluation->graph_ids[g]], kUnknownClass);
}

TEST(Models, NeedClasses) {
    Dataset dataset = some_graphs(20);
    dataset.targets.classes.assign(20, kUnknownClass);
    EXPECT_THROW(fit(small_run("dhgak"), dataset), InputError);
    dataset.targets.classes.assign(20, 1);
    EXPECT_THROW(fit(small_run("dhgak"), dataset), InputError);
}

TEST(Models, KnowLabelsAndClassesByName) {
    const Dataset demo = some_graphs(60);
    const Model model = fit(small_run("dhgak-oa"), demo);
    // The same graphs with labels numbered the other way round and a label that nobody has.
    Dataset renamed = demo;
    const auto last = static_cast<std::uint32_t>(demo.num_labels() - 1);
    std::ranges::reverse(renamed.label_names);
    for (std::uint32_t& label : renamed.node_labels) label = last - label;
    renamed.label_names.push_back("nothing");
    const Predictions expected = predict(model, demo), found = predict(model, renamed);
    EXPECT_EQ(found.classes, expected.classes);
    for (std::size_t g = 0; g < 60; ++g)
        EXPECT_NEAR(found.decisions[g], expected.decisions[g], 1e-4);
}

TEST(Models, TakeGraphsWithoutTheirAttributesAtTheMean) {
    Dataset dataset = some_graphs(40);
    Random random(1);
    dataset.attributes = Matrix(dataset.num_nodes(), 2);
    for (float& value : dataset.attributes.values()) value = static_cast<float>(random.uniform());
    RunOptions options = small_run("dhgak-oa");
    options.kernel.align.attributes = Spec::parse("mean");
    const Model model = fit(options, dataset);
    Dataset bare = dataset;
    bare.attributes = {};
    NewGraphNotes notes;
    EXPECT_EQ(model.predict(bare, notes).classes.size(), 40U);
    EXPECT_EQ(notes.graphs_without_attributes, 40U);
    bare.attributes = Matrix(bare.num_nodes(), 3);
    EXPECT_THROW(model.predict(bare, notes), InputError);
}

TEST(Models, NoteDegreesInPlaceOfLabelsWhereTheKernelReadsLabels) {
    const Dataset with_edge_labels = some_graphs(40);
    Dataset without = with_edge_labels;
    without.edge_labels.clear();
    without.edge_label_names.clear();
    const auto noted = [&](const char* kernel, const Dataset& labelled) {
        Dataset bare = labelled;
        bare.labels_are_degrees = true;
        NewGraphNotes notes;
        fit(small_run(kernel), labelled).predict(bare, notes);
        return notes.other_labels;
    };
    for (const char* kernel : {"dhgak-oa", "wl", "pm", "wwl"})
        EXPECT_EQ(noted(kernel, with_edge_labels), 40U);
    for (const char* kernel : {"pm:labels=no", "wwl:nodes=degrees", "edge-histogram"})
        EXPECT_EQ(noted(kernel, with_edge_labels), 0U);
    EXPECT_EQ(noted("edge-histogram", without), 40U);
}

}  // namespace
}  // namespace dhgak
