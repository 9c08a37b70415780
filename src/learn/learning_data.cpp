// SPDX-License-Identifier: MIT
#include "dhgak/learn/learning_data.h"

#include <algorithm>

namespace dhgak {

bool linear_is_better(std::size_t num_graphs, std::size_t num_entries) {
    constexpr double kSmallGram = 1 << 28;
    const auto n = static_cast<double>(num_graphs);
    const double gram_bytes = 8 * n * n;
    return gram_bytes > kSmallGram && gram_bytes > 12 * static_cast<double>(num_entries);
}

std::size_t LearningData::num_graphs() const {
    return gram() ? gram()->size() : features()->num_rows();
}

const GramMatrix* LearningData::gram() const {
    const auto* gram = std::get_if<const GramMatrix*>(&data_);
    return gram ? *gram : nullptr;
}

const FeatureRows* LearningData::features() const {
    const auto* features = std::get_if<const FeatureRows*>(&data_);
    return features ? *features : nullptr;
}

std::vector<double> class_costs(std::span<const std::size_t> train,
                                std::span<const std::uint32_t> classes, bool balance) {
    std::vector<std::size_t> members;
    for (const std::size_t graph : train) {
        members.resize(std::max(members.size(), classes[graph] + std::size_t{1}));
        ++members[classes[graph]];
    }
    const auto num_classes = static_cast<double>(
        std::ranges::count_if(members, [](std::size_t count) { return count > 0; }));
    std::vector<double> costs(members.size());
    for (std::size_t c = 0; c < members.size(); ++c)
        if (members[c] > 0)
            costs[c] = balance ? static_cast<double>(train.size()) /
                                     (num_classes * static_cast<double>(members[c]))
                               : 1;
    return costs;
}

}  // namespace dhgak
