// SPDX-License-Identifier: MIT
#include "file_options.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"

namespace dhgak::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRead = "PATH";
constexpr const char* kWritten = "OUTPUT";
constexpr const char* kWrittenInto = "FOLDER";

// A path on the command line, or the variable that stands for one.
struct Named {
    std::string option;
    fs::path path;
};

// A file by its device and inode, or one that is not there by its name in a folder that is.
struct Identity {
    std::optional<std::pair<dev_t, ino_t>> inode;
    fs::path name;

    explicit Identity(const fs::path& path) {
        struct stat status = {};
        if (::stat(path.c_str(), &status) == 0) {
            inode = {status.st_dev, status.st_ino};
            return;
        }
        std::error_code ignored;
        name = fs::weakly_canonical(fs::absolute(follow_output(path), ignored), ignored);
    }
    bool operator==(const Identity&) const = default;
};

bool is_same_file(const fs::path& a, const fs::path& b) { return Identity(a) == Identity(b); }

class Paths {
public:
    explicit Paths(const CLI::App& program) {
        collect(program);
        if (const char* folder = std::getenv("DHGAK_BERT_DIR"))
            add_model_folder("DHGAK_BERT_DIR", folder);
    }

    std::vector<Named> outputs;  // files
    std::vector<Named> folders;  // written into
    std::vector<Named> inputs;   // of any kind
    std::vector<Named> weights;  // folders of language models, which are among the inputs

private:
    void collect(const CLI::App& app) {
        for (const CLI::Option* option : app.get_options({}))
            for (const std::string& value : option->results()) add(*option, value);
        for (const CLI::App* command : app.get_subcommands()) collect(*command);
    }

    void add(const CLI::Option& option, const std::string& value) {
        const std::string name = option.get_name();
        const std::string kind = option.get_type_name();
        if (kind == kWritten) outputs.push_back({name, value});
        if (kind == kWrittenInto) folders.push_back({name, value});
        if (kind == kRead) inputs.push_back({name, value});
        if (name == "--bert" && kind == kRead) weights.push_back({name, value});
        add_specs(name, value);
    }

    // `bert:dir=DIR,...`, alone or in a list.
    void add_specs(const std::string& name, std::string_view value) {
        constexpr std::string_view kFolder = "dir=";
        for (std::size_t at = value.find(kFolder); at != std::string_view::npos;
             at = value.find(kFolder, at + 1))
            if (at > 0 && (value[at - 1] == ':' || value[at - 1] == ',')) {
                const std::size_t begin = at + kFolder.size();
                add_model_folder(name, value.substr(begin, value.find(',', begin) - begin));
            }
    }

    void add_model_folder(const std::string& name, std::string_view folder) {
        inputs.push_back({name, folder});
        weights.push_back({name, folder});
    }
};

bool is_inside(const fs::path& file, const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder, ignored) &&
           is_same_file(fs::absolute(file, ignored).parent_path(), folder);
}

// DATA/NAME_A.txt and all that is called like it, be it there already or not, and NAME.zip in the
// folder or beside it.
bool is_part_of_dataset(const fs::path& output, const fs::path& data) {
    std::error_code ignored;
    const fs::path file = follow_output(output);
    const std::string name = file.filename().string();
    if (!fs::is_directory(data, ignored)) return false;
    if (is_inside(file, data)) {
        if (file.extension() == ".zip") return fs::is_regular_file(file, ignored);
        if (file.extension() != ".txt") return false;
        for (std::size_t end = name.find('_'); end != std::string::npos;
             end = name.find('_', end + 1))
            if (fs::exists(data / (name.substr(0, end) + "_A.txt"), ignored) ||
                name.substr(end) == "_A.txt")
                return true;
        return false;
    }
    const fs::path folder = fs::weakly_canonical(data, ignored);
    return name == folder.filename().string() + ".zip" && fs::exists(file, ignored) &&
           is_inside(file, folder.parent_path());
}

void require_own(const Named& output, const Paths& paths) {
    if (output.path.empty()) throw ConfigError("the name of a file to write is empty; give one");
    std::error_code ignored;
    if (fs::exists(output.path, ignored) && !fs::is_regular_file(output.path, ignored))
        return;  // a device takes all, and a folder is refused where it is to be written
    const auto is_output = [&](const Named& other) {
        return is_same_file(output.path, other.path);
    };
    if (std::ranges::count_if(paths.outputs, is_output) > 1)
        throw ConfigError(fmt::format("{}: is named twice; what is written needs a name of its own",
                                      output.path.string()));
    const auto refuse = [&](const Named& input, std::string_view what) {
        throw ConfigError(fmt::format("{}: is {} ({}); write to another file", output.path.string(),
                                      what, input.option));
    };
    for (const Named& input : paths.inputs) {
        if (!fs::exists(input.path, ignored)) continue;  // 'demo', or an error that comes later
        if (is_output(input)) refuse(input, "read by this command, too");
        if (is_part_of_dataset(output.path, input.path))
            refuse(input, "part of a dataset that is read");
    }
    for (const Named& folder : paths.weights)
        if (fs::exists(output.path, ignored) && is_inside(output.path, folder.path))
            refuse(folder, "part of a model that is read");
}

}  // namespace

CLI::Option* reads(CLI::Option* option) { return option->type_name(kRead); }
CLI::Option* writes(CLI::Option* option) { return option->type_name(kWritten); }
CLI::Option* writes_into(CLI::Option* option) { return option->type_name(kWrittenInto); }

void require_own_outputs(const CLI::App& program) {
    const Paths paths(program);
    for (const Named& output : paths.outputs) require_own(output, paths);
    for (const Named& folder : paths.folders) {
        if (folder.path.empty())
            throw ConfigError("the name of a folder to write is empty; give one");
        for (const Named& input : paths.weights)
            if (is_same_file(folder.path, input.path))
                throw ConfigError(
                    fmt::format("{}: is a model that is read ({}); name another folder",
                                folder.path.string(), input.option));
    }
}

}  // namespace dhgak::cli
