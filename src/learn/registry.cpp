// SPDX-License-Identifier: MIT
#include <algorithm>

#include "dhgak/learn/learner.h"
#include "learn/linear_predictor.h"
#include "learn/methods.h"

namespace dhgak {
namespace {

struct LearnerMethod {
    MethodInfo info;
    LearnsFrom input;
    std::unique_ptr<Learner> (*make)(const Spec&, const LearnOptions&);
    std::unique_ptr<Predictor> (*load)(const ModelReader&);
};

std::unique_ptr<Predictor> load_linear(const ModelReader& model) {
    return std::make_unique<LinearPredictor>(model);
}

// Which of the others it is, the data decides.
class Automatic final : public Learner {
public:
    explicit Automatic(const LearnOptions& options)
        : svm_(make_svm({}, options)), linear_(make_linear({}, options)) {}

    std::unique_ptr<PreparedLearner> prepare(const LearningData& data) const override {
        return (data.gram() ? svm_ : linear_)->prepare(data);
    }

private:
    std::unique_ptr<Learner> svm_, linear_;
};

std::unique_ptr<Learner> make_automatic(const Spec&, const LearnOptions& options) {
    return std::make_unique<Automatic>(options);
}

std::span<const LearnerMethod> learners() {
    static const LearnerMethod methods[] = {
        {{"auto",
          "linear where a kernel has features that are few for so many graphs, else svm",
          {}},
         LearnsFrom::either,
         make_automatic,
         load_linear},
        {{"linear", "an SVM on explicit features, one class against the rest; for many graphs", {}},
         LearnsFrom::features,
         make_linear,
         load_linear},
        {{"svm", "an SVM on the similarities of all pairs of graphs, one class against one", {}},
         LearnsFrom::gram,
         make_svm,
         load_linear},
    };
    return methods;
}

const LearnerMethod& find_learner(const Spec& spec) {
    std::vector<const MethodInfo*> infos;
    for (const LearnerMethod& method : learners()) infos.push_back(&method.info);
    const MethodInfo& found = find_method("learner", spec, infos);
    return *std::ranges::find_if(
        learners(), [&](const LearnerMethod& method) { return &method.info == &found; });
}

}  // namespace

std::unique_ptr<Learner> make_learner(const LearnOptions& options) {
    const LearnerMethod& method = find_learner(options.learner);
    return method.make(with_defaults(options.learner, method.info), options);
}

std::unique_ptr<Predictor> load_predictor(std::string_view learner, const ModelReader& model) {
    return find_learner({.name = std::string(learner), .options = {}}).load(model);
}

LearnsFrom input_of(const Spec& learner) { return find_learner(learner).input; }

std::vector<MethodInfo> list_learners() {
    std::vector<MethodInfo> infos;
    for (const LearnerMethod& method : learners()) infos.push_back(method.info);
    return infos;
}

bool learns_from_features(const Spec& learner, std::size_t num_graphs, std::size_t num_entries) {
    const LearnsFrom input = input_of(learner);
    if (input != LearnsFrom::either) return input == LearnsFrom::features;
    constexpr double kSmallGram = 1 << 28;
    const auto n = static_cast<double>(num_graphs);
    const double gram_bytes = 8 * n * n;
    return num_entries > 0 && gram_bytes > kSmallGram &&
           gram_bytes > 12 * static_cast<double>(num_entries);
}

}  // namespace dhgak
