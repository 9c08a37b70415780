// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace dhgak {

// A value inside a JSON file that knows where it stands. Members are asked for by name and type;
// what is missing or of another type is an InputError that names file and place, as in
// `run.json: folds[3].accuracy: found "x"; expected a number`. A member that is null counts as
// absent. The JSON must outlive it.
class JsonValue {
public:
    using Json = nlohmann::ordered_json;

    JsonValue(const Json& json, std::string file);

    const Json& json() const { return *json_; }

    bool has(std::string_view name) const { return member(name) != nullptr; }
    JsonValue at(std::string_view name) const;
    std::optional<JsonValue> find(std::string_view name) const;

    // Of an array, and of an object in the order of the file.
    std::size_t size() const;
    JsonValue item(std::size_t i) const;
    std::vector<std::string> names() const;

    // For every item of an array. They are made one by one, since there may be very many.
    template <typename Action>
    void for_each(const Action& action) const {
        for (std::size_t i = 0, count = size(); i < count; ++i) action(item(i));
    }

    double number() const;                                             // finite
    double number_in(double low, double high) const;                   // both included
    double share() const { return number_in(0, 1); }                   // of a whole
    std::size_t count(std::size_t most = std::size_t{1} << 53) const;  // from 0 to `most`
    bool flag() const;
    const std::string& text() const;
    const JsonValue& object() const;  // itself
    const JsonValue& array() const;

    [[noreturn]] void refuse(std::string_view expected) const;

private:
    const Json* member(std::string_view name) const;
    JsonValue(const Json& json, std::string place, bool is_root);

    const Json* json_;
    std::string place_;
    bool is_root_ = true;
};

}  // namespace dhgak
