// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <utility>

#include "open_model.h"

namespace dhgak::fuzz {

// Changes a model in ways that bytes changed at random hardly hit: one number to a telling one, or
// several things that belong together.
class ModelEdits {
public:
    ModelEdits(OpenModel& model, unsigned seed) : model_(model), random_(seed) {}

    void edit() {
        switch (below(12)) {
            case 0:
            case 1:
                return change_value();
            case 2:
            case 3:
                return change_number();
            case 4:
                return resize(pick_array());
            case 5:
                return resize_together();
            case 6:
            case 7:
                return move_rows();
            case 8:
                return swap_parts();
            case 9:
                return copy_part();
            case 10:
                return swap_arrays();
            default:
                return change_shape();
        }
    }

private:
    using Array = OpenModel::Array;
    using Entry = std::pair<const std::string, Array>;

    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
    bool chance() { return below(2) == 0; }

    Entry* pick_array() {
        if (model_.arrays.empty()) return nullptr;
        return &*std::next(model_.arrays.begin(),
                           static_cast<std::ptrdiff_t>(below(model_.arrays.size())));
    }

    // Sizes that are in the model, and their neighbours.
    std::int64_t telling_integer(std::int64_t now) {
        constexpr std::int64_t kTelling[] = {0, 1, 2, -1, 3, 1000, 65536, 2147483647, 4294967295};
        switch (below(4)) {
            case 0:
                return now + 1;
            case 1:
                return now - 1;
            case 2: {
                const Entry* array = pick_array();
                return array ? static_cast<std::int64_t>(array->second.num_rows()) : 0;
            }
            default:
                return kTelling[below(std::size(kTelling))];
        }
    }

    double telling_real(double now) {
        const double telling[] = {0,     -0.0,   1,    -1,    1e308,  -1e308, 1e-308, 5e-324,
                                  1e100, -1e100, 1e38, 1e-45, 0x1p60, 0.5,    -now,   now * 1e30};
        return telling[below(std::size(telling))];
    }

    void change_value() {
        if (model_.values.empty()) return;
        auto value = std::next(model_.values.begin(),
                               static_cast<std::ptrdiff_t>(below(model_.values.size())));
        if (value->is_boolean())
            *value = !value->get<bool>();
        else if (value->is_number_integer())
            *value = telling_integer(value->get<std::int64_t>());
        else if (value->is_number())
            *value = telling_real(value->get<double>());
        else if (value->is_string())
            *value = changed(value->get<std::string>());
        else if (value->is_array())
            change_list(*value);
    }

    std::string changed(std::string text) {
        static const char* const kTexts[] = {"",      "0",    "clip",   "kmeans", "dbscan",
                                             "gmm",   "wl",   "sp",     "sum",    "mean",
                                             "pairs", "rest", "\x1b[2J"};
        switch (below(4)) {
            case 0:
                return kTexts[below(std::size(kTexts))];
            case 1:
                if (!text.empty()) text.erase(below(text.size()), 1);
                return text;
            case 2:
                // A whole number in it, as in options: `wl:rounds=1`.
                for (char& c : text)
                    if (c >= '0' && c <= '9' && chance()) c = static_cast<char>('0' + below(10));
                return text;
            default:
                return text + "x";
        }
    }

    void change_list(nlohmann::json& list) {
        const std::size_t place = below(list.size());
        switch (below(4)) {
            case 0:
                if (!list.empty()) list.erase(place);
                return;
            case 1:
                list.push_back(list.empty() ? nlohmann::json("x") : list[place]);
                return;
            case 2:
                list.push_back("label" + std::to_string(below(9)));
                return;
            default:
                if (!list.empty() && list[place].is_string())
                    list[place] = changed(list[place].get<std::string>());
        }
    }

    void change_number() {
        Entry* entry = pick_array();
        if (!entry || entry->second.size() == 0) return;
        Array& array = entry->second;
        char* place = array.bytes.data() + below(array.size()) * array.width();
        const auto store = [&](auto value) { std::memcpy(place, &value, sizeof(value)); };
        const auto load = [&](auto value) {
            std::memcpy(&value, place, sizeof(value));
            return value;
        };
        if (array.dtype == "F64") store(telling_real(load(double{})));
        if (array.dtype == "F32") store(static_cast<float>(telling_real(load(float{}))));
        if (array.dtype == "I64") store(telling_integer(load(std::int64_t{})));
        if (array.dtype == "I32")
            store(static_cast<std::int32_t>(telling_integer(load(std::int32_t{}))));
        if (array.dtype == "U32")
            store(static_cast<std::uint32_t>(telling_integer(load(std::uint32_t{}))));
    }

    // One row less or, the last one twice, one more; whether there is one.
    static bool resize(Array& array, bool longer) {
        const std::size_t row = array.bytes_of_row();
        if (array.num_rows() == 0) return false;
        if (longer)
            array.bytes += array.bytes.substr(array.bytes.size() - row);
        else
            array.bytes.resize(array.bytes.size() - row);
        array.shape.front() += longer ? 1 : -1;
        return true;
    }

    void resize(Entry* entry) {
        if (entry) resize(entry->second, chance());
    }

    static std::string parent_of(const std::string& name) {
        const std::size_t dot = name.rfind('.');
        return dot == std::string::npos ? std::string() : name.substr(0, dot + 1);
    }

