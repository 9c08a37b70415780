// SPDX-License-Identifier: MIT
#include "io/json_text.h"

#include <set>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

namespace {

constexpr std::size_t kMostOrderedNames = 10'000;

template <typename Json>
Json parse(std::string_view text, const std::string& place, int max_depth) {
    constexpr bool is_ordered = std::is_same_v<Json, nlohmann::ordered_json>;
    std::vector<std::set<std::string>> keys;  // of the objects that are open
    const auto watch = [&](int depth, typename Json::parse_event_t event, Json& value) {
        switch (event) {
            case Json::parse_event_t::object_start:
            case Json::parse_event_t::array_start:
                if (depth >= max_depth)
                    throw InputError(fmt::format(
                        "{}: JSON nested more than {} levels deep; expected a flat description",
                        place, max_depth));
                if (event == Json::parse_event_t::object_start) keys.emplace_back();
                break;
            case Json::parse_event_t::object_end:
                keys.pop_back();
                break;
            case Json::parse_event_t::key:
                if (!keys.back().insert(value.template get<std::string>()).second)
                    throw InputError(fmt::format("{}: '{}' occurs twice; expected each name once",
                                                 place, value.template get<std::string>()));
                // Names in order are looked for one by one, which takes the square of their number.
                if (is_ordered && keys.back().size() > kMostOrderedNames)
                    throw InputError(fmt::format(
                        "{}: an object with more than {} names; expected a flat description", place,
                        kMostOrderedNames));
                break;
            default:
                break;
        }
        return true;
    };
    try {
        return Json::parse(text, watch);
    } catch (const typename Json::exception& error) {
        throw InputError(fmt::format("{}: not valid JSON: {}", place, error.what()));
    }
}

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::string& place, int max_depth) {
    return parse<nlohmann::json>(text, place, max_depth);
}

nlohmann::ordered_json parse_ordered_json(std::string_view text, const std::string& place,
                                          int max_depth) {
    return parse<nlohmann::ordered_json>(text, place, max_depth);
}

}  // namespace dhgak
