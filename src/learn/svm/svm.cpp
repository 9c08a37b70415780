// SPDX-License-Identifier: MIT
#include "learn/svm.h"

#include <cassert>

#include <fmt/format.h>

#include "dhgak/core/log.h"
#include "learn/class_pairs.h"
#include "learn/known_classes.h"
#include "learn/svm/pair_solver.h"
#include "learn/svm/svm_rows.h"

namespace dhgak {

void SvmRows::warn_unless(bool is_solved, double C) {
    if (is_solved || has_warned.exchange(true)) return;
    log_warning(
        fmt::format("an SVM with C = {} was stopped after ten million moves, short of its optimum; "
                    "smaller values of --C avoid that",
                    C));
}

SvmGram::SvmGram(const GramMatrix& gram)
    : rows_(new SvmRows{.gram = gram, .floats = FloatGram(gram)}) {}
SvmGram::~SvmGram() = default;
SvmGram::SvmGram(SvmGram&&) noexcept = default;
SvmGram& SvmGram::operator=(SvmGram&&) noexcept = default;

std::size_t SvmGram::size() const { return rows_->floats.size; }

SvmModel::SvmModel(const SvmGram& gram, std::span<const std::size_t> train,
                   std::span<const std::uint32_t> classes, double C, bool balance)
    : gram_(&gram.rows_->gram) {
    assert(classes.size() == gram.size());
    require_cost(C);
    machines_.classes = classes_among(train, classes);
    const std::vector<std::uint32_t>& known = machines_.classes;
    const std::vector<double> costs = class_costs(train, classes, balance);
    for_pairs(known.size(), [&](std::size_t, std::size_t a, std::size_t b) {
        PairSolver solver(gram.rows_->floats, pair_signs(train, classes, known[b], known[a]),
                          costs[known[b]], costs[known[a]]);
        gram.rows_->warn_unless(solver.solve(C), C);
        machines_.offsets.push_back(solver.offset());
        std::vector<Coefficient>& coefficients = machines_.coefficients.emplace_back();
        for (std::size_t m = 0; m < solver.members().size(); ++m)
            if (const double value = solver.coefficients()[m]; value != 0)
                coefficients.push_back({.graph = solver.members()[m], .value = value});
    });
}

// In double precision, as a model that is kept computes it: training rounds the kernel to floats.
double SvmModel::value_of(std::size_t machine, std::size_t graph) const {
    const auto row = gram_->row(graph);
    double sum = machines_.offsets[machine];
    for (const Coefficient& c : machines_.coefficients[machine]) sum += c.value * row[c.graph];
    return sum;
}

std::uint32_t SvmModel::predict(std::size_t graph) const {
    std::vector<double> values;
    for (std::size_t machine = 0; machine < machines_.offsets.size(); ++machine)
        values.push_back(value_of(machine, graph));
    return machines_.classes[winner_of_pairs(values, machines_.classes.size())];
}

double SvmModel::decision(std::size_t graph) const {
    if (machines_.classes.size() < 2) return 0;
    assert(machines_.classes.size() == 2);
    return value_of(0, graph);
}

}  // namespace dhgak
