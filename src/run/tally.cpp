// SPDX-License-Identifier: MIT
#include "run/tally.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/learn/statistics.h"
#include "run/render/lines.h"

namespace dhgak {

Tally::Tally(const Model& model)
    : names_(model.info().class_names), num_model_classes_(names_.size()) {
    for (std::size_t c = 0; c < names_.size(); ++c) number_[names_[c]] = c;
    const auto [low, high] = std::ranges::minmax(model.predictor().classes());
    low_ = low;
    high_ = high;
}

void Tally::add(const Dataset& graphs, const Predictions& predictions) {
    const bool has_decisions = predictions.decisions.size() == predictions.classes.size();
    for (std::size_t g = 0; g < graphs.targets.classes.size(); ++g) {
        if (graphs.targets.classes[g] == kUnknownClass) continue;
        const std::string& name = graphs.targets.class_names[graphs.targets.classes[g]];
        const auto [at, is_new] = number_.emplace(name, names_.size());
        if (is_new) names_.push_back(name);
        const std::size_t truth = at->second, said = predictions.classes[g];
        ++counts_[{truth, said}];
        right_ += truth == said;
        ++total_;
        if (!has_decisions || (truth != low_ && truth != high_)) continue;
        decisions_.push_back(predictions.decisions[g]);
        is_positive_.push_back(truth == high_);
    }
}

// Graphs of classes that the model knows.
std::size_t Tally::num_known() const {
    std::size_t known = 0;
    for (const auto& [pair, count] : counts_)
        if (pair.first < num_model_classes_) known += count;
    return known;
}

Document Tally::document() const {
    Document document;
    document.line(fmt::format("accuracy {} ({} of {} graphs whose class is given)",
                              percent(static_cast<double>(right_) / static_cast<double>(total_)),
                              right_, total_));
    if (const std::size_t others = total_ - num_known(); others > 0)
        document.line(
            fmt::format("{} of them are of classes that the model does not know", others));
    const auto num_positive = std::ranges::count(is_positive_, true);
    if (num_positive > 0 && num_positive < std::ssize(is_positive_))
        document.line(fmt::format("AUROC {:.4f}   average precision {:.4f}",
                                  auroc(decisions_, is_positive_),
                                  average_precision(decisions_, is_positive_)));
    if (names_.size() > kMostTabledClasses) return document;
    ConfusionMatrix confusion(names_.size(), std::vector<std::size_t>(names_.size()));
    for (const auto& [pair, count] : counts_) confusion[pair.first][pair.second] = count;
    document.table(confusion_table(confusion, names_));
    return document;
}

}  // namespace dhgak
