// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dhgak {

// A method and its options as one text: `kmeans:init=random,n_init=1`. A word right after the colon
// is short for word=yes: `bert:scratch,layers=2`.
struct Spec {
    std::string name;
    std::vector<std::pair<std::string, std::string>> options;

    // What holds for options that are not given; no part of the text. A registry fills it.
    std::vector<std::pair<std::string, std::string>> defaults = {};

    // Throws ConfigError if the text is not of that form.
    static Spec parse(std::string_view text);

    // Several methods: `kmeans:init=random,n_init=1,dbscan:eps=0.3`. A part without `=`, or with a
    // name before it, starts the next method.
    static std::vector<Spec> parse_list(std::string_view text);

    // The text that parses to this spec.
    std::string text() const;

    // The spec with the defaults written out: what a file keeps, whatever later defaults are.
    Spec with_all_options() const;

    // The options' values, given or by default. Throw ConfigError, naming method and option, where
    // there is none or it is not of the type.
    double get_number(std::string_view key) const;
    std::size_t get_count(std::string_view key, std::size_t least, std::size_t most) const;

    // A value where no default fits all: `fallback` where the option is absent.
    std::string get(std::string_view key, std::string_view fallback) const;
    double get_number(std::string_view key, double fallback) const;
    long long get_integer(std::string_view key, long long fallback) const;
    std::size_t get_count(std::string_view key, std::size_t fallback, std::size_t least,
                          std::size_t most) const;  // from `least` to `most`

    // A value that is one of `choices`, whose first is the fallback.
    std::string get_choice(std::string_view key, const std::vector<std::string>& choices) const;

    bool has(std::string_view key) const;
    void set(std::string_view key, std::string_view value);
    void set_default(std::string_view key, std::string_view value);

    bool operator==(const Spec& other) const {
        return name == other.name && options == other.options;
    }
};

}  // namespace dhgak
