// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dhgak {

// A number the paper prints: percent or seconds.
struct PaperValue {
    double mean = 0;
    double std = 0;            // 0 where the paper has none
    bool is_adopted = false;   // taken by the paper from the method's own
    bool is_too_slow = false;  // the paper says "> 24 h" instead

    // `90.9 +- 4.2`, with a dagger where it is adopted.
    std::string text() const;
};

// The paper's tables (src/search/paper_results.json), by the names of `dhgak reproduce`.
std::vector<std::string> paper_datasets(const std::string& table);
std::vector<std::string> paper_methods(const std::string& table);
std::optional<PaperValue> paper_value(const std::string& table, const std::string& dataset,
                                      const std::string& method);

}  // namespace dhgak
