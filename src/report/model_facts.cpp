// SPDX-License-Identifier: MIT
#include "report/model_facts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dhgak/core/spec.h"
#include "explain/training_index.h"
#include "kernels/registry.h"

namespace dhgak {
namespace {

// The registry's sentence about the model's kernel, which is its first setting.
std::string summary_of_kernel(const ModelInfo& info) {
    const std::string name = Spec::parse(info.settings.front().text()).name;
    for (const MethodInfo& kernel : list_kernels())
        if (kernel.name == name) return std::string(kernel.summary);
    return {};
}

// As after `fit --split`, which keeps a part of a dataset for testing.
bool may_hold_training(const ModelInfo& info, const Dataset& data) {
    return info.dataset == data.name && info.graphs <= data.num_graphs() &&
           !looks_like_training(info, data);
}

// By class of the data, those that occur, and by class of the model: how many graphs.
Json judge(const Model& model, const Dataset& data, std::vector<std::string>& notes) {
    NewGraphNotes new_graphs;
    const Predictions predictions = model.predict(data, new_graphs);
    std::ranges::move(new_graphs.sentences(), std::back_inserter(notes));
    const std::vector<std::string>& model_classes = model.info().class_names;
    std::vector<std::vector<std::size_t>> confusion(data.num_classes(),
                                                    std::vector<std::size_t>(model_classes.size()));
    std::vector<std::size_t> predicted(model_classes.size());
    std::size_t known = 0, right = 0;
    for (std::size_t g = 0; g < data.num_graphs(); ++g) {
        const std::uint32_t said = predictions.classes[g];
        ++predicted[said];
        if (data.targets.classes.empty() || data.targets.classes[g] == kUnknownClass) continue;
        ++known;
        ++confusion[data.targets.classes[g]][said];
        if (data.targets.class_names[data.targets.classes[g]] == model_classes[said]) ++right;
    }
    return {{"known", known},
            {"right", right},
            {"confusion", confusion},
            {"predicted", predicted},
            {"learned_from_these", looks_like_training(model.info(), data)},
            {"may_have_learned_from_some", may_hold_training(model.info(), data)}};
}

}  // namespace

Json model_facts(const Model& model, const std::optional<Dataset>& data,
                 std::vector<std::string>& notes) {
    const ModelInfo& info = model.info();
    Json settings = Json::object();
    for (const Setting& setting : info.settings) settings[setting.name] = setting.text();
    Json facts = {{"fitted_on", info.dataset},
                  {"graphs", info.graphs},
                  {"nodes", info.nodes},
                  {"class_names", info.class_names},
                  {"class_sizes", info.class_sizes},
                  {"kernel_summary", summary_of_kernel(info)},
                  {"settings", std::move(settings)},
                  {"features", std::accumulate(info.num_columns.begin(), info.num_columns.end(),
                                               std::size_t{0})},
                  {"inner_score", info.inner_score},
                  {"C", info.C},
                  {"learner", info.learner},
                  {"version", info.version}};
    if (data && data->num_graphs() > 0) facts["judged"] = judge(model, *data, notes);
    return facts;
}

}  // namespace dhgak
