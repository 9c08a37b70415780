// SPDX-License-Identifier: MIT
#include "dhgak/kernel/registry.h"

#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/random.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"
#include "support/test_name.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<PlainGraph> random_graphs(std::size_t count, std::uint64_t seed) {
    return testing_support::random_graphs(count, seed, {3, 15, 2.5, 4});
}

// The language models and clusterings that a kernel is tried with; one setting where it has none.
std::vector<std::string> language_models(const KernelTraits& traits) {
    if (!traits.uses_slices) return {"label"};
    return {"label", "w2v", "random"};
}

std::vector<std::string> clusterings(const KernelTraits& traits) {
    if (!traits.uses_clusters) return {"kmeans"};
    return {"kmeans",         "kmeans:iterations=1",
            "dbscan:eps=1",   "dbscan:eps=1,noise=singletons",
            "gmm:factor=0.2", "kmeans,dbscan:eps=0.5"};
}

AlignOptions small_options() {
    AlignOptions options;
    options.slices.H = 3;
    options.nlm = Spec::parse("label");
    return options;
}

std::vector<double> values_of(const GramMatrix& gram) {
    return {gram.values().begin(), gram.values().end()};
}

// Every registered kernel must pass these.
class EveryKernel : public testing::TestWithParam<std::string> {
protected:
    void TearDown() override {
        set_num_threads(0);
        set_log_sink({});
    }

    static std::unique_ptr<FittedKernel> fit(const Dataset& dataset, const AlignOptions& options) {
        StageTimes times;
        return make_kernel(Spec::parse(GetParam()), options)->fit(dataset, {times});
    }

    static GramMatrix gram(const Dataset& dataset, const AlignOptions& options) {
        return fit(dataset, options)->gram();
    }

    static KernelTraits traits() { return traits_of(Spec::parse(GetParam())); }

    // Kernels on edges and paths have nothing to compare in a graph of one node.
    static bool compares_nodes() {
        return GetParam() != "edge-histogram" && GetParam() != "sp" && GetParam() != "gawl";
    }

    static bool sees_labels() {
        return GetParam().find("nodes=degrees") == std::string::npos &&
               GetParam().find("labels=no") == std::string::npos;
    }

    // This kernel at another level: hops are an option of the slices, rounds one of the kernel.
    static std::unique_ptr<Kernel> at_level(int level, AlignOptions options) {
        Spec spec = Spec::parse(GetParam());
        if (traits().uses_slices)
            options.slices.H = level;
        else
            spec.set(traits().level, std::to_string(level));
        return make_kernel(spec, options);
    }

    static void expect_sound(const GramMatrix& gram) {
        for (std::size_t i = 0; i < gram.size(); ++i)
            for (std::size_t j = 0; j < gram.size(); ++j) {
                ASSERT_TRUE(std::isfinite(gram(i, j)));
                ASSERT_EQ(gram(i, j), gram(j, i));
            }
        if (!traits().is_semidefinite) return;
        const auto size = static_cast<Eigen::Index>(gram.size());
        const Eigen::Map<const Eigen::MatrixXd> matrix(gram.values().data(), size, size);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
        EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9);
    }
};

class KernelWithFeatures : public EveryKernel {};
class KernelWithoutFeatures : public EveryKernel {};
class KernelWithLevels : public EveryKernel {};

TEST_P(EveryKernel, IsSymmetricAndPositiveSemiDefiniteWithAUnitDiagonal) {
    for (const std::string& nlm : language_models(traits())) {
        AlignOptions options = small_options();
        options.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(random_graphs(40, 1)), options);
        expect_sound(result);
        for (std::size_t g = 0; g < result.size(); ++g) EXPECT_EQ(result(g, g), 1);
    }
}

TEST_P(KernelWithoutFeatures, SaysSo) {
    const Dataset dataset = make_dataset(random_graphs(10, 2));
    const auto fitted = fit(dataset, small_options());
    EXPECT_THROW(fitted->training_features(), ConfigError);
    EXPECT_THROW(fitted->features(dataset), ConfigError);
    EXPECT_EQ(fitted->num_feature_entries(fitted->level()), 0U);
}

