// SPDX-License-Identifier: MIT
#include "dhgak/learn/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "learn/calibration.h"
#include "learn/known_classes.h"
#include "learn/machines.h"
#include "learn/weight_factors.h"

namespace dhgak {

struct Classifier::State {
    bool takes_features = false;
    Machines machines;
    std::optional<WeightFactors> factors;   // of the machines' weights, where these are not held
    std::vector<Sigmoid> sigmoids;          // by machine; none without probabilities
    std::string source = "the classifier";  // the file it comes from

    void evaluate(const SparseMatrix& features, std::size_t row, std::span<double> values) const {
        if (!factors) return machines.evaluate(features, row, values);
        std::ranges::copy(machines.offsets, values.begin());
        factors->evaluate(features, row, values);
    }

    std::size_t num_inputs() const {
        return factors ? factors->num_features() : machines.num_inputs;
    }
};

namespace {

constexpr std::size_t kBlock = 64;  // graphs

std::vector<std::size_t> graphs_to_train(std::size_t num_graphs,
                                         std::span<const std::uint32_t> classes) {
    if (classes.size() != num_graphs)
        throw InputError(fmt::format("{} classes for {} graphs", classes.size(), num_graphs));
    std::vector<std::size_t> train = graphs_of_known_class(classes);
    if (classes_among(train, classes).size() < 2)
        throw InputError("all graphs are of one class; classification needs two or more");
    return train;
}

std::vector<double> values_of(const Machines& machines, const GramMatrix& gram,
                              std::span<const std::size_t> graphs) {
    const std::size_t num_machines = machines.num_machines();
    std::vector<double> values(graphs.size() * num_machines);
    for (std::size_t i = 0; i < graphs.size(); ++i)
        machines.evaluate(gram.row(graphs[i]),
                          std::span(values).subspan(i * num_machines, num_machines));
    return values;
}

std::vector<double> values_of(const Machines& machines, const FeatureRows& features,
                              std::span<const std::size_t> graphs) {
    const std::size_t num_machines = machines.num_machines();
    std::vector<double> values(graphs.size() * num_machines);
    std::size_t i = 0;
    features.visit([&](std::size_t first, const SparseMatrix& block) {
        for (; i < graphs.size() && graphs[i] < first + block.num_rows(); ++i)
            machines.evaluate(block, graphs[i] - first,
                              std::span(values).subspan(i * num_machines, num_machines));
    });
    return values;
}

// Machines and, on request, their sigmoids.
template <typename Svm, typename Inputs>
std::pair<Machines, std::vector<Sigmoid>> train_on(const Svm& svm, const Inputs& inputs,
                                                   std::span<const std::size_t> train,
                                                   std::span<const std::uint32_t> classes,
                                                   const ClassifierOptions& options) {
    std::pair<Machines, std::vector<Sigmoid>> result = {
        train_machines(svm, train, classes, options.C, options.balance), {}};
    if (!options.probability) return result;
    const auto train_part = [&](std::span<const std::size_t> part) {
        return train_machines(svm, part, classes, options.C, options.balance);
    };
    const auto evaluate = [&](const Machines& machines, std::span<const std::size_t> graphs) {
        return values_of(machines, inputs, graphs);
    };
    result.second = calibrate(result.first, train, classes, options, train_part, evaluate);
    return result;
}

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

Classifier::Classifier(const LearningData& data, std::span<const std::uint32_t> classes,
                       const ClassifierOptions& options) {
    if (data.features()) {
        *this = Classifier(LinearSvm(*data.features()), *data.features(), classes, options);
        return;
    }
    require_cost(options.C);
    const std::vector<std::size_t> train = graphs_to_train(data.num_graphs(), classes);
    auto state = std::make_shared<State>();
    std::tie(state->machines, state->sigmoids) =
        train_on(SvmGram(*data.gram()), *data.gram(), train, classes, options);
    state_ = std::move(state);
}

Classifier::Classifier(const LinearSvm& svm, const FeatureRows& features,
                       std::span<const std::uint32_t> classes, const ClassifierOptions& options) {
    require_cost(options.C);
    const std::vector<std::size_t> train = graphs_to_train(features.num_rows(), classes);
    auto state = std::make_shared<State>();
    state->takes_features = true;
    std::tie(state->machines, state->sigmoids) = train_on(svm, features, train, classes, options);
    state_ = std::move(state);
}

Classifier Classifier::on_features(const SparseMatrix& training_features, WeightForm form) const {
    if (state_->takes_features) throw Error("this classifier is on features already");
    const Machines& kernel = state_->machines;
    if (training_features.num_rows() != kernel.num_inputs)
        throw InputError(fmt::format("features of {} graphs for a classifier of {}",
                                     training_features.num_rows(), kernel.num_inputs));
    auto state = std::make_shared<State>(*state_);
    state->takes_features = true;
    const std::size_t num_machines = kernel.num_machines();
    if (form == WeightForm::automatic)
        form = factors_are_better(training_features, kernel) ? WeightForm::factors
                                                             : WeightForm::weights;
    if (form == WeightForm::factors) {
        state->factors.emplace(training_features, kernel);
        state->machines.num_inputs = 0;
        state->machines.weights.clear();
        return Classifier(std::move(state));
    }
    state->machines.num_inputs = training_features.num_cols;
    state->machines.weights.assign(training_features.num_cols * num_machines, 0);
    // Graph by graph, so that every weight is summed in one order.
    for (std::size_t g = 0; g < kernel.num_inputs; ++g) {
        const double* coefficients = kernel.weights.data() + g * num_machines;
        const auto begin = static_cast<std::size_t>(training_features.row_offsets[g]);
        const auto end = static_cast<std::size_t>(training_features.row_offsets[g + 1]);
        for (std::size_t e = begin; e < end; ++e) {
            double* weights = state->machines.weights.data() +
                              static_cast<std::size_t>(training_features.columns[e]) * num_machines;
            for (std::size_t m = 0; m < num_machines; ++m)
                weights[m] += coefficients[m] * training_features.values[e];
        }
    }
    return Classifier(std::move(state));
}

Classifier::Classifier(const ModelReader& model) {
    auto state = std::make_shared<State>();
    state->source = model.path().string();
    const std::string input = model.text("input"), scheme = model.text("scheme");
    const bool has_factors = input == "features_by_graphs";
    model.require(has_factors || input == "features" || input == "graphs", "input",
                  "it is features, features_by_graphs or graphs");
    model.require(scheme == "pairs" || scheme == "rest", "scheme", "it is pairs or rest");
    state->takes_features = input != "graphs";
    Machines& machines = state->machines;
    machines.scheme = scheme == "pairs" ? Machines::Scheme::pairs : Machines::Scheme::rest;
    machines.classes = model.numbers("classes", kUnknownClass - 1);
    model.require(
        machines.classes.size() >= 2 && std::ranges::is_sorted(machines.classes, std::less_equal()),
        "classes", "there are two or more, ascending");
    machines.num_inputs = static_cast<std::size_t>(model.integer(
        "num_inputs", state->takes_features ? 0 : 1, std::numeric_limits<std::int32_t>::max()));
    machines.offsets = model.doubles("offsets");
    model.require(
        machines.offsets.size() == count_machines(machines.scheme, machines.classes.size()),
        "offsets", "their number does not fit that of the classes");
    if (has_factors) {
        state->factors.emplace(model, machines.num_machines());
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
            state->sigmoids.push_back({.slope = numbers[2 * m], .shift = numbers[2 * m + 1]});
    }
    state_ = std::move(state);
}

void Classifier::save(const ModelWriter& model) const {
    const Machines& machines = state_->machines;
    model.set("input", state_->factors          ? "features_by_graphs"
                       : state_->takes_features ? "features"
                                                : "graphs");
    model.set("scheme", machines.scheme == Machines::Scheme::pairs ? "pairs" : "rest");
    model.set("num_inputs", machines.num_inputs);
    model.set("probability", has_probabilities());
    model.add("classes", std::span<const std::uint32_t>(machines.classes));
    if (state_->factors)
        state_->factors->save(model);
    else
        model.add("weights", std::span<const double>(machines.weights));
    model.add("offsets", std::span<const double>(machines.offsets));
    if (!has_probabilities()) return;
    std::vector<double> numbers;
    for (const Sigmoid& sigmoid : state_->sigmoids) {
        numbers.push_back(sigmoid.slope);
        numbers.push_back(sigmoid.shift);
    }
    model.add("sigmoids", std::span<const double>(numbers));
}

std::span<const std::uint32_t> Classifier::classes() const { return state_->machines.classes; }
bool Classifier::takes_features() const { return state_->takes_features; }
bool Classifier::has_probabilities() const { return !state_->sigmoids.empty(); }
std::size_t Classifier::num_inputs() const { return state_->num_inputs(); }
std::size_t Classifier::num_decisions() const {
    return classes().size() == 2 ? 1 : classes().size();
}

Classifier::LinearFunctions Classifier::linear_functions() const {
    const Machines& machines = state_->machines;
    LinearFunctions functions;
    functions.num_functions = num_decisions();
    functions.offsets = machines.class_sums(machines.offsets);
    const std::vector<double> parts =
        state_->factors ? state_->factors->dense_parts() : std::vector<double>();
    const std::span<const double> weights = state_->factors ? parts : machines.weights;
    for (std::size_t first = 0; first < weights.size(); first += machines.num_machines()) {
        const std::vector<double> sums =
            machines.class_sums(weights.subspan(first, machines.num_machines()));
        functions.weights.insert(functions.weights.end(), sums.begin(), sums.end());
    }
    if (state_->factors)
        functions.weights = state_->factors->on_features(functions.weights, num_decisions());
    return functions;
}

Predictions Classifier::predict(const SparseMatrix& features) const {
    if (!takes_features()) throw Error("this classifier takes kernel values, not features");
    if (features.num_cols != num_inputs())
        throw InputError(
            fmt::format("{} features for a classifier of {}", features.num_cols, num_inputs()));
    return predict_rows(state_->machines, state_->sigmoids, state_->source, features.num_rows(),
                        [&](std::size_t row, std::span<double> values) {
                            state_->evaluate(features, row, values);
                        });
}

Predictions Classifier::predict(std::span<const double> kernel_rows) const {
    if (takes_features()) throw Error("this classifier takes features, not kernel values");
    if (kernel_rows.size() % num_inputs() != 0)
        throw InputError(
            fmt::format("{} kernel values are not rows of {}", kernel_rows.size(), num_inputs()));
    return predict_rows(state_->machines, state_->sigmoids, state_->source,
                        kernel_rows.size() / num_inputs(),
                        [&](std::size_t row, std::span<double> values) {
                            state_->machines.evaluate(
                                kernel_rows.subspan(row * num_inputs(), num_inputs()), values);
                        });
}

}  // namespace dhgak
