// SPDX-License-Identifier: MIT
#include "kernel/repair.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

enum class Repair { none, clip, shift };

std::string name_of(Repair repair) {
    return repair == Repair::clip ? "clip" : repair == Repair::shift ? "shift" : "none";
}

constexpr double kEigenvalueRounding = 1e-10;  // over the largest eigenvalue

Eigen::MatrixXd training_block(const GramMatrix& gram, std::size_t num_training) {
    const auto size = static_cast<Eigen::Index>(num_training);
    Eigen::MatrixXd block(size, size);
    for (std::size_t i = 0; i < num_training; ++i)
        for (std::size_t j = 0; j < num_training; ++j)
            block(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = gram(i, j);
    return block;
}

// What is below 0 in a Gram matrix.
struct NegativePart {
    double smallest = 0;          // eigenvalue, 0 if none is negative
    std::vector<double> vectors;  // orthonormal, one after another
    std::size_t size = 0;         // of a vector

    std::size_t count() const { return size > 0 ? vectors.size() / size : 0; }

    // What is left of a row of kernel values without these directions.
    void remove_from(std::span<double> row) const {
        for (std::size_t k = 0; k < count(); ++k) {
            const double* vector = vectors.data() + k * size;
            double along = 0;
            for (std::size_t i = 0; i < size; ++i) along += vector[i] * row[i];
            for (std::size_t i = 0; i < size; ++i) row[i] -= along * vector[i];
        }
    }
};

NegativePart negative_part(const GramMatrix& gram, std::size_t num_training) {
    NegativePart part = {.smallest = 0, .vectors = {}, .size = num_training};
    if (num_training == 0) return part;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(training_block(gram, num_training));
    if (solver.info() != Eigen::Success)
        throw Error(
            fmt::format("the eigenvalues of the kernel matrix of {} graphs were not found; "
                        "repair=none does without them",
                        num_training));
    const Eigen::VectorXd& values = solver.eigenvalues();
    const double rounding = kEigenvalueRounding * values(values.size() - 1);
    for (Eigen::Index k = 0; k < values.size() && values(k) < -rounding; ++k) {
        const auto vector = solver.eigenvectors().col(k);
        part.vectors.insert(part.vectors.end(), vector.begin(), vector.end());
        part.smallest = std::min(part.smallest, values(k));
    }
    return part;
}

// By Cholesky's decomposition, which is far cheaper than eigenvalues and ends at the first that is
// negative.
bool has_negative_eigenvalues(const GramMatrix& gram) {
    Eigen::MatrixXd matrix = training_block(gram, gram.size());
    matrix.diagonal().array() += kEigenvalueRounding * static_cast<double>(gram.size());
    return matrix.size() > 0 &&
           Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>(matrix).info() != Eigen::Success;
}

class FittedRepair final : public FittedKernel {
public:
    FittedRepair(std::shared_ptr<const FittedKernel> kernel, Repair repair, std::string name,
                 std::shared_ptr<std::atomic<bool>> has_warned)
        : kernel_(std::move(kernel)),
          repair_(repair),
          name_(std::move(name)),
          has_warned_(std::move(has_warned)) {}

    FittedRepair(std::shared_ptr<const FittedKernel> kernel, Repair repair, NegativePart top)
        : kernel_(std::move(kernel)), repair_(repair), top_(std::move(top)) {}

    int level() const override { return kernel_->level(); }
    std::size_t num_training_graphs() const override { return kernel_->num_training_graphs(); }
    std::vector<std::size_t> num_columns() const override { return kernel_->num_columns(); }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        kernel_->visit_grams(others, levels, [&](int level, GramMatrix& gram) {
            if (repair_ == Repair::none)
                warn(level, gram);
            else
                gram = repaired(level, gram);
            visit(level, gram);
        });
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        CrossGram cross = kernel_->against_training(graphs, notes);
        if (repair_ == Repair::clip) {
            const NegativePart negative = top();
            parallel_for(cross.rows, [&](std::size_t g) { negative.remove_from(cross.row(g)); });
        }
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        kernel_->save(writer);
        if (repair_ != Repair::clip) return;  // the others leave new graphs as they are
        const NegativePart negative = top();
        const ModelWriter part = writer.at("repair");
        part.set("kind", "clip");
        part.set("size", negative.size);
        part.add("vectors", std::span<const double>(negative.vectors));
    }

private:
    void warn(int level, const GramMatrix& gram) const {
        if (!has_warned_ || *has_warned_) return;
        if (!has_negative_eigenvalues(gram_of_training(gram)) || has_warned_->exchange(true))
            return;
        log_warning(fmt::format(
            "the kernel matrix of {}{} has negative eigenvalues, so that it is no kernel in the "
            "strict sense and a kernel SVM may not find its optimum; repair=clip or repair=shift "
            "make it one",
            name_, kernel_->level() > 0 ? fmt::format(" (level {})", level) : ""));
    }

    GramMatrix gram_of_training(const GramMatrix& gram) const {
        GramMatrix training(num_training_graphs());
        for (std::size_t i = 0; i < training.size(); ++i)
            std::ranges::copy(gram.row(i).first(training.size()), training.row(i).begin());
        return training;
    }

    GramMatrix repaired(int level, const GramMatrix& gram) const {
        const std::size_t num_training = num_training_graphs();
        NegativePart negative = negative_part(gram, num_training);
        log_info(fmt::format("{}: {} of {} eigenvalues were negative, the smallest {:.3g}; {}",
                             name_, negative.count(), num_training, negative.smallest,
                             repair_ == Repair::clip ? "clipped to 0" : "all shifted"));
        GramMatrix result = gram;
        if (repair_ == Repair::shift) {
            for (std::size_t i = 0; i < num_training; ++i) result(i, i) -= negative.smallest;
        } else {
            clip(result, negative);
        }
        if (level == kernel_->level()) {
            const std::scoped_lock lock(mutex_);
            top_ = std::move(negative);
        }
        return result;
    }

    static void clip(GramMatrix& gram, const NegativePart& negative) {
        const std::size_t num_training = negative.size;
        parallel_for(gram.size(),
                     [&](std::size_t i) { negative.remove_from(gram.row(i).first(num_training)); });
        for (std::size_t i = 0; i < num_training; ++i) {
            for (std::size_t j = 0; j < i; ++j)  // equal but for rounding
                gram(i, j) = gram(j, i) = (gram(i, j) + gram(j, i)) / 2;
            for (std::size_t j = num_training; j < gram.size(); ++j) gram(i, j) = gram(j, i);
        }
    }

    NegativePart top() const {
        {
            const std::scoped_lock lock(mutex_);
            if (top_) return *top_;
        }
        gram();
        const std::scoped_lock lock(mutex_);
        return *top_;
    }

    std::shared_ptr<const FittedKernel> kernel_;
    Repair repair_;
    std::string name_;
    std::shared_ptr<std::atomic<bool>> has_warned_;
    mutable std::mutex mutex_;
    mutable std::optional<NegativePart> top_;  // of the highest level, once it was asked for
};

