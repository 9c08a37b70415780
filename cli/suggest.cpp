// SPDX-License-Identifier: MIT
#include "suggest.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dhgak::cli {
namespace {

// The optimal string alignment distance.
std::size_t mistakes(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last.back();
}

// Not a negative number.
bool is_option(std::string_view word) {
    return word.size() > 1 && word.front() == '-' && word[1] != '.' &&
           (word[1] < '0' || word[1] > '9');
}

// "--seed" of "--seed=1".
std::string name_of(const std::string& option) { return option.substr(0, option.find('=')); }

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

void add_names_of_options(const CLI::App& app, std::vector<std::string>& names) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
}

// The innermost command that the arguments name, with all commands on the way to it.
std::vector<const CLI::App*> named_commands(const CLI::App& program,
                                            const std::vector<std::string>& arguments) {
    std::vector<const CLI::App*> named = {&program};
    for (const std::string& argument : arguments)
        for (const CLI::App* command : named.back()->get_subcommands({}))
            if (command->get_name() == argument) {
                named.push_back(command);
                break;
            }
    return named;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = nearest(word, known);
    return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

std::string unknown_option(const std::vector<const CLI::App*>& named,
                           const std::vector<std::string>& arguments) {
    std::vector<std::string> known;
    for (const CLI::App* app : named) add_names_of_options(*app, known);
    for (const std::string& argument : arguments) {
        if (!is_option(argument)) continue;
        const std::string name = name_of(argument);
        if (std::ranges::find(known, name) != known.end()) continue;
        if (const std::string text = did_you_mean(name, known); !text.empty())
            return fmt::format("{} is no option: {}", name, text);
    }
    return {};
}

std::string unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
    const std::vector<std::string> known = names_of_commands(app);
    std::string unlike_any;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (is_option(arguments[i]) || arguments[i] == app.get_name()) continue;
        if (const std::string text = did_you_mean(arguments[i], known); !text.empty())
            return fmt::format("'{}' is no command: {}", arguments[i], text);
        const bool may_be_a_value = i > 0 && is_option(arguments[i - 1]);
        if (unlike_any.empty() && !may_be_a_value) unlike_any = arguments[i];
    }
    if (unlike_any.empty()) return {};
    return fmt::format("'{}' is no command; known: {}", unlike_any, fmt::join(known, " "));
}

// `cv --H 1,3`: one value is taken where search takes a list.
std::string list_for_search(const std::vector<const CLI::App*>& named, const CLI::App& program,
                            const std::vector<std::string>& arguments) {
    const CLI::App* search = nullptr;
    for (const CLI::App* command : program.get_subcommands({}))
        if (command->get_name() == "search") search = command;
    if (named.size() < 2 || named.back() == search || !search) return {};
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
        if (is_option(arguments[i]) && arguments[i + 1].find(',') != std::string::npos &&
            search->get_option_no_throw(arguments[i]))
            return fmt::format("{} takes one value here; dhgak search tries a list such as {} {}",
                               arguments[i], arguments[i], arguments[i + 1]);
    return {};
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
    const std::size_t most = word.size() <= 4 ? 1 : word.size() <= 8 ? 2 : 3;
    std::string best;
    std::size_t fewest = most + 1;
    for (const std::string& name : known)
        if (const std::size_t count = mistakes(word, name); count < fewest) {
            fewest = count;
            best = name;
        }
    return best;
}

std::string hint_for(const CLI::App& program, const std::vector<std::string>& arguments,
                     const CLI::ParseError& error) {
    const std::vector<const CLI::App*> named = named_commands(program, arguments);
    const CLI::App& last = *named.back();
    if (named.size() > 1) {  // a word before the command, as in `cvv demo`
        const auto command = std::ranges::find(arguments, named[1]->get_name());
        std::string text = unknown_command(program, {arguments.begin(), command});
        if (!text.empty()) return text;
    }
    if (!last.get_subcommands({}).empty())
        if (std::string text = unknown_command(last, arguments); !text.empty()) return text;
    if (dynamic_cast<const CLI::ConversionError*>(&error))
        return list_for_search(named, program, arguments);
    return unknown_option(named, arguments);
}

}  // namespace dhgak::cli
