// SPDX-License-Identifier: MIT
#include "paper/paper_results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "paper_results_json.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

const Json& results() {
    static const Json parsed = Json::parse(kPaperResultsJson);
    return parsed;
}

}  // namespace

std::string PaperValue::text() const {
    if (is_too_slow) return "> 24 h";
    return fmt::format("{:g}{}{}", mean, std > 0 ? fmt::format(" ± {:.1f}", std) : "",
                       is_adopted ? " †" : "");
}

std::vector<std::string> paper_datasets(const std::string& table) {
    std::vector<std::string> names;
    for (const auto& [name, row] : results().at(table).at("datasets").items())
        names.push_back(name);
    return names;
}

std::vector<std::string> paper_methods(const std::string& table) {
    return results().at(table).at("methods").get<std::vector<std::string>>();
}

std::optional<PaperValue> paper_value(const std::string& table, const std::string& dataset,
                                      const std::string& method) {
    const Json& datasets = results().at(table).at("datasets");
    if (!datasets.contains(dataset) || !datasets.at(dataset).contains(method)) return std::nullopt;
    const Json& value = datasets.at(dataset).at(method);
    if (value.is_string()) return PaperValue{.is_too_slow = true};
    return PaperValue{.mean = value.at("mean").get<double>(),
                      .std = value.value("std", 0.0),
                      .is_adopted = value.value("adopted", false)};
}

}  // namespace dhgak
