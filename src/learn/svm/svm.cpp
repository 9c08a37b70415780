// SPDX-License-Identifier: MIT
#include "dhgak/learn/svm.h"

#include <algorithm>
#include <cassert>

#include "learn/known_classes.h"
#include "learn/svm/float_gram.h"
#include "learn/svm/pair_solver.h"

namespace dhgak {

struct SvmGram::Rows {
    const GramMatrix& gram;
    FloatGram floats;
};

SvmGram::SvmGram(const GramMatrix& gram)
    : rows_(std::make_unique<Rows>(Rows{.gram = gram, .floats = FloatGram(gram)})) {}
SvmGram::~SvmGram() = default;
SvmGram::SvmGram(SvmGram&&) noexcept = default;
SvmGram& SvmGram::operator=(SvmGram&&) noexcept = default;

std::size_t SvmGram::size() const { return rows_->floats.size; }

SvmModel::SvmModel(const SvmGram& gram, std::span<const std::size_t> train,
                   std::span<const std::uint32_t> classes, double C, bool balance)
    : gram_(&gram.rows_->gram) {
    assert(classes.size() == gram.size());
    require_cost(C);
    machines_.classes = known_classes(train, classes);
    const std::vector<std::uint32_t>& known = machines_.classes;
    const std::vector<double> costs = class_costs(train, classes, balance);
    for (std::size_t a = 0; a < known.size(); ++a)
        for (std::size_t b = a + 1; b < known.size(); ++b) {
            PairSolver solver(gram.rows_->floats, pair_signs(train, classes, known[b], known[a]),
                              costs[known[b]], costs[known[a]]);
            solver.solve(C);
            machines_.offsets.push_back(solver.offset());
            std::vector<Coefficient>& coefficients = machines_.coefficients.emplace_back();
            for (std::size_t m = 0; m < solver.members().size(); ++m)
                if (const double value = solver.coefficients()[m]; value != 0)
                    coefficients.push_back({.graph = solver.members()[m], .value = value});
        }
}

// In double precision, as a model that is kept computes it: training rounds the kernel to floats.
double SvmModel::value_of(std::size_t machine, std::size_t graph) const {
    const auto row = gram_->row(graph);
    double sum = machines_.offsets[machine];
    for (const Coefficient& c : machines_.coefficients[machine]) sum += c.value * row[c.graph];
    return sum;
}

std::uint32_t SvmModel::predict(std::size_t graph) const {
    const std::vector<std::uint32_t>& known = machines_.classes;
    std::vector<std::size_t> votes(known.size());
    std::size_t machine = 0;
    for (std::size_t a = 0; a < known.size(); ++a)
        for (std::size_t b = a + 1; b < known.size(); ++b)
            ++votes[value_of(machine++, graph) < 0 ? a : b];
    return known[static_cast<std::size_t>(std::ranges::max_element(votes) - votes.begin())];
}

double SvmModel::decision(std::size_t graph) const {
    if (machines_.classes.size() < 2) return 0;
    assert(machines_.classes.size() == 2);
    return value_of(0, graph);
}

}  // namespace dhgak
