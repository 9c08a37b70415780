// SPDX-License-Identifier: MIT
#include "learn/machine_learner.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "learn/calibration.h"
#include "learn/known_classes.h"
#include "learn/linear_predictor.h"

namespace dhgak {

std::span<const std::uint32_t> MachineLearner::classes_of(const Targets& targets) const {
    if (targets.kind() != Targets::Kind::classes)
        throw InputError(fmt::format("learner {} learns classes, and these graphs have {}", name(),
                                     targets.kind() == Targets::Kind::values ? "values" : "none"));
    if (targets.size() != data_.num_graphs())
        throw InputError(
            fmt::format("{} classes for {} graphs", targets.size(), data_.num_graphs()));
    return targets.classes;
}

std::vector<double> MachineLearner::values_of(const Machines& machines,
                                              std::span<const std::size_t> graphs) const {
    const std::size_t num_machines = machines.num_machines();
    std::vector<double> values(graphs.size() * num_machines);
    const auto of = [&](std::size_t i) {
        return std::span(values).subspan(i * num_machines, num_machines);
    };
    std::size_t i = 0;
    if (const GramMatrix* gram = data_.gram())
        for (; i < graphs.size(); ++i) machines.evaluate(gram->row(graphs[i]), of(i));
    else
        data_.features()->visit([&](std::size_t first, const SparseMatrix& block) {
            for (; i < graphs.size() && graphs[i] < first + block.num_rows(); ++i)
                machines.evaluate(block, graphs[i] - first, of(i));
        });
    return values;
}

std::unique_ptr<Predictor> MachineLearner::train(std::span<const std::size_t> graphs,
                                                 const Targets& targets,
                                                 const TrainOptions& options) const {
    require_cost(options.penalty);
    const std::span<const std::uint32_t> classes = classes_of(targets);
    if (classes_among(graphs, classes).size() < 2)
        throw InputError("all graphs are of one class; classification needs two or more");
    const auto train_part = [&](std::span<const std::size_t> part) {
        return train_machines(part, classes, options.penalty);
    };
    Machines machines = train_part(graphs);
    std::vector<Sigmoid> sigmoids;
    if (options.probability)
        sigmoids = calibrate(machines, graphs, classes, options, train_part,
                             [&](const Machines& of_part, std::span<const std::size_t> held_out) {
                                 return values_of(of_part, held_out);
                             });
    return std::make_unique<LinearPredictor>(std::move(machines), std::move(sigmoids),
                                             data_.features() != nullptr);
}

}  // namespace dhgak
