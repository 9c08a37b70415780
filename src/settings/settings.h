// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/kernel/kernel.h"
#include "dhgak/settings/options.h"

namespace dhgak {

struct SettingInfo;

// What a setting is of: what trains a model has its record, what judges it has not.
enum class SettingOf { kernel, learner, folds, source, resources, run };

// What values are, for those who convert them: the command line and Python. The alternatives of
// SettingValue in their order, then what has a form of its own.
enum class SettingType { text, number, integer, count, flag, numbers, rounds, amount };

// A part of a kernel on slices that a setting decides first; fits share what no setting tells
// apart. Clusters depend on points, and points on embeddings.
enum class SettingDecides { other, embedding, points, clusters };

// Where a setting is in RunOptions. `set` throws ConfigError that names the setting and what it
// accepts.
struct SettingField {
    SettingValue (*get)(const SettingInfo&, const RunOptions&);
    void (*set)(const SettingInfo&, RunOptions&, const std::string& text);
};

// What most settings do not have.
struct SettingRules {
    std::string_view stage = {};           // commands take the settings of stages; empty: the group
    std::string_view flag = {};            // where it is not spelled as the name is
    std::string_view values = {};          // all that it may be, with blanks between; empty: more
    SettingType form = SettingType::text;  // text: that of the value
    bool (*matters)(const KernelTraits&, const RunOptions&) = nullptr;  // null: always
    SettingDecides decides = SettingDecides::other;
    bool is_rare = false;    // shown where it differs from the default only
    bool is_grid = false;    // a search takes a list of it
    bool is_file = false;    // names a file that is read
    bool is_chosen = false;  // training chooses from it, and a model tells what it chose
};

// How a setting is found.
struct SettingName {
    std::string_view name;   // `cluster_factor`: the flag is --cluster-factor
    std::string_view group;  // heading in --help; empty: the command's general options
    SettingOf of;
};

// All that the program, its files and its Python package know about an option.
struct SettingInfo : SettingName {
    SettingField field;
    std::string_view meaning;
    SettingRules rules = {};
};

// Every setting, in reading order.
std::span<const SettingInfo> settings();

// Null where there is none of that name.
const SettingInfo* find_setting(std::string_view name);

// Throws ConfigError for an unknown name or a value that it does not accept.
void set_setting(RunOptions& options, std::string_view name, const std::string& text);

std::string flag_of(const SettingInfo& info);  // without the dashes
std::vector<std::string> values_of(const SettingInfo& info);
SettingType type_of(const SettingInfo& info);
Setting setting_of(const SettingInfo& info, const RunOptions& options);
bool is_default(const SettingInfo& info, const RunOptions& options);
bool matters(const SettingInfo& info, const KernelTraits& traits, const RunOptions& options);

// Whether it means nothing to kernels without slices.
bool is_of_slices(const SettingInfo& info);

// A setting for as long as the object lives, so that tests see how one comes to be known
// everywhere.
class ExtraSetting {
public:
    explicit ExtraSetting(const SettingInfo& info);
    ~ExtraSetting();
    ExtraSetting(const ExtraSetting&) = delete;
    ExtraSetting& operator=(const ExtraSetting&) = delete;
};

}  // namespace dhgak