class RepairedKernel final : public Kernel {
public:
    RepairedKernel(std::unique_ptr<Kernel> kernel, Repair repair, std::string name)
        : kernel_(std::move(kernel)), repair_(repair), name_(std::move(name)) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return std::make_unique<FittedRepair>(kernel_->fit(graphs, context), repair_, name_,
                                              has_warned_);
    }

    int level() const override { return kernel_->level(); }
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        return kernel_->fit_sizes(graphs);
    }
    std::string family() const override {
        return fmt::format("{} repair={}", kernel_->family(), name_of(repair_));
    }
    std::string identity() const override { return kernel_->identity(); }
    std::vector<std::string> shared_parts() const override { return kernel_->shared_parts(); }

private:
    std::unique_ptr<Kernel> kernel_;
    Repair repair_;
    std::string name_;
    std::shared_ptr<std::atomic<bool>> has_warned_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace

std::unique_ptr<Kernel> with_repair(std::unique_ptr<Kernel> kernel, const Spec& spec,
                                    bool is_semidefinite) {
    const std::string text = spec.get_choice("repair", {"none", "clip", "shift"});
    if (is_semidefinite) {
        if (text != "none")
            throw ConfigError(fmt::format(
                "{}: repair={} changes nothing; with these options there are no negative "
                "eigenvalues",
                spec.name, text));
        return kernel;
    }
    Repair repair = Repair::none;
    for (const Repair known : {Repair::clip, Repair::shift})
        if (name_of(known) == text) repair = known;
    return std::make_unique<RepairedKernel>(std::move(kernel), repair, spec.text());
}

std::unique_ptr<FittedKernel> load_repaired(std::unique_ptr<FittedKernel> kernel,
                                            const ModelReader& reader) {
    const ModelReader part = reader.at("repair");
    if (!part.has("kind")) return kernel;
    part.require(part.text("kind") == "clip", "kind", "expected clip");
    NegativePart top = {.smallest = 0,
                        .vectors = part.doubles("vectors"),
                        .size = static_cast<std::size_t>(part.integer(
                            "size", 0, static_cast<std::int64_t>(kernel->num_training_graphs())))};
    part.require(top.size == kernel->num_training_graphs(), "size",
                 "must be the number of training graphs");
    part.require(top.size > 0 ? top.vectors.size() % top.size == 0 : top.vectors.empty(), "vectors",
                 "one is cut short");
    part.require(top.count() <= top.size, "vectors", "there are more than dimensions");
    for (const double value : top.vectors)
        part.require(value >= -1.001 && value <= 1.001, "vectors", "they are not of length 1");
    return std::make_unique<FittedRepair>(std::move(kernel), Repair::clip, std::move(top));
}

}  // namespace dhgak
