// SPDX-License-Identifier: MIT
#include "dhgak/core/error.h"
#include "learn/machine_learner.h"
#include "learn/methods.h"
#include "learn/svm.h"
#include "learn/svm_path.h"

namespace dhgak {
namespace {

class PreparedSvm final : public MachineLearner {
public:
    PreparedSvm(const GramMatrix& gram, bool balance)
        : MachineLearner(gram), gram_(gram), balance_(balance) {}

    std::string_view name() const override { return "svm"; }

    std::vector<Predictions> path(const Split& split, const Targets& visible,
                                  std::span<const double> penalties,
                                  Precision precision) const override {
        const std::span<const std::uint32_t> classes = classes_of(visible);
        if (precision == Precision::to_choose)
            return SvmPath(gram_).predict(split, classes, penalties, balance_);
        std::vector<Predictions> predictions;
        for (const double C : penalties) {
            const SvmModel model(gram_, split.train, classes, C, balance_);
            const bool has_decisions = model.machines().classes.size() <= 2;
            Predictions& said = predictions.emplace_back();
            for (const std::size_t graph : split.test) {
                said.classes.push_back(model.predict(graph));
                if (has_decisions) said.decisions.push_back(model.decision(graph));
            }
        }
        return predictions;
    }

private:
    Machines train_machines(std::span<const std::size_t> graphs,
                            std::span<const std::uint32_t> classes, double C) const override {
        const SvmModel::Machines trained = SvmModel(gram_, graphs, classes, C, balance_).machines();
        Machines machines = {.scheme = Machines::Scheme::pairs,
                             .classes = trained.classes,
                             .num_inputs = gram_.size(),
                             .weights = {},
                             .offsets = trained.offsets};
        const std::size_t count = machines.num_machines();
        machines.weights.resize(gram_.size() * count);
        for (std::size_t m = 0; m < count; ++m)
            for (const SvmModel::Coefficient& coefficient : trained.coefficients[m])
                machines.weights[coefficient.graph * count + m] = coefficient.value;
        return machines;
    }

    SvmGram gram_;
    bool balance_;
};

class Svm final : public Learner {
public:
    explicit Svm(bool balance) : balance_(balance) {}

    std::unique_ptr<PreparedLearner> prepare(const LearningData& data) const override {
        if (data.gram() == nullptr)
            throw ConfigError("learner svm learns from a Gram matrix, not from features");
        return std::make_unique<PreparedSvm>(*data.gram(), balance_);
    }

private:
    bool balance_;
};

}  // namespace

std::unique_ptr<Learner> make_svm(const Spec&, const LearnOptions& options) {
    return std::make_unique<Svm>(options.balance);
}

}  // namespace dhgak
