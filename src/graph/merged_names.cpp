// SPDX-License-Identifier: MIT
#include "graph/merged_names.h"

#include <string_view>
#include <unordered_map>

#include "graph/label_order.h"

namespace dhgak {

MergedNames merge_names(std::span<const std::span<const std::string>> lists) {
    MergedNames merged;
    std::unordered_map<std::string_view, std::uint32_t> number_of_name;
    for (const std::span<const std::string> list : lists) {
        std::vector<std::uint32_t>& numbers = merged.number_of.emplace_back();
        for (const std::string& name : list) {
            const auto [entry, is_new] =
                number_of_name.try_emplace(name, static_cast<std::uint32_t>(merged.names.size()));
            if (is_new) merged.names.push_back(name);
            numbers.push_back(entry->second);
        }
    }
    const std::vector<std::uint32_t> place = sort_label_names(merged.names);
    for (auto& numbers : merged.number_of)
        for (std::uint32_t& number : numbers) number = place[number];
    return merged;
}

}  // namespace dhgak
