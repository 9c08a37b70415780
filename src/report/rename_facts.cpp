// SPDX-License-Identifier: MIT
#include "report/rename_facts.h"

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

using Meanings = std::map<std::string, std::string>;

void rename_text(Json& text, const Meanings& meanings) {
    if (!text.is_string()) return;
    if (const auto found = meanings.find(text.get<std::string>()); found != meanings.end())
        text = found->second;
}

// A list of names, where the parent has one.
void rename_list(Json& parent, const char* member, const Meanings& meanings) {
    if (!parent.is_object() || !parent.contains(member)) return;
    for (Json& text : parent.at(member)) rename_text(text, meanings);
}

// The same for a list whose names differ, and still do when they are renamed.
void rename_distinct(Json& parent, const char* member, const Meanings& meanings) {
    rename_list(parent, member, meanings);
    if (!parent.is_object() || !parent.contains(member)) return;
    std::set<std::string> seen;
    for (const Json& text : parent.at(member))
        if (text.is_string() && !seen.insert(text.get<std::string>()).second)
            throw InputError(fmt::format(
                "'{}' is what one name means and another name itself; give each a meaning",
                text.get<std::string>()));
}

}  // namespace

void rename_facts(Json& facts, const DisplayNames& names) {
    if (names.empty()) return;
    for (Json& run : facts.at("runs"))
        if (run.contains("dataset"))
            rename_distinct(run.at("dataset"), "class_names", names.classes);
    if (facts.contains("model")) rename_distinct(facts.at("model"), "class_names", names.classes);
    if (facts.contains("data")) {
        Json& data = facts.at("data");
        rename_distinct(data, "class_names", names.classes);
        for (Json& bar : data.at("labels").at("bars")) rename_text(bar.at("name"), names.labels);
    }
    if (!facts.contains("graphs")) return;
    Json& graphs = facts.at("graphs");
    rename_distinct(graphs, "class_names", names.classes);
    rename_list(graphs, "model_classes", names.classes);
    rename_distinct(graphs, "label_names", names.labels);
    if (graphs.contains("important"))
        for (Json& of_class : graphs.at("important"))
            rename_text(of_class.at("class"), names.classes);
    if (graphs.contains("clusters"))
        for (Json& cluster : graphs.at("clusters"))
            if (cluster.contains("typical"))
                rename_list(cluster.at("typical"), "labels", names.labels);
}

}  // namespace dhgak