    // All arrays of a part that are as long, and the numbers that say so.
    void resize_together() {
        const Entry* first = pick_array();
        if (!first) return;
        const std::size_t rows = first->second.num_rows();
        const std::string part = chance() ? parent_of(first->first) : std::string();
        const bool longer = chance();
        for (auto& [name, array] : model_.arrays)
            if (name.starts_with(part) && (array.num_rows() == rows)) resize(array, longer);
        for (auto& value : model_.values)
            if (value.is_number_integer() &&
                value.get<std::int64_t>() == static_cast<std::int64_t>(rows) && chance())
                value = value.get<std::int64_t>() + (longer ? 1 : -1);
    }

    // Parts of a name like columns0, hop1 or round2, without the number.
    static std::vector<std::pair<std::size_t, std::size_t>> numbers_in(const std::string& name) {
        std::vector<std::pair<std::size_t, std::size_t>> found;  // place and length
        for (std::size_t i = 0; i < name.size();) {
            std::size_t end = i;
            while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
            if (end > i) found.emplace_back(i, end - i);
            i = std::max(end, i + 1);
        }
        return found;
    }

    // Two prefixes that differ in one number; equal where there are none.
    std::pair<std::string, std::string> pick_parts() {
        const Entry* entry = pick_array();
        if (!entry) return {};
        const auto numbers = numbers_in(entry->first);
        if (numbers.empty()) return {};
        const auto [place, length] = numbers[below(numbers.size())];
        const std::string before = entry->first.substr(0, place);
        const auto number = std::stoul(entry->first.substr(place, length).substr(0, 6));
        const std::string rest =
            place + length < entry->first.size() && entry->first[place + length] == '.' ? "." : "";
        const unsigned long other = chance() && number > 0 ? number - 1 : number + 1 + below(2);
        return {before + std::to_string(number) + rest, before + std::to_string(other) + rest};
    }

    // Takes rows from the arrays of one level and gives them to those of another: sums stay.
    void move_rows() {
        const auto [from, to] = pick_parts();
        if (from == to) return;
        const std::size_t count = 1 + below(20);
        for (auto& [name, array] : model_.arrays) {
            if (!name.starts_with(from)) continue;
            const auto other = model_.arrays.find(to + name.substr(from.size()));
            if (other == model_.arrays.end() || other->second.dtype != array.dtype) continue;
            Array& target = other->second;
            const std::size_t moved = std::min(count, array.num_rows());
            const std::size_t bytes = moved * array.bytes_of_row();
            if (array.shape.size() != 1 || target.shape.size() != 1) continue;
            target.bytes += array.bytes.substr(array.bytes.size() - bytes);
            target.shape.front() += static_cast<std::int64_t>(moved);
            array.bytes.resize(array.bytes.size() - bytes);
            array.shape.front() -= static_cast<std::int64_t>(moved);
        }
    }

    template <typename Map, typename Take>
    static void with_renamed(Map& map, const std::string& from, const std::string& to,
                             const Take& take) {
        Map renamed;
        for (const auto& [name, value] : items(map))
            if (name.starts_with(from)) take(renamed, to + name.substr(from.size()), value);
        for (const auto& [name, value] : items(renamed)) take(map, name, value);
    }

    static const std::map<std::string, Array>& items(const std::map<std::string, Array>& map) {
        return map;
    }
    static std::map<std::string, nlohmann::json> items(const nlohmann::json& object) {
        std::map<std::string, nlohmann::json> map;
        for (const auto& [name, value] : object.items()) map[name] = value;
        return map;
    }

    // Everything under one name to another.
    void copy(const std::string& from, const std::string& to) {
        const auto take = [](auto& map, const std::string& name, const auto& value) {
            map[name] = value;
        };
        with_renamed(model_.arrays, from, to, take);
        if (model_.values.is_object()) with_renamed(model_.values, from, to, take);
    }

    void erase(const std::string& part) {
        std::erase_if(model_.arrays,
                      [&](const auto& entry) { return entry.first.starts_with(part); });
        for (const auto& [name, value] : items(model_.values))
            if (name.starts_with(part)) model_.values.erase(name);
    }

    void swap_parts() {
        const auto [a, b] = pick_parts();
        if (a == b) return;
        copy(a, "aside.");
        erase(a);
        copy(b, a);
        erase(b);
        copy("aside.", b);
        erase("aside.");
    }

    // Another level, with what is told of their number.
    void copy_part() {
        const auto [from, to] = pick_parts();
        if (from == to) return;
        if (chance())
            copy(from, to);
        else
            erase(from);
        for (const char* name : {"levels", "slices.H", "colors.rounds"})
            if (model_.values.contains(name) && model_.values[name].is_number_integer() && chance())
                model_.values[name] = model_.values[name].get<std::int64_t>() + (chance() ? 1 : -1);
    }

    void swap_arrays() {
        Entry *a = pick_array(), *b = pick_array();
        for (int i = 0; i < 8 && a && b && a->second.dtype != b->second.dtype; ++i)
            b = pick_array();
        if (a && b && a != b) std::swap(a->second, b->second);
    }

    void change_shape() {
        Entry* entry = pick_array();
        if (!entry) return;
        Array& array = entry->second;
        if (array.shape.size() != 2) return resize(entry);
        switch (below(3)) {
            case 0:
                return std::swap(array.shape[0], array.shape[1]);
            case 1:
                array.bytes.clear();
                array.shape = {0, std::int64_t{1} << below(63)};
                if (chance()) std::swap(array.shape[0], array.shape[1]);
                return;
            default:
                array.shape = {static_cast<std::int64_t>(array.size()), 1};
        }
    }

    OpenModel& model_;
    std::minstd_rand random_;
};

}  // namespace dhgak::fuzz
