// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/learn/folds.h"
#include "io/json_text.h"
#include "io/read_text.h"

namespace dhgak {
namespace {

using Json = nlohmann::json;

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        line.erase(0, line.find_first_not_of(" \t"));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        lines.push_back(std::move(line));
        begin = end + 1;
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::vector<Split> read_numbers(const std::string& text, const std::string& name,
                                std::size_t num_graphs) {
    const std::vector<std::string> lines = split_lines(text);
    if (lines.size() != num_graphs)
        throw InputError(
            fmt::format("{}: {} lines, but there are {} graphs; one fold number per "
                        "graph is expected, or a JSON list",
                        name, lines.size(), num_graphs));
    std::vector<std::uint32_t> folds;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::uint32_t fold = 0;
        const char* end = lines[i].data() + lines[i].size();
        const auto [at, error] = std::from_chars(lines[i].data(), end, fold);
        if (error != std::errc() || at != end || fold >= num_graphs)
            throw InputError(fmt::format("{}:{}: '{}' is not a fold number from 0 to {}", name,
                                         i + 1, lines[i], num_graphs - 1));
        folds.push_back(fold);
    }
    const std::uint32_t num_folds = std::ranges::max(folds) + 1;
    if (num_folds < 2) throw InputError(fmt::format("{}: all graphs are in fold 0", name));
    std::vector<Split> splits;
    for (std::uint32_t f = 0; f < num_folds; ++f) {
        splits.push_back(split_at(folds, f));
        if (splits.back().test.empty())
            throw InputError(
                fmt::format("{}: no graph is in fold {}, but there is a fold {}; "
                            "number the folds from 0",
                            name, f, num_folds - 1));
    }
    return splits;
}

class JsonSplits {
public:
    JsonSplits(std::string name, std::size_t num_graphs)
        : name_(std::move(name)), num_graphs_(num_graphs) {}

    std::vector<Split> read(const Json& json) const {
        if (!json.is_array() || json.empty())
            fail("the whole", "a list of splits with \"train\" and \"test\"");
        std::vector<Split> splits;
        for (std::size_t s = 0; s < json.size(); ++s) {
            const std::string place = fmt::format("split {}", s);
            if (!json[s].is_object()) fail(place, "an object with \"train\" and \"test\"");
            splits.push_back(read_split(json[s], place));
        }
        return splits;
    }

private:
    [[noreturn]] void fail(const std::string& place, const std::string& expected) const {
        throw InputError(fmt::format("{}: {} must be {}", name_, place, expected));
    }

    Split read_split(const Json& json, const std::string& place) const {
        Split split;
        add(json, "test", place, split.test);
        if (json.contains("train") || !json.contains("model_selection")) {
            add(json, "train", place, split.train);
        } else {
            const Json& selections = json["model_selection"];
            if (!selections.is_array() || selections.empty() ||
                !std::ranges::all_of(selections, [](const Json& s) { return s.is_object(); }))
                fail(place + " \"model_selection\"", "a list of objects");
            for (std::size_t i = 0; i < selections.size(); ++i) {
                std::vector<std::size_t> both;
                add(selections[i], "train", place, both);
                add(selections[i], "validation", place, both);
                std::ranges::sort(both);
                if (i > 0 && both != split.train)
                    fail(place + " \"model_selection\"", "parts of the same graphs in every entry");
                split.train = std::move(both);
            }
        }
        std::ranges::sort(split.train);
        std::ranges::sort(split.test);
        std::vector<std::size_t> all;
        std::ranges::merge(split.train, split.test, std::back_inserter(all));
        const auto twice = std::ranges::adjacent_find(all);
        if (twice != all.end())
            throw InputError(fmt::format("{}: {} lists graph {} twice", name_, place, *twice));
        if (split.train.empty() || split.test.empty())
            fail(place, "training and test graphs, both not empty");
        return split;
    }

    void add(const Json& json, const char* key, const std::string& place,
             std::vector<std::size_t>& graphs) const {
        const std::string named = fmt::format("{} \"{}\"", place, key);
        if (!json.contains(key) || !json[key].is_array()) fail(named, "a list of graph numbers");
        for (const Json& number : json[key]) {
            if (!number.is_number_unsigned() || number.get<std::uint64_t>() >= num_graphs_)
                fail(fmt::format("{}: {}", named, number.dump()),
                     fmt::format("a graph number from 0 to {}", num_graphs_ - 1));
            graphs.push_back(number.get<std::size_t>());
        }
    }

    std::string name_;
    std::size_t num_graphs_;
};

}  // namespace

std::vector<Split> read_splits(const std::filesystem::path& path, std::size_t num_graphs) {
    std::string text = read_text(path);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const std::string name = path.filename().string();
    if (num_graphs == 0) throw InputError(fmt::format("{}: there are no graphs to split", name));
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) throw InputError(fmt::format("{}: the file is empty", name));
    if (text[first] != '[' && text[first] != '{') return read_numbers(text, name, num_graphs);
    return JsonSplits(name, num_graphs).read(parse_json(text, name));
}

}  // namespace dhgak