TEST_P(KernelWithFeatures, IsTheirInnerProduct) {
    const Dataset dataset = make_dataset(random_graphs(30, 2));
    const auto fitted = fit(dataset, small_options());
    const SparseMatrix features = fitted->training_features();
    EXPECT_EQ(fitted->num_feature_entries(fitted->level()), features.num_entries());
    GramMatrix products(30);
    add_inner_products(products, features);
    mirror(products);
    const GramMatrix expected = fitted->gram();
    for (std::size_t k = 0; k < 900; ++k)
        ASSERT_NEAR(products.values()[k], expected.values()[k], 1e-12);
    for (std::size_t r = 0; r < 30; ++r)
        for (auto e = features.row_offsets[r] + 1; e < features.row_offsets[r + 1]; ++e)
            ASSERT_LT(features.columns[e - 1], features.columns[e]);
}

TEST_P(EveryKernel, HasTheSameBitsAtAnyThreadCount) {
    const Dataset dataset = make_dataset(random_graphs(60, 3));
    set_num_threads(1);
    const std::vector<double> expected = values_of(gram(dataset, small_options()));
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        EXPECT_EQ(values_of(gram(dataset, small_options())), expected) << threads;
    }
}

TEST_P(EveryKernel, DoesNotSeeHowNodesAreNumbered) {
    // Random frequencies are high now and then, and an arc cosine is steep near 1: both make more
    // of rounding.
    const bool is_steep = GetParam().starts_with("retgk:features") || GetParam() == "graphqntk";
    const double rounding = is_steep ? 1e-10 : 1e-12;
    for (const std::string& nlm : language_models(traits())) {
        std::vector<PlainGraph> graphs = random_graphs(20, 4);
        Random random(5);
        for (std::size_t g = 0; g < 5; ++g)
            graphs.push_back(
                renumbered(graphs[g], random_permutation(random, graphs[g].labels.size())));
        AlignOptions options = small_options();
        options.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(graphs), options);
        for (std::size_t g = 0; g < 5; ++g)
            for (std::size_t other = 0; other < graphs.size(); ++other)
                EXPECT_NEAR(result(g, other), result(20 + g, other), rounding) << nlm;
    }
}

TEST_P(EveryKernel, TakesGraphsWithoutNodesAndLeavesItToOthersToWarn) {
    std::vector<PlainGraph> graphs = random_graphs(8, 6);
    graphs[2] = graphs[5] = {};
    std::vector<std::string> warnings;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::warning) warnings.emplace_back(text);
    });
    const GramMatrix result = gram(make_dataset(graphs), small_options());
    expect_sound(result);
    for (std::size_t g = 0; g < 8; ++g) {
        EXPECT_EQ(result(2, g), 0);
        EXPECT_EQ(result(g, g), g == 2 || g == 5 ? 0 : 1);
    }
    EXPECT_TRUE(warnings.empty()) << warnings[0];
}

TEST_P(EveryKernel, TakesDatasetsWithHardlyAnythingInThem) {
    const GramMatrix one = gram(make_dataset({path_graph(4)}), small_options());
    EXPECT_EQ(values_of(one), std::vector<double>{1});
    const GramMatrix node = gram(make_dataset({path_graph(1), path_graph(1)}), small_options());
    for (const double value : node.values()) EXPECT_NEAR(value, compares_nodes() ? 1 : 0, 1e-12);
    const GramMatrix empty = gram(make_dataset({{}, {}}, {}, 1), small_options());
    EXPECT_EQ(values_of(empty), std::vector<double>(4, 0));
    EXPECT_EQ(gram(make_dataset({}), small_options()).size(), 0U);
}

