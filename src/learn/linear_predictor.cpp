// SPDX-License-Identifier: MIT
#include "learn/linear_predictor.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "learn/calibration.h"

namespace dhgak {
namespace {

constexpr std::size_t kBlock = 64;  // graphs

bool are_finite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

// `evaluate(row, values)` fills the machines' values. Throws InputError, naming the source, where
// what a model holds is so large that a decision is not finite.
template <typename Evaluate>
Predictions predict_rows(const Machines& machines, std::span<const Sigmoid> sigmoids,
                         const std::string& source, std::size_t num_rows,
                         const Evaluate& evaluate) {
    const std::size_t num_classes = machines.classes.size();
    const std::size_t num_decisions = num_classes == 2 ? 1 : num_classes;
    Predictions result;
    result.classes.resize(num_rows);
    result.decisions.resize(num_rows * num_decisions);
    if (!sigmoids.empty()) result.probabilities.resize(num_rows * num_classes);
    parallel_blocks(num_rows, kBlock, [&](std::size_t begin, std::size_t end) {
        std::vector<double> values(machines.num_machines());
        for (std::size_t row = begin; row < end; ++row) {
            evaluate(row, std::span(values));
            if (!are_finite(values))
                throw InputError(fmt::format(
                    "{}: graph {}: the decision is not finite; numbers of the model are too large",
                    source, row));
            result.classes[row] = machines.classes[machines.winner(values)];
            std::ranges::copy(
                machines.decisions(values),
                result.decisions.begin() + static_cast<std::ptrdiff_t>(row * num_decisions));
            if (!sigmoids.empty())
                std::ranges::copy(
                    probabilities(machines, sigmoids, values),
                    result.probabilities.begin() + static_cast<std::ptrdiff_t>(row * num_classes));
        }
    });
    if (!are_finite(result.decisions) || !are_finite(result.probabilities))
        throw InputError(fmt::format(
            "{}: a decision is not finite; numbers of the model are too large", source));
    return result;
}

// An entry of a sparse matrix is a number and its column.
bool factors_are_better(const SparseMatrix& training_features, const Machines& on_graphs) {
    constexpr std::size_t kFew = std::size_t{256} << 20;
    constexpr std::size_t kEntry = sizeof(double) + sizeof(std::int32_t);
    const std::size_t weights =
        training_features.num_cols * on_graphs.num_machines() * sizeof(double);
    const auto parts = static_cast<std::size_t>(
        std::ranges::count_if(on_graphs.weights, [](double part) { return part != 0; }));
    const std::size_t factors = (training_features.num_entries() + parts) * kEntry +
                                training_features.num_cols * sizeof(std::int64_t);
    return weights > kFew && weights > factors;
}

}  // namespace

std::size_t Predictor::num_decisions() const {
    return classes().size() == 2 ? 1 : classes().size();
}

std::unique_ptr<Predictor> Predictor::from_weights(std::vector<std::uint32_t> classes,
                                                   const LinearFunctions& functions) {
    const std::size_t size = functions.num_functions;
    if (classes.size() < 2 || !std::ranges::is_sorted(classes, std::less_equal()) ||
        classes.back() == kUnknownClass)
        throw InputError("a predictor needs two or more classes, ascending");
    if (size != count_machines(Machines::Scheme::rest, classes.size()) ||
        functions.offsets.size() != size || functions.weights.size() % size != 0)
        throw InputError(fmt::format(
            "{} weights and {} offsets of {} functions for {} classes; two classes have one "
            "function, more have one each",
            functions.weights.size(), functions.offsets.size(), size, classes.size()));
    if (!are_finite(functions.weights) || !are_finite(functions.offsets))
        throw InputError("a weight or an offset of a predictor is not finite");
    return std::make_unique<LinearPredictor>(Machines{.scheme = Machines::Scheme::rest,
                                                      .classes = std::move(classes),
                                                      .num_inputs = functions.weights.size() / size,
                                                      .weights = functions.weights,
                                                      .offsets = functions.offsets},
                                             std::vector<Sigmoid>(), true);
}

LinearPredictor::LinearPredictor(Machines machines, std::vector<Sigmoid> sigmoids,
                                 bool takes_features)
    : takes_features_(takes_features),
      machines_(std::move(machines)),
      sigmoids_(std::move(sigmoids)) {}

std::unique_ptr<Predictor> LinearPredictor::on_features(
    const SparseMatrix& training_features) const {
    return std::make_unique<LinearPredictor>(in_form(training_features, WeightForm::automatic));
}

LinearPredictor LinearPredictor::in_form(const SparseMatrix& training_features,
                                         WeightForm form) const {
    if (takes_features_) throw Error("this predictor is on features already");
    if (training_features.num_rows() != machines_.num_inputs)
        throw InputError(fmt::format("features of {} graphs for a predictor of {}",
                                     training_features.num_rows(), machines_.num_inputs));
    LinearPredictor result(
        {.scheme = machines_.scheme, .classes = machines_.classes, .offsets = machines_.offsets},
        sigmoids_, true);
    if (form == WeightForm::automatic)
        form = factors_are_better(training_features, machines_) ? WeightForm::factors
                                                                : WeightForm::weights;
    if (form == WeightForm::factors) {
        result.factors_.emplace(training_features, machines_);
        return result;
    }
    const std::size_t num_machines = machines_.num_machines();
    result.machines_.num_inputs = training_features.num_cols;
    result.machines_.weights.assign(training_features.num_cols * num_machines, 0);
    // Graph by graph, so that every weight is summed in one order.
    for (std::size_t g = 0; g < machines_.num_inputs; ++g) {
        const double* coefficients = machines_.weights.data() + g * num_machines;
        const auto begin = static_cast<std::size_t>(training_features.row_offsets[g]);
        const auto end = static_cast<std::size_t>(training_features.row_offsets[g + 1]);
        for (std::size_t e = begin; e < end; ++e) {
            double* weights = result.machines_.weights.data() +
                              static_cast<std::size_t>(training_features.columns[e]) * num_machines;
            for (std::size_t m = 0; m < num_machines; ++m)
                weights[m] += coefficients[m] * training_features.values[e];
        }
    }
    return result;
}

LinearPredictor::LinearPredictor(const ModelReader& model) : source_(model.path().string()) {
    const std::string input = model.text("input"), scheme = model.text("scheme");
    const bool has_factors = input == "features_by_graphs";
    model.require(has_factors || input == "features" || input == "graphs", "input",
                  "it is features, features_by_graphs or graphs");
    model.require(scheme == "pairs" || scheme == "rest", "scheme", "it is pairs or rest");
    takes_features_ = input != "graphs";
    Machines& machines = machines_;
    machines.scheme = scheme == "pairs" ? Machines::Scheme::pairs : Machines::Scheme::rest;
    machines.classes = model.numbers("classes", kUnknownClass - 1);
    model.require(
        machines.classes.size() >= 2 && std::ranges::is_sorted(machines.classes, std::less_equal()),
        "classes", "there are two or more, ascending");
    machines.num_inputs = static_cast<std::size_t>(model.integer(
        "num_inputs", takes_features_ ? 0 : 1, std::numeric_limits<std::int32_t>::max()));
    machines.offsets = model.doubles("offsets");
    model.require(
        machines.offsets.size() == count_machines(machines.scheme, machines.classes.size()),
        "offsets", "their number does not fit that of the classes");
    if (has_factors) {
        factors_.emplace(model, machines.num_machines());
        model.require(machines.num_inputs == 0, "num_inputs", "it is 0 where factors are kept");
    } else {
        machines.weights = model.doubles("weights");
        model.require(machines.weights.size() == machines.num_inputs * machines.num_machines(),
                      "weights", "their number does not fit the inputs and offsets");
    }
    if (model.flag("probability")) {
        const std::vector<double> numbers = model.doubles("sigmoids");
        model.require(numbers.size() == 2 * machines.num_machines(), "sigmoids",
                      "their number does not fit the offsets");
        for (std::size_t m = 0; m < machines.num_machines(); ++m)
            sigmoids_.push_back({.slope = numbers[2 * m], .shift = numbers[2 * m + 1]});
    }
}

void LinearPredictor::save(const ModelWriter& model) const {
    model.set("input", factors_ ? "features_by_graphs" : takes_features_ ? "features" : "graphs");
    model.set("scheme", machines_.scheme == Machines::Scheme::pairs ? "pairs" : "rest");
    model.set("num_inputs", machines_.num_inputs);
    model.set("probability", has_probabilities());
    model.add("classes", std::span<const std::uint32_t>(machines_.classes));
    if (factors_)
        factors_->save(model);
    else
        model.add("weights", std::span<const double>(machines_.weights));
    model.add("offsets", std::span<const double>(machines_.offsets));
    if (!has_probabilities()) return;
    std::vector<double> numbers;
    for (const Sigmoid& sigmoid : sigmoids_) {
        numbers.push_back(sigmoid.slope);
        numbers.push_back(sigmoid.shift);
    }
    model.add("sigmoids", std::span<const double>(numbers));
}

std::size_t LinearPredictor::num_inputs() const {
    return factors_ ? factors_->num_features() : machines_.num_inputs;
}

LinearFunctions LinearPredictor::linear_functions() const {
    LinearFunctions functions;
    functions.num_functions = num_decisions();
    functions.offsets = machines_.class_sums(machines_.offsets);
    const std::vector<double> parts = factors_ ? factors_->dense_parts() : std::vector<double>();
    const std::span<const double> weights = factors_ ? parts : machines_.weights;
    for (std::size_t first = 0; first < weights.size(); first += machines_.num_machines()) {
        const std::vector<double> sums =
            machines_.class_sums(weights.subspan(first, machines_.num_machines()));
        functions.weights.insert(functions.weights.end(), sums.begin(), sums.end());
    }
    if (factors_) functions.weights = factors_->on_features(functions.weights, num_decisions());
    return functions;
}

Predictions LinearPredictor::predict(const SparseMatrix& features) const {
    if (!takes_features()) throw Error("this predictor takes kernel values, not features");
    if (features.num_cols != num_inputs())
        throw InputError(
            fmt::format("{} features for a predictor of {}", features.num_cols, num_inputs()));
    return predict_rows(machines_, sigmoids_, source_, features.num_rows(),
                        [&](std::size_t row, std::span<double> values) {
                            if (!factors_) return machines_.evaluate(features, row, values);
                            std::ranges::copy(machines_.offsets, values.begin());
                            factors_->evaluate(features, row, values);
                        });
}

Predictions LinearPredictor::predict(std::span<const double> kernel_rows) const {
    if (takes_features()) throw Error("this predictor takes features, not kernel values");
    if (kernel_rows.size() % num_inputs() != 0)
        throw InputError(
            fmt::format("{} kernel values are not rows of {}", kernel_rows.size(), num_inputs()));
    return predict_rows(machines_, sigmoids_, source_, kernel_rows.size() / num_inputs(),
                        [&](std::size_t row, std::span<double> values) {
                            machines_.evaluate(
                                kernel_rows.subspan(row * num_inputs(), num_inputs()), values);
                        });
}

}  // namespace dhgak
