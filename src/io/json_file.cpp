// SPDX-License-Identifier: MIT
#include "io/json_file.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/read_text.h"

namespace dhgak {

JsonFields JsonFields::read(const std::filesystem::path& path) {
    return {path.string(), parse_json(read_text(path), path.string())};
}

JsonFields::JsonFields(std::string place, nlohmann::json object)
    : place_(std::move(place)), object_(std::move(object)) {
    if (!object_.is_object()) throw InputError(place_ + ": expected a JSON object");
}

const nlohmann::json* JsonFields::find(const std::string& name) const {
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::int64_t JsonFields::integer(const std::string& name, std::optional<std::int64_t> usual) const {
    const nlohmann::json* value = require(name, !usual, "a whole number");
    if (!value) return *usual;
    if (!value->is_number_integer() ||
        (value->is_number_unsigned() && value->get<std::uint64_t>() > INT64_MAX))
        refuse(name, value->dump(), "a whole number");
    return value->get<std::int64_t>();
}

double JsonFields::number(const std::string& name, double usual) const {
    const nlohmann::json* value = find(name);
    if (!value) return usual;
    if (!value->is_number()) refuse(name, value->dump(), "a number");
    return value->get<double>();
}

bool JsonFields::flag(const std::string& name, bool usual) const {
    const nlohmann::json* value = find(name);
    if (!value) return usual;
    if (!value->is_boolean()) refuse(name, value->dump(), "true or false");
    return value->get<bool>();
}

std::string JsonFields::text(const std::string& name, std::optional<std::string> usual) const {
    const nlohmann::json* value = require(name, !usual, "a text");
    if (!value) return *usual;
    if (!value->is_string()) refuse(name, value->dump(), "a text");
    return value->get<std::string>();
}

void JsonFields::refuse(const std::string& name, const std::string& found,
                        const std::string& expected) const {
    throw InputError(fmt::format("{}: {}: found {}; expected {}", place_, name, found, expected));
}

const nlohmann::json* JsonFields::require(const std::string& name, bool needed,
                                          const std::string& expected) const {
    const nlohmann::json* value = find(name);
    if (!value && needed) refuse(name, "nothing", expected);
    return value;
}

}  // namespace dhgak
