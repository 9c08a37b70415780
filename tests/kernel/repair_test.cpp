// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "kernel/repair.h"
#include "kernels/registry.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace testing_support;

// 1 between neighbours on a cycle of graphs and 0 else, so that eigenvalues are 1 + 2 cos(2 pi
// k/N): a graph is known by its number of nodes.
class CycleOfGraphs final : public FittedKernel {
public:
    explicit CycleOfGraphs(std::size_t size) : size_(size) {}

    std::size_t num_training_graphs() const override { return size_; }

    void visit_grams(const Dataset& others, std::span<const int>,
                     const GramVisitor& visit) const override {
        GramMatrix gram(size_ + others.num_graphs());
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j < size_; ++j) gram(i, j) = value(i, j);
            for (std::size_t j = 0; j < others.num_graphs(); ++j)
                gram(i, size_ + j) = gram(size_ + j, i) = value(others.graph(j).num_nodes(), i);
        }
        visit(0, gram);
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes&) const override {
        CrossGram cross(graphs.num_graphs(), size_);
        for (std::size_t g = 0; g < cross.rows; ++g)
            for (std::size_t t = 0; t < size_; ++t)
                cross.row(g)[t] = value(graphs.graph(g).num_nodes(), t);
        return cross;
    }

    void save(const ModelWriter&) const override {}

private:
    double value(std::size_t i, std::size_t j) const {
        const std::size_t apart = (i + size_ - j) % size_;
        return apart <= 1 || apart == size_ - 1;
    }

    std::size_t size_;
};

class CycleKernel final : public Kernel {
public:
    std::unique_ptr<FittedKernel> fit(const Dataset& graphs, const FitContext&) const override {
        return std::make_unique<CycleOfGraphs>(graphs.num_graphs());
    }
    std::string family() const override { return "cycle"; }
};

constexpr std::size_t kSize = 12;

class Repair : public testing::Test {
protected:
    void SetUp() override {
        set_log_sink([this](LogLevel level, std::string_view text) {
            (level == LogLevel::warning ? warnings : messages).emplace_back(text);
        });
    }
    void TearDown() override { set_log_sink({}); }

    static std::unique_ptr<Kernel> kernel(const std::string& repair) {
        return with_repair(std::make_unique<CycleKernel>(), Spec::parse("cycle:repair=" + repair));
    }

    std::unique_ptr<FittedKernel> fit(const std::string& repair) {
        StageTimes times;
        return kernel(repair)->fit(dataset, {times});
    }

    static Eigen::VectorXd eigenvalues(const GramMatrix& gram) {
        const auto size = static_cast<Eigen::Index>(gram.size());
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
                   Eigen::Map<const Eigen::MatrixXd>(gram.values().data(), size, size))
            .eigenvalues();
    }

    // Graph g has g nodes.
    static Dataset graphs() {
        std::vector<PlainGraph> graphs;
        for (std::uint32_t size = 0; size < kSize; ++size) graphs.push_back(path_graph(size));
        return make_dataset(graphs);
    }

    Dataset dataset = graphs();
    std::vector<std::string> warnings;
    std::vector<std::string> messages;
};

TEST_F(Repair, WarnsOnceWithoutChangingAnything) {
    StageTimes times;
    const auto unchanged = kernel("none");
    for (int fold = 0; fold < 3; ++fold) {
        const GramMatrix gram = unchanged->fit(dataset, {times})->gram();
        EXPECT_NEAR(eigenvalues(gram)(0), -1, 1e-12);
    }
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("repair=clip"), std::string::npos) << warnings[0];
}

// W1 between pairs of points of a grid is not conditionally negative definite.
TEST_F(Repair, WarnsByDefaultWhereAKernelOfTheRegistryHasNegativeEigenvalues) {
    std::vector<PlainGraph> pairs;
    std::vector<float> coordinates;
    for (int a = 0; a < 9; ++a)
        for (int b = 0; b < a; ++b) {
            pairs.push_back({.labels = {0, 0}, .edges = {}});
            for (const int point : {a, b}) {
                coordinates.push_back(static_cast<float>(point / 3));
                coordinates.push_back(static_cast<float>(point % 3));
            }
        }
    Dataset grid = make_dataset(pairs);
    grid.attributes = Matrix(grid.num_nodes(), 2);
    std::ranges::copy(coordinates, grid.attributes.values().begin());
    StageTimes times;
    const auto kernel = make_kernel(Spec::parse("wwl:nodes=attributes,rounds=0,lambda=0.01"), {});
    EXPECT_LT(eigenvalues(kernel->fit(grid, {times})->gram())(0), -1e-6);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("repair=clip"), std::string::npos) << warnings[0];
}

