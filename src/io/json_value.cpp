// SPDX-License-Identifier: MIT
#include "io/json_value.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostShown = 60;

// A value for an error message: whole if it is short, else its kind, since writing out a large
// array takes long and tells nobody anything.
std::string shown(const JsonValue::Json& json) {
    if (json.is_object()) return "an object";
    if (json.is_array()) return fmt::format("an array of {}", json.size());
    std::string text = json.dump(-1, ' ', false, JsonValue::Json::error_handler_t::replace);
    if (text.size() > kMostShown) return fmt::format("a text of {} bytes", text.size());
    return text;
}

}  // namespace

JsonValue::JsonValue(const Json& json, std::string file) : JsonValue(json, std::move(file), true) {}

JsonValue::JsonValue(const Json& json, std::string place, bool is_root)
    : json_(&json), place_(std::move(place)), is_root_(is_root) {}

const JsonValue::Json* JsonValue::member(std::string_view name) const {
    object();
    const auto found = json_->find(std::string(name));
    return found == json_->end() || found->is_null() ? nullptr : &*found;
}

JsonValue JsonValue::at(std::string_view name) const {
    if (auto value = find(name)) return *std::move(value);
    throw InputError(fmt::format("{}: has no '{}'", place_, name));
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const {
    const Json* value = member(name);
    if (value == nullptr) return std::nullopt;
    return JsonValue(*value, fmt::format("{}{}{}", place_, is_root_ ? ": " : ".", name), false);
}

std::size_t JsonValue::size() const { return array().json_->size(); }

JsonValue JsonValue::item(std::size_t i) const {
    if (i >= size()) refuse(fmt::format("an array of {} or more", i + 1));
    return {json_->at(i), fmt::format("{}{}[{}]", place_, is_root_ ? ": " : "", i), false};
}

std::vector<std::string> JsonValue::names() const {
    std::vector<std::string> names;
    for (const auto& entry : object().json_->items()) names.push_back(entry.key());
    return names;
}

double JsonValue::number() const {
    if (!json_->is_number() || !std::isfinite(json_->get<double>())) refuse("a number");
    return json_->get<double>();
}

double JsonValue::number_in(double low, double high) const {
    const double value = number();
    if (!(value >= low && value <= high))
        refuse(fmt::format("a number from {:g} to {:g}", low, high));
    return value;
}

std::size_t JsonValue::count(std::size_t most) const {
    const bool is_count = json_->is_number_unsigned() ||
                          (json_->is_number_integer() && json_->get<std::int64_t>() >= 0);
    if (!is_count || json_->get<std::uint64_t>() > most)
        refuse(fmt::format("a whole number from 0 to {}", most));
    return static_cast<std::size_t>(json_->get<std::uint64_t>());
}

bool JsonValue::flag() const {
    if (!json_->is_boolean()) refuse("true or false");
    return json_->get<bool>();
}

const std::string& JsonValue::text() const {
    if (!json_->is_string()) refuse("a text");
    return json_->get_ref<const std::string&>();
}

const JsonValue& JsonValue::object() const {
    if (!json_->is_object()) refuse("an object");
    return *this;
}

const JsonValue& JsonValue::array() const {
    if (!json_->is_array()) refuse("an array");
    return *this;
}

void JsonValue::refuse(std::string_view expected) const {
    throw InputError(fmt::format("{}: found {}; expected {}", place_, shown(*json_), expected));
}

}  // namespace dhgak
