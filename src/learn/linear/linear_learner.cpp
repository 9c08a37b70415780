// SPDX-License-Identifier: MIT
#include "dhgak/core/error.h"
#include "learn/linear_svm.h"
#include "learn/machine_learner.h"
#include "learn/methods.h"

namespace dhgak {
namespace {

class PreparedLinear final : public MachineLearner {
public:
    PreparedLinear(const LearningData& data, bool balance)
        : MachineLearner(data), svm_(*data.features()), balance_(balance) {}

    std::string_view name() const override { return "linear"; }

    std::vector<Predictions> path(const Split& split, const Targets& visible,
                                  std::span<const double> penalties,
                                  Precision precision) const override {
        return svm_.predict(split, classes_of(visible), penalties, balance_,
                            precision == Precision::to_keep ? kToKeep : kToChoose);
    }

private:
    Machines train_machines(std::span<const std::size_t> graphs,
                            std::span<const std::uint32_t> classes, double C) const override {
        LinearSvm::Machines trained = svm_.train(graphs, classes, C, balance_);
        Machines machines = {.scheme = Machines::Scheme::rest,
                             .classes = std::move(trained.classes),
                             .num_inputs = svm_.num_features(),
                             .weights = std::vector<double>(trained.weights.size()),
                             .offsets = std::move(trained.biases)};
        const std::size_t count = machines.num_machines();
        for (std::size_t m = 0; m < count; ++m)
            for (std::size_t i = 0; i < machines.num_inputs; ++i)
                machines.weights[i * count + m] = trained.weights[m * machines.num_inputs + i];
        return machines;
    }

    LinearSvm svm_;
    bool balance_;
};

class Linear final : public Learner {
public:
    explicit Linear(bool balance) : balance_(balance) {}

    std::unique_ptr<PreparedLearner> prepare(const LearningData& data) const override {
        if (data.features() == nullptr)
            throw ConfigError("learner linear learns from features, not from a Gram matrix");
        return std::make_unique<PreparedLinear>(data, balance_);
    }

private:
    bool balance_;
};

}  // namespace

std::unique_ptr<Learner> make_linear(const Spec&, const LearnOptions& options) {
    return std::make_unique<Linear>(options.balance);
}

}  // namespace dhgak
