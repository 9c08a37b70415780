// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "dhgak/core/error.h"
#include "dhgak/core/utf8.h"

namespace dhgak::cli {
namespace {

namespace fs = std::filesystem;

// The files that a command is to write, as the arguments name them.
std::vector<std::string> outputs_of(const std::vector<std::string>& arguments) {
    std::vector<std::string> outputs;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        for (const std::string option :
             {"-o", "--output", "--json", "--journal", "--markdown", "--report"}) {
            if (arguments[i] == option && i + 1 < arguments.size())
                outputs.push_back(arguments[i + 1]);
            else if (arguments[i].starts_with(option + "="))
                outputs.push_back(arguments[i].substr(option.size() + 1));
        }
    return outputs;
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(a, ignored), ignored) ==
           fs::weakly_canonical(fs::absolute(b, ignored), ignored);
}

// A file of a dataset, which is named by its folder: DATA/NAME/NAME_A.txt.
bool is_part_of_dataset(const fs::path& file, const std::string& argument) {
    std::error_code ignored;
    const fs::path folder =
        fs::weakly_canonical(fs::absolute(file, ignored), ignored).parent_path();
    return file.filename().string().starts_with(folder.filename().string() + "_") &&
           file.extension() == ".txt" && is_same_file(folder.string(), argument);
}

}  // namespace

void require_utf8_for_json(const std::vector<std::string>& arguments) {
    const auto writes_json = [](const std::string& argument) {
        return argument.starts_with("--json") || argument.starts_with("--journal") ||
               argument == "fit" || argument == "explain" || argument == "report";
    };
    if (std::ranges::none_of(arguments, writes_json)) return;
    for (const std::string& argument : arguments)
        if (!is_utf8(argument))
            throw InputError(argument +
                             ": is not UTF-8, and JSON files hold nothing else; rename it");
}

void require_own_outputs(const std::vector<std::string>& arguments) {
    const std::vector<std::string> outputs = outputs_of(arguments);
    for (const std::string& output : outputs) {
        if (output.empty()) throw ConfigError("the name of a file to write is empty; give one");
        std::error_code ignored;
        const bool exists = fs::exists(output, ignored);
        const bool is_file = fs::is_regular_file(output, ignored);
        if (exists && !is_file) continue;  // a device takes all
        const auto is_output = [&](const auto& other) { return is_same_file(output, other); };
        const auto& rivals = is_file ? arguments : outputs;
        if (std::ranges::count_if(rivals, is_output) > 1)
            throw ConfigError(output + ": is named twice; what is written needs a name of its own");
        const auto has_output = [&](const auto& other) {
            return is_part_of_dataset(output, other);
        };
        if (is_file && std::ranges::any_of(arguments, has_output))
            throw ConfigError(output +
                              ": is part of a dataset that is read; write to another file");
    }
}

}  // namespace dhgak::cli
