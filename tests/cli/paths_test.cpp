// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_program.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

// An option as --help shows it: `-o,--output OUTPUT REQUIRED  Where to ...`.
struct Shown {
    std::string name;  // its last one
    std::string type;  // empty: a flag
    bool is_required = false;

    bool is_positional() const { return !name.starts_with('-'); }
    std::string with(const std::string& value) const {
        return is_positional() ? value : name + "=" + value;
    }
};

struct Command {
    std::string name;
    std::vector<Shown> options;
};

Shown parse_shown(const std::string& line) {
    std::istringstream words(line);
    Shown shown;
    words >> shown.name;
    shown.name = shown.name.substr(shown.name.rfind(',') + 1);
    const std::string rest = line.substr(0, line.find("  ", line.find_first_not_of(' ')));
    words.clear();
    words.str(rest);
    std::string word;
    words >> word >> shown.type;
    if (shown.type == "REQUIRED") shown.type.clear();
    shown.type = shown.type.substr(0, shown.type.find('='));  // without the default
    shown.is_required = rest.find("REQUIRED") != std::string::npos;
    return shown;
}

// The names under a heading, and options under all others.
Command command_of(const std::string& name, std::set<std::string>& commands) {
    Command command = {.name = name, .options = {}};
    std::istringstream help(run_program(name + " --help").out);
    std::string heading;
    for (std::string line; std::getline(help, line);) {
        if (!line.starts_with("  ")) {
            heading = line;
        } else if (line.size() > 2 && line[2] != ' ') {
            const Shown shown = parse_shown(line);
            if (heading == "Subcommands:")
                commands.insert(name + " " + shown.name);
            else
                command.options.push_back(shown);
        }
    }
    return command;
}

const std::vector<Command>& all_commands() {
    static const std::vector<Command> kAll = [] {
        std::vector<Command> all;
        std::set<std::string> names;
        command_of("", names);
        while (!names.empty()) {
            const std::string name = names.extract(names.begin()).value();
            all.push_back(command_of(name, names));
        }
        return all;
    }();
    return kAll;
}

bool takes_any_text(const Shown& option) { return option.type == "TEXT"; }
bool is_output(const Shown& option) { return option.type == "OUTPUT"; }
bool is_input(const Shown& option) { return option.type == "PATH"; }

TEST(Paths, AreDeclared) {
    // Texts that are no paths. A new option is added here, or declared with reads() or writes().
    const std::set<std::string> others = {
        "--across",  "--alpha",          "--as",         "--attributes", "--bert", "--class",
        "--cluster", "--cluster-factor", "--datasets",   "--device",     "--down", "--json-limit",
        "--kernel",  "--kernels",        "--max-record", "--memory",     "--name", "--nlm",
        "--refine",  "--smiles",         "--split",      "--url",        "NAME"};
    std::size_t num_paths = 0;
    ASSERT_GE(all_commands().size(), 20U);
    for (const Command& command : all_commands())
        for (const Shown& option : command.options) {
            num_paths += is_output(option) || is_input(option);
            if (takes_any_text(option)) {
                EXPECT_TRUE(others.contains(option.name)) << command.name << ' ' << option.name;
            }
        }
    EXPECT_GT(num_paths, 40U);
}

class OwnOutputs : public testing::Test {
protected:
    // All that is needed and these values; whatever is a path gets a file of its own.
    std::string line_of(const Command& command, const std::vector<const Shown*>& given,
                        const std::vector<std::string>& values) {
        std::string line = command.name;
        for (const Shown& option : command.options) {
            const auto found = std::ranges::find(given, &option);
            if (found != given.end())
                line += " " + option.with(values[static_cast<std::size_t>(found - given.begin())]);
            else if (option.is_required)
                line += " " + option.with(is_input(option)        ? file("other.in")
                                          : is_output(option)     ? (folder_ / "other.out").string()
                                          : option.type == "UINT" ? "5"
                                                                  : "x");
        }
        return line;
    }

    std::string file(const std::string& name) { return folder_.write(name, "content").string(); }

    void expect_refused(const std::string& line, const std::string& what) {
        const Outcome outcome = run_program(line);
        EXPECT_EQ(outcome.code, 2) << line << "\n" << outcome.err;
        EXPECT_NE(outcome.err.find(what), std::string::npos) << line << "\n" << outcome.err;
    }

