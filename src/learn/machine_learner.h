// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/learn/learner.h"
#include "learn/machines.h"

namespace dhgak {

// A learner of classes whose models are Machines. What derives from it trains and applies them.
class MachineLearner : public PreparedLearner {
public:
    std::unique_ptr<Predictor> train(std::span<const std::size_t> graphs, const Targets& targets,
                                     const TrainOptions& options) const final;

protected:
    explicit MachineLearner(LearningData data) : data_(std::move(data)) {}

    // Throws InputError unless the targets are a class of each graph.
    std::span<const std::uint32_t> classes_of(const Targets& targets) const;

    virtual Machines train_machines(std::span<const std::size_t> graphs,
                                    std::span<const std::uint32_t> classes, double C) const = 0;

private:
    // [graph * num_machines() + machine]
    std::vector<double> values_of(const Machines& machines,
                                  std::span<const std::size_t> graphs) const;

    LearningData data_;
};

}  // namespace dhgak
