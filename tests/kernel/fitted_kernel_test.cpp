// SPDX-License-Identifier: MIT
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "kernel/every_kernel.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace testing_support;
using dhgak::random_graphs;

class EveryFittedKernel : public EveryKernel {};
class KernelWithLevels : public EveryKernel {};

bool operator==(const SparseMatrix& a, const SparseMatrix& b) {
    return a.num_cols == b.num_cols && a.row_offsets == b.row_offsets && a.columns == b.columns &&
           a.values == b.values;
}

TEST_P(EveryFittedKernel, GivesItsTrainingGraphsTheFeaturesTheyHad) {
    const Dataset dataset = make_dataset(random_graphs(25, 10));
    for (const std::string& cluster : clusterings(traits()))
        for (const std::string& nlm : language_models(traits())) {
            AlignOptions options = small_options();
            options.nlm = Spec::parse(nlm);
            options.cluster = Spec::parse_list(cluster);
            options.alpha = 0.3f;
            const auto fitted = fit(dataset, options);
            NewGraphNotes notes;
            if (traits().has_features) {
                EXPECT_TRUE(fitted->features(dataset, notes) == fitted->training_features())
                    << cluster << ' ' << nlm;
            }
            EXPECT_TRUE(notes.sentences().empty());
            const CrossGram cross = fitted->against_training(dataset, notes);
            const GramMatrix expected = fitted->gram();
            ASSERT_EQ(cross.values.size(), expected.values().size());
            for (std::size_t k = 0; k < cross.values.size(); ++k)
                ASSERT_NEAR(cross.values[k], expected.values()[k], 1e-12) << cluster << ' ' << nlm;
        }
}

// A kernel of new graphs does not depend on which others are asked about at the same time.
TEST_P(EveryFittedKernel, JudgesEachNewGraphByItselfAndWithUnitLength) {
    const Dataset training = make_dataset(random_graphs(25, 11));
    const Dataset others = make_dataset(random_graphs(10, 12));
    for (const std::string& cluster : clusterings(traits())) {
        AlignOptions options = small_options();
        options.cluster = Spec::parse_list(cluster);
        const auto fitted = fit(training, options);
        NewGraphNotes notes;
        const CrossGram all = fitted->against_training(others, notes);
        const int top = fitted->level();
        fitted->visit_grams(others, {&top, 1}, [&](int, const GramMatrix& gram) {
            ASSERT_EQ(gram.size(), 35U);
            for (std::size_t g = 0; g < 10; ++g) {
                EXPECT_EQ(gram(25 + g, 25 + g), 1);
                for (std::size_t t = 0; t < 25; ++t) {
                    EXPECT_EQ(gram(t, 25 + g), gram(25 + g, t));
                    EXPECT_NEAR(gram(t, 25 + g), all.row(g)[t], 1e-12) << cluster;
                    EXPECT_LE(std::abs(gram(t, 25 + g)), 1 + 1e-12);
                }
            }
        });
        for (std::size_t g = 0; g < 10; ++g) {
            const CrossGram alone = fitted->against_training(subset(others, {&g, 1}), notes);
            for (std::size_t t = 0; t < 25; ++t)
                EXPECT_NEAR(alone.row(0)[t], all.row(g)[t], 1e-12) << cluster;
            if (!traits().has_features) continue;
            const SparseMatrix row = fitted->features(subset(others, {&g, 1}));
            const SparseMatrix rows = fitted->features(others);
            EXPECT_TRUE(std::ranges::equal(
                row.values,
                std::span(rows.values)
                    .subspan(static_cast<std::size_t>(rows.row_offsets[g]), row.num_entries())))
                << cluster;
        }
    }
}