TEST_P(EveryKernel, IsOneBetweenEqualGraphs) {
    const std::vector<PlainGraph> graphs(12, cycle_graph(6));
    const GramMatrix result = gram(make_dataset(graphs), small_options());
    for (const double value : result.values()) EXPECT_NEAR(value, 1, 1e-12);
}

TEST_P(KernelWithFeatures, HasThemForNoNodesToo) {
    const SparseMatrix features =
        fit(make_dataset({{}, {}}, {}, 1), small_options())->training_features();
    EXPECT_EQ(features.num_rows(), 2U);
    EXPECT_EQ(features.num_entries(), 0U);
}

TEST_P(EveryKernel, TimesItsStages) {
    StageTimes times;
    make_kernel(Spec::parse(GetParam()), small_options())
        ->fit(make_dataset(random_graphs(5, 7)), {times})
        ->gram();
    for (const auto& [stage, seconds] : times.stages())
        EXPECT_TRUE(stage == "slice" || stage == "embed" || stage == "align" || stage == "kernel")
            << stage;
    EXPECT_GT(times.seconds("kernel"), 0);
}

bool operator==(const SparseMatrix& a, const SparseMatrix& b) {
    return a.num_cols == b.num_cols && a.row_offsets == b.row_offsets && a.columns == b.columns &&
           a.values == b.values;
}

TEST_P(EveryKernel, GivesItsTrainingGraphsTheFeaturesTheyHad) {
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
TEST_P(EveryKernel, JudgesEachNewGraphByItselfAndWithUnitLength) {
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

TEST_P(EveryKernel, IsTheSameAfterSavingAndLoading) {
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

TEST_P(EveryKernel, TakesNewGraphsOfAllSorts) {
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
    if (sees_labels()) {
        EXPECT_EQ(notes.unknown_label_nodes, unknown.labels.size());
        EXPECT_EQ(notes.unknown_labels, std::set<std::string>{"77"});
        EXPECT_EQ(notes.unknown_label,
                  traits().uses_slices ? UnknownLabel::is_left_out : UnknownLabel::matches_nothing);
    }
    const CrossGram none = fitted->against_training(make_dataset({}), notes);
    EXPECT_EQ(none.rows, 0U);
}

TEST_P(EveryKernel, SharesThroughACacheWithoutChangingAnything) {
    const Dataset dataset = make_dataset(random_graphs(20, 21));
    FitCache cache;
    StageTimes times;
    for (int round = 0; round < 2; ++round) {
        const auto kernel = make_kernel(Spec::parse(GetParam()), small_options());
        const auto shared = kernel->fit(dataset, {times, &cache});
        EXPECT_EQ(values_of(shared->gram()), values_of(gram(dataset, small_options())));
    }
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const MethodInfo& info : list_kernels()) names.emplace_back(info.name);
    // Options that make another kernel of it.
    for (const char* spec :
         {"wwl:nodes=degrees,rounds=2", "wwl:compat=package", "pm:compat=grakel",
          "pm:labels=no,d=3", "gwl:k=2", "retgk:features=100", "gntk:scale=degree,jumps=no"})
        names.emplace_back(spec);
    return names;
}

template <typename Holds>
std::vector<std::string> kernels_where(const Holds& holds) {
    std::vector<std::string> names = kernel_names();
    std::erase_if(names,
                  [&](const std::string& name) { return !holds(traits_of(Spec::parse(name))); });
    return names;
}

bool has_features(const KernelTraits& traits) { return traits.has_features; }

INSTANTIATE_TEST_SUITE_P(Registry, EveryKernel, testing::ValuesIn(kernel_names()),
                         testing_support::test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithFeatures,
                         testing::ValuesIn(kernels_where(has_features)),
                         testing_support::test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithoutFeatures,
                         testing::ValuesIn(kernels_where(std::not_fn(has_features))),
                         testing_support::test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithLevels,
                         testing::ValuesIn(kernels_where([](const KernelTraits& traits) {
                             return !traits.level.empty();
                         })),
                         testing_support::test_name);

}  // namespace
}  // namespace dhgak
