// SPDX-License-Identifier: MIT
#include "learn/linear_svm.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "learn/known_classes.h"
#include "learn/linear/dual_descent.h"
#include "learn/machines.h"

namespace dhgak {
namespace {

std::size_t num_machines(std::size_t num_classes) {
    return count_machines(Machines::Scheme::rest, num_classes);
}

// The costs of the training graphs, with the sign of the machine's side: one class against the
// rest, or the second of two against the first.
std::vector<double> signed_costs(std::span<const std::size_t> train,
                                 std::span<const std::uint32_t> classes, std::uint32_t one,
                                 std::span<const double> costs) {
    std::vector<double> result(classes.size());
    for (const std::size_t graph : train)
        result[graph] = classes[graph] == one ? costs[classes[graph]] : -costs[classes[graph]];
    return result;
}

std::uint32_t class_of_machine(std::span<const std::uint32_t> known, std::size_t machine) {
    return known.size() == 2 ? known[1] : known[machine];
}

}  // namespace

struct LinearSvm::State {
    LinearRows rows;
    std::atomic<bool> has_warned = false;

    // Says once if an SVM that is judged or kept was not solved.
    void warn_unless(bool is_solved, double C) {
        if (is_solved || has_warned.exchange(true)) return;
        log_warning(
            fmt::format("a linear SVM with C = {} was stopped after {} passes, short of its "
                        "optimum; smaller values of --C avoid that",
                        C, kToKeep.most_passes));
    }
};

LinearSvm::LinearSvm(const FeatureRows& features)
    : state_(new State{.rows = LinearRows(features)}) {}
LinearSvm::LinearSvm(const SparseMatrix& features) : LinearSvm(WholeFeatures(features)) {}
LinearSvm::~LinearSvm() = default;
LinearSvm::LinearSvm(LinearSvm&&) noexcept = default;
LinearSvm& LinearSvm::operator=(LinearSvm&&) noexcept = default;

std::size_t LinearSvm::num_features() const { return state_->rows.num_features(); }

std::vector<Predictions> LinearSvm::predict(const Split& split,
                                            std::span<const std::uint32_t> classes,
                                            std::span<const double> C, bool balance,
                                            PassPrecision precision) const {
    const std::vector<std::uint32_t> known = classes_among(split.train, classes);
    const std::vector<double> costs = class_costs(split.train, classes, balance);
    const std::size_t machines = num_machines(known.size()), num_tests = split.test.size();
    std::vector<Predictions> predictions(C.size());
    // decisions[c][test * machines + machine]
    std::vector<std::vector<double>> decisions(C.size(), std::vector<double>(num_tests * machines));
    for (std::size_t m = 0; m < machines; ++m) {
        DualDescent solver(state_->rows,
                           signed_costs(split.train, classes, class_of_machine(known, m), costs));
        // From nothing, few passes do not come near the solution of a large C: smaller ones do.
        if (precision.most_passes < kToKeep.most_passes)
            for (double easier = 1; !C.empty() && easier < C.front(); easier *= 10)
                solver.solve(easier, precision);
        for (std::size_t c = 0; c < C.size(); ++c) {
            const bool is_solved = solver.solve(C[c], precision);
            if (precision.most_passes == kToKeep.most_passes) state_->warn_unless(is_solved, C[c]);
            for (std::size_t t = 0; t < num_tests; ++t)
                decisions[c][t * machines + m] = solver.decision(split.test[t]);
        }
    }
    for (std::size_t c = 0; c < C.size(); ++c) {
        for (std::size_t t = 0; t < num_tests; ++t)
            predictions[c].classes.push_back(
                known[winner_of_rest({decisions[c].data() + t * machines, machines})]);
        if (machines == 0) decisions[c].assign(num_tests, 0);
        predictions[c].decisions = std::move(decisions[c]);
    }
    return predictions;
}

LinearSvm::Machines LinearSvm::train(std::span<const std::size_t> train,
                                     std::span<const std::uint32_t> classes, double C,
                                     bool balance) const {
    require_cost(C);
    Machines result = {.classes = classes_among(train, classes), .weights = {}, .biases = {}};
    const std::vector<double> costs = class_costs(train, classes, balance);
    for (std::size_t m = 0; m < num_machines(result.classes.size()); ++m) {
        DualDescent solver(
            state_->rows, signed_costs(train, classes, class_of_machine(result.classes, m), costs));
        state_->warn_unless(solver.solve(C, kToKeep), C);
        const std::vector<double> weights = state_->rows.unfold(solver.weights());
        result.weights.insert(result.weights.end(), weights.begin(), weights.end() - 1);
        result.biases.push_back(weights.back());
    }
    return result;
}

}  // namespace dhgak