TEST_P(KernelWithLevels, HandsThemOutAsIfEachHadBeenFittedAlone) {
    const Dataset training = make_dataset(random_graphs(20, 13));
    const Dataset others = make_dataset(random_graphs(6, 14));
    AlignOptions options = small_options();
    options.nlm = Spec::parse("w2v");
    StageTimes times;
    const auto fitted = at_level(3, options)->fit(training, {times});
    const std::vector<int> levels = {0, 1, 3};
    std::vector<std::vector<double>> seen;
    fitted->visit_grams(others, levels, [&](int level, const GramMatrix& gram) {
        EXPECT_EQ(level, levels[seen.size()]);
        seen.push_back(values_of(gram));
    });
    ASSERT_EQ(seen.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto kernel = at_level(levels[i], options);
        const auto alone = kernel->fit(training, {times});
        alone->visit_grams(others, {&levels[i], 1}, [&](int, const GramMatrix& gram) {
            EXPECT_EQ(values_of(gram), seen[i]) << levels[i];
        });
        EXPECT_EQ(kernel->family(), at_level(3, options)->family());
        EXPECT_EQ(kernel->level(), levels[i]);
        EXPECT_EQ(alone->level(), levels[i]);
    }
    std::size_t next = 0;
    const auto expect_seen = [&](int, const SparseMatrix& features) {
        GramMatrix products(26);
        add_inner_products(products, features);
        mirror(products);
        for (std::size_t g = 0; g < 20; ++g)
            for (std::size_t f = 0; f < 26; ++f)
                ASSERT_NEAR(products(g, f), seen[next][g * 26 + f], 1e-12);
        ++next;
    };
    if (traits().has_features) fitted->visit_features(others, levels, expect_seen);
}

TEST_P(EveryFittedKernel, IsTheSameAfterSavingAndLoading) {
    const Dataset training = make_dataset(random_graphs(20, 15));
    const Dataset others = make_dataset(random_graphs(8, 16));
    const ScratchFolder folder;
    for (const std::string& cluster : clusterings(traits()))
        for (const std::string& nlm : language_models(traits())) {
            AlignOptions options = small_options();
            options.nlm = Spec::parse(nlm);
            options.cluster = Spec::parse_list(cluster);
            const auto fitted = fit(training, options);
            const ModelWriter writer;
            fitted->save(writer);
            writer.write(folder / "kernel");
            const auto loaded =
                load_kernel(Spec::parse(GetParam()).name, ModelReader(folder / "kernel"));
            NewGraphNotes notes;
            if (traits().has_features) {
                EXPECT_TRUE(fitted->features(others) == loaded->features(others)) << cluster << nlm;
                EXPECT_TRUE(fitted->training_features() == loaded->features(training));
                EXPECT_THROW(loaded->gram(), ConfigError);
            } else {
                EXPECT_EQ(fitted->against_training(others, notes).values,
                          loaded->against_training(others, notes).values);
            }
        }
}

TEST_P(EveryFittedKernel, TakesNewGraphsOfAllSorts) {
    const Dataset training = make_dataset(random_graphs(20, 17));
    std::vector<PlainGraph> strange = random_graphs(3, 18);
    strange.push_back({});
    strange.push_back(path_graph(1));
    PlainGraph unknown = random_graphs(1, 19).front();
    for (std::uint32_t& label : unknown.labels) label = 77;
    strange.push_back(unknown);
    Random random(20);
    strange.push_back(random_graph(random, 300, 6, 4));
    const Dataset others = make_dataset(strange);
    const auto fitted = fit(training, small_options());
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(others, notes);
    for (const double value : cross.values) EXPECT_TRUE(std::isfinite(value));
    for (std::size_t t = 0; t < 20; ++t) EXPECT_EQ(cross.row(3)[t], 0);
    EXPECT_EQ(notes.graphs, 7U);
    EXPECT_EQ(notes.empty_graphs, 1U);
    const bool reads_labels =
        !GetParam().starts_with("wwl:nodes=degrees") && !GetParam().starts_with("pm:labels=no");
    EXPECT_EQ(notes.has_read_labels, reads_labels);
    if (reads_labels) {
        EXPECT_EQ(notes.unknown_label_nodes, unknown.labels.size());
        EXPECT_EQ(notes.unknown_labels, std::set<std::string>{"77"});
        EXPECT_EQ(notes.unknown_label,
                  traits().uses_slices ? UnknownLabel::is_left_out : UnknownLabel::matches_nothing);
    }
    const CrossGram none = fitted->against_training(make_dataset({}), notes);
    EXPECT_EQ(none.rows, 0U);
}

TEST_P(EveryFittedKernel, SharesThroughACacheWithoutChangingAnything) {
    const Dataset dataset = make_dataset(random_graphs(20, 21));
    FitCache cache;
    StageTimes times;
    for (int round = 0; round < 2; ++round) {
        const auto kernel = make_kernel(Spec::parse(GetParam()), small_options());
        const auto shared = kernel->fit(dataset, {times, &cache});
        EXPECT_EQ(values_of(shared->gram()), values_of(gram(dataset, small_options())));
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryFittedKernel, testing::ValuesIn(kernel_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithLevels,
                         testing::ValuesIn(kernels_where([](const KernelTraits& traits) {
                             return !traits.level.empty();
                         })),
                         test_name);

}  // namespace
}  // namespace dhgak
