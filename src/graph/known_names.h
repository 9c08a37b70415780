// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/wl_colors.h"

namespace dhgak {

// Those of the names that `labels` have, in the order of their numbers.
inline std::vector<std::string> used_names(const std::vector<std::string>& names,
                                           std::span<const std::uint32_t> labels) {
    std::vector<bool> is_used(names.size());
    for (const std::uint32_t label : labels) is_used[label] = true;
    std::vector<std::string> used;
    for (std::size_t label = 0; label < names.size(); ++label)
        if (is_used[label]) used.push_back(names[label]);
    return used;
}

// The names of labels that training graphs have, to be found again in other graphs: a label's
// number is the place of its name.
class KnownNames {
public:
    KnownNames() = default;
    explicit KnownNames(std::vector<std::string> names) : names_(std::move(names)) {
        for (const std::string& name : names_)
            number_of_.emplace(name, static_cast<std::uint32_t>(number_of_.size()));
    }

    const std::vector<std::string>& names() const { return names_; }
    std::size_t size() const { return names_.size(); }
    bool differ() const { return number_of_.size() == names_.size(); }

    // By label of a dataset with these names; kUnseenColor where it is not known.
    std::vector<std::uint32_t> translate(const std::vector<std::string>& names) const {
        std::vector<std::uint32_t> numbers;
        for (const std::string& name : names) {
            const auto known = number_of_.find(name);
            numbers.push_back(known == number_of_.end() ? kUnseenColor : known->second);
        }
        return numbers;
    }

private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> number_of_;
};

}  // namespace dhgak
