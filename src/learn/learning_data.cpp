// SPDX-License-Identifier: MIT
#include "dhgak/learn/learning_data.h"

namespace dhgak {

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

}  // namespace dhgak