    ScratchFolder folder_;
};

TEST_F(OwnOutputs, NoOutputOfAnyCommandIsAnInput) {
    std::size_t pairs = 0;
    for (const Command& command : all_commands())
        for (const Shown& output : command.options)
            for (const Shown& input : command.options) {
                if (!is_output(output) || !is_input(input)) continue;
                const std::string path = file("shared");
                expect_refused(line_of(command, {&output, &input}, {path, path}),
                               "is read by this command, too");
                EXPECT_EQ(read_file(path), "content");
                ++pairs;
            }
    EXPECT_GT(pairs, 25U);
}

TEST_F(OwnOutputs, NoTwoOutputsOfAnyCommandAreOne) {
    std::size_t pairs = 0;
    for (const Command& command : all_commands())
        for (const Shown& one : command.options)
            for (const Shown& other : command.options) {
                if (!is_output(one) || !is_output(other) || &one >= &other) continue;
                const std::string path = (folder_ / "shared").string();
                expect_refused(line_of(command, {&one, &other}, {path, path}), "is named twice");
                EXPECT_FALSE(fs::exists(path));
                ++pairs;
            }
    EXPECT_GT(pairs, 7U);
}

TEST_F(OwnOutputs, InEverySpelling) {
    const std::string X = file("X.zip"), q = file("q.dhgak"), a = (folder_ / "a.npy").string();
    fs::create_symlink("X.zip", folder_ / "link");
    fs::create_hard_link(X, folder_ / "hard");
    fs::create_symlink(folder_.path(), folder_ / "round");
    fs::create_symlink("a.npy", folder_ / "later");
    const std::string link = (folder_ / "link").string(), hard = (folder_ / "hard").string(),
                      round = (folder_ / "round").string(), later = (folder_ / "later").string();
    for (const std::string& output :
         {"-o" + X, "-o " + X, "--output=" + X, "--output " + X, "-o" + round + "/./X.zip",
          "-o" + link, "-o" + hard, "--json=" + X + " -o" + a})
        expect_refused("kernel " + X + " --kernel wl " + output, "read by this command");
    expect_refused("kernel " + link + " --kernel wl -o" + X, "read by this command");
    expect_refused("predict " + q + " demo -o" + q, "read by this command");
    for (const std::string& output :
         {"-o" + a + " --json=" + a, "-o" + a + " --json " + round + "/a.npy",
          "-o" + later + " --json=" + a})
        expect_refused("kernel demo --kernel wl " + output, "named twice");
    EXPECT_EQ(read_file(X) + read_file(q), "contentcontent");
    EXPECT_FALSE(fs::exists(a));
}

TEST_F(OwnOutputs, FilesOfDatasetsAreInputs) {
    const std::string data = (folder_ / "YY").string();
    for (const char* name :
         {"YY/XX_A.txt", "YY/XX_graph_indicator.txt", "YY/YY.zip", "YY.zip", "YY/K.npy"})
        file(name);
    fs::create_symlink("YY/XX_node_labels.txt", folder_ / "link");
    for (const std::string& output :
         {data + "/XX_A.txt", data + "/XX_node_labels.txt", data + "/YY.zip", data + ".zip",
          data + "/../YY/XX_edge_labels.txt", (folder_ / "link").string()})
        expect_refused("kernel " + data + "/ --kernel wl -o" + output, "part of a dataset");
    const std::string model = file("m/model.safetensors");
    expect_refused(
        fmt::format("kernel demo --nlm bert:dir={} -o{}", (folder_ / "m").string(), model),
        "part of a model");
    expect_refused(fmt::format("finetune demo --bert {0} -o{0}", (folder_ / "m").string()),
                   "is a model that is read");
    EXPECT_EQ(read_file(data + "/XX_A.txt"), "content");
    EXPECT_FALSE(fs::exists(data + "/XX_node_labels.txt"));
}

TEST_F(OwnOutputs, DevicesAndOldResultsMayBeWrittenOver) {
    const std::string old = file("K.npy");
    EXPECT_EQ(run_program("kernel demo --kernel wl -o /dev/null --json /dev/null").code, 0);
    EXPECT_EQ(run_program("kernel demo --kernel wl -o " + old).code, 0);
    EXPECT_NE(read_file(old), "content");
}

}  // namespace
}  // namespace dhgak