TEST_F(Repair, SaysNothingWhereNothingIsWrong) {
    StageTimes times;
    const auto good = make_kernel(Spec::parse("wwl:nodes=degrees"), {});
    good->fit(make_dataset({path_graph(2), path_graph(2)}), {times})->gram();
    EXPECT_TRUE(warnings.empty());
}

TEST_F(Repair, ClipsNegativeEigenvaluesAndNothingElse) {
    const Eigen::VectorXd before = eigenvalues(fit("none")->gram());
    const Eigen::VectorXd after = eigenvalues(fit("clip")->gram());
    Eigen::VectorXd expected = before.cwiseMax(0);
    std::sort(expected.begin(), expected.end());
    EXPECT_LT((after - expected).cwiseAbs().maxCoeff(), 1e-12);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_NE(messages[0].find("3 of 12 eigenvalues were negative, the smallest -1"),
              std::string::npos)
        << messages[0];
}

TEST_F(Repair, ShiftsAllEigenvalues) {
    const Eigen::VectorXd before = eigenvalues(fit("none")->gram());
    const Eigen::VectorXd after = eigenvalues(fit("shift")->gram());
    EXPECT_LT(((after - before).array() - 1).abs().maxCoeff(), 1e-12);
    EXPECT_NEAR(after(0), 0, 1e-12);
    NewGraphNotes notes;
    EXPECT_EQ(fit("shift")->against_training(dataset, notes).values,
              fit("none")->against_training(dataset, notes).values);
}

// What a model is asked about is treated as what it learned from.
TEST_F(Repair, ByClippingGivesTrainingGraphsTheRowsTheyHad) {
    const auto fitted = fit("clip");
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(dataset, notes);
    const GramMatrix gram = fitted->gram();
    for (std::size_t k = 0; k < cross.values.size(); ++k)
        EXPECT_NEAR(cross.values[k], gram.values()[k], 1e-12);
    const int level = 0;
    fitted->visit_grams(dataset, {&level, 1}, [&](int, const GramMatrix& both) {
        for (std::size_t g = 0; g < kSize; ++g)
            for (std::size_t t = 0; t < kSize; ++t) {
                EXPECT_NEAR(both(kSize + g, t), gram(g, t), 1e-12);
                EXPECT_EQ(both(kSize + g, t), both(t, kSize + g));
            }
    });
}

TEST_F(Repair, IsTheSameAfterSavingAndLoading) {
    const auto fitted = fit("clip");
    const ScratchFolder folder;
    const ModelWriter writer;
    fitted->save(writer);
    writer.write(folder / "kernel");
    const auto loaded =
        load_repaired(std::make_unique<CycleOfGraphs>(kSize), ModelReader(folder / "kernel"));
    NewGraphNotes notes;
    EXPECT_EQ(fitted->against_training(dataset, notes).values,
              loaded->against_training(dataset, notes).values);
    EXPECT_THROW(
        load_repaired(std::make_unique<CycleOfGraphs>(kSize + 1), ModelReader(folder / "kernel")),
        InputError);
}

TEST_F(Repair, IsAnOptionOfKernelsThatNeedItOnly) {
    EXPECT_THROW(make_kernel(Spec::parse("dhw:repair=flip"), {}), ConfigError);
    EXPECT_THROW(make_kernel(Spec::parse("wl:repair=clip"), {}), ConfigError);
    for (const char* semidefinite : {"wwl:repair=clip", "graphqntk:repair=shift"})
        EXPECT_THROW(make_kernel(Spec::parse(semidefinite), {}), ConfigError);
    EXPECT_THROW(make_kernel(Spec::parse("wwl:repair=flip"), {}),
                 ConfigError);  // nothing to repair
    EXPECT_NO_THROW(make_kernel(Spec::parse("dhw:repair=clip"), {}));
    EXPECT_NE(make_kernel(Spec::parse("graphqntk:compat=package,repair=clip"), {})->family(),
              make_kernel(Spec::parse("graphqntk:compat=package"), {})->family());
    EXPECT_NE(make_kernel(Spec::parse("dhw:repair=clip"), {})->family(),
              make_kernel(Spec::parse("dhw:repair=shift"), {})->family());
}

}  // namespace
}  // namespace dhgak
