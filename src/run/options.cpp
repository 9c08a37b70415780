// SPDX-License-Identifier: MIT
#include "dhgak/run/options.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/kernels/registry.h"
#include "kernels/slices/names.h"

namespace dhgak {
namespace {

// Flags of the command line that are not spelled as the setting is.
const std::pair<const char*, const char*> kFlags[] = {
    {"cluster_factor", "cluster-factor"},
    {"short_hops", "short-hops"},
    {"first_hop", "first-hop"},
    {"codebook_graphs", "codebook-graphs"},
    {"inner_folds", "inner-folds"},
    {"inner_graphs", "inner-graphs"},
    {"split_by", "split"},
};

// What judges a result and has no part in training a model.
const std::string kOfFoldsOnly[] = {"folds",  "repeats", "inductive", "group_duplicates",
                                    "splits", "split_by"};

std::string flag_of(const std::string& setting) {
    for (const auto& [name, flag] : kFlags)
        if (setting == name) return flag;
    return setting;
}

template <typename Kind>
Kind parse_name(const char* what, const std::string& text, std::initializer_list<Kind> kinds) {
    std::vector<std::string> known;
    for (const Kind kind : kinds) {
        if (name_of(kind) == text) return kind;
        known.push_back(name_of(kind));
    }
    throw ConfigError(fmt::format("unknown {} '{}'; known: {}", what, text, fmt::join(known, " ")));
}

}  // namespace

KernelSetup setup_of(const RunOptions& options) {
    return {.seed = options.seed, .device = options.resources.device};
}

std::string split_text(const RunOptions& options) {
    switch (options.folds.split) {
        case SplitBy::random:
            return "random";
        case SplitBy::scaffold:
            return "scaffold";
        case SplitBy::column:
            break;
    }
    return "column:" + options.read.molecules.split_column;
}

void set_split(RunOptions& options, const std::string& text) {
    const std::string column = "column:";
    options.read.molecules.scaffolds = text == "scaffold";
    options.read.molecules.split_column.clear();
    if (text == "random") {
        options.folds.split = SplitBy::random;
    } else if (text == "scaffold") {
        options.folds.split = SplitBy::scaffold;
    } else if (text.starts_with(column) && text.size() > column.size()) {
        options.folds.split = SplitBy::column;
        options.read.molecules.split_column = text.substr(column.size());
    } else {
        throw ConfigError(
            fmt::format("unknown split '{}'; known: random scaffold column:NAME", text));
    }
}

bool has_own_folds(const RunOptions& options) {
    return !options.folds.splits.empty() || options.folds.split == SplitBy::column;
}

Run resolve(const RunOptions& options) {
    validate(options.learn);
    validate(options.folds);
    if (options.folds.group_duplicates && !options.folds.splits.empty())
        throw ConfigError("splits and group-duplicates exclude each other: own folds are kept");
    if (options.folds.split != SplitBy::random &&
        (options.folds.group_duplicates || !options.folds.splits.empty()))
        throw ConfigError(
            fmt::format("split {} excludes splits and group-duplicates: each makes folds",
                        split_text(options)));
    Run run = {
        .options = options,
        .traits = traits_of(options.kernel.method),
        .kernel = make_kernel(options.kernel.method, options.kernel.align, setup_of(options))};
    if (options.kernel.codebook_graphs > 0 && !run.kernel->learns_codebook())
        throw ConfigError(fmt::format(
            "kernel {} has no clusters to learn from a sample; leave codebook-graphs out",
            options.kernel.method.text()));
    if (input_of(options.learn.learner) == LearnsFrom::features && !run.traits.has_features)
        throw ConfigError(
            fmt::format("kernel {} has no explicit features for learner {}; use svm or auto",
                        options.kernel.method.text(), options.learn.learner.text()));
    return run;
}

std::string Setting::text() const {
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::vector<double>>)
                return fmt::format("{}", fmt::join(held, ","));
            else
                return fmt::format("{}", held);
        },
        value);
}

std::vector<Setting> kernel_settings(const RunOptions& options) {
    const KernelTraits& traits = traits_of(options.kernel.method);
    std::vector<Setting> settings;
    settings.push_back({"kernel", options.kernel.method.text()});
    if (!traits.uses_slices) return settings;
    const AlignOptions& align = options.kernel.align;
    settings.push_back({"nlm", align.nlm.text()});
    settings.push_back({"H", std::int64_t{align.slices.H}});
    settings.push_back({"b", std::int64_t{align.slices.b}});
    if (traits.uses_hops) settings.push_back({"alpha", shortest(align.alpha)});
    if (traits.uses_clusters) {
        settings.push_back({"cluster", text_of(align.cluster)});
        if (uses_cluster_factor(align.cluster))
            settings.push_back({"cluster_factor", align.cluster_factor});
        settings.push_back({"T", std::int64_t{align.T}});
        settings.push_back({"codebook_graphs", options.kernel.codebook_graphs});
    }
    settings.push_back({"refine", text_of_rounds(align.refine)});
    if (refines_labels(align)) settings.push_back({"edges", name_of_edges(align.edge_labels)});
    settings.push_back({"attributes", align.attributes.text()});
    settings.push_back({"short_hops", name_of(align.slices.short_hops)});
    if (traits.uses_hops) {
        settings.push_back({"hop0", name_of(align.slices.hop0)});
        settings.push_back({"first_hop", std::int64_t{align.first_hop}});
    }
    return settings;
}

std::optional<Spec> with_option(const Spec& kernel, std::string_view key, std::string_view value) {
    if (!takes_option(kernel, key)) return std::nullopt;
    Spec changed = kernel;
    changed.set(key, value);
    try {
        make_kernel(changed, {});
    } catch (const ConfigError&) {
        return std::nullopt;
    }
    return changed;
}

void require_used(const RunOptions& options) { require_used(options, {&options.kernel.method, 1}); }

void require_used(const RunOptions& options, std::span<const Spec> kernels) {
    const auto any = [&](bool KernelTraits::*trait) {
        return std::ranges::any_of(kernels, [&](const Spec& k) { return traits_of(k).*trait; });
    };
    const std::string they_have = kernels.size() == 1
                                      ? fmt::format("kernel {} has", kernels.front().name)
                                      : "the kernels have";
    const bool has_slices = any(&KernelTraits::uses_slices);
    if (options.kernel.align.edge_labels && !has_slices) {
        for (const Spec& kernel : kernels)
            if (const auto remedy = with_option(kernel, "edges", "yes"))
                throw ConfigError(
                    fmt::format("edges use is for kernels with slices; {} uses edge labels as {}",
                                kernel.name, remedy->text()));
        throw ConfigError(fmt::format("{} no use for edge labels; leave edges out", they_have));
    }
    const std::vector<Setting> usual = kernel_settings(RunOptions{});
    RunOptions other = options;
    std::set<std::string> used;
    for (const Spec& kernel : kernels) {
        other.kernel.method = kernel;
        for (const Setting& setting : kernel_settings(other)) used.insert(setting.name);
    }
    other.kernel.method = RunOptions{}.kernel.method;
    std::vector<Setting> given = kernel_settings(other);
    given.push_back({"cluster_factor", options.kernel.align.cluster_factor});
    for (const Setting& setting : given) {
        if (used.contains(setting.name) || std::ranges::count(usual, setting) > 0) continue;
        const std::string why =
            !has_slices ? fmt::format("{} no slices", they_have)
            : setting.name == "cluster_factor" && any(&KernelTraits::uses_clusters)
                ? fmt::format("--cluster {} finds its number of clusters by itself",
                              text_of(options.kernel.align.cluster))
                : fmt::format("{} no use for it", they_have);
        throw ConfigError(
            fmt::format("{} changes nothing: {}; leave it out", flag_of(setting.name), why));
    }
}

bool uses_edge_labels(const RunOptions& options) {
    const KernelTraits traits = traits_of(options.kernel.method);
    return traits.uses_edge_labels || (traits.uses_slices && refines_labels(options.kernel.align) &&
                                       options.kernel.align.edge_labels);
}

bool uses_attributes(const RunOptions& options) {
    const KernelTraits traits = traits_of(options.kernel.method);
    return traits.uses_slices ? options.kernel.align.attributes.name != "off"
                              : traits.uses_attributes;
}

std::vector<Setting> judging_settings(const RunOptions& options) {
    const LearnOptions& learn = options.learn;
    // One after the other: a list of them in braces is taken apart wrongly by GCC 12 where memory
    // runs out in the middle of it.
    std::vector<Setting> settings;
    settings.push_back({"svm", svm_text(options.learn.learner)});
    if (!has_own_folds(options)) settings.push_back({"folds", options.folds.count});
    settings.push_back({"inner_folds", learn.inner_folds});
    settings.push_back({"inner_graphs", learn.inner_graphs});
    settings.push_back({"repeats", options.folds.repeats});
    settings.push_back({"inductive", options.folds.inductive});
    settings.push_back({"C", learn.C});
    settings.push_back({"score", learn.score});
    settings.push_back({"balance", learn.balance});
    settings.push_back({"group_duplicates", options.folds.group_duplicates});
    settings.push_back({"splits", options.folds.splits.string()});
    settings.push_back({"split_by", split_text(options)});
    settings.push_back({"memory", options.resources.memory});
    settings.push_back({"seed", options.seed});
    return settings;
}

std::vector<Setting> molecule_settings(const MoleculeOptions& options) {
    std::vector<Setting> settings;
    const auto add = [&](const char* name, const std::string& column) {
        if (!column.empty()) settings.push_back({name, column});
    };
    add("smiles", options.smiles_column);
    add("class", options.class_column);
    add("name", options.name_column);
    if (options.atoms != AtomLabels::ecfp) settings.push_back({"atoms", std::string("element")});
    if (options.stereo) settings.push_back({"stereo", true});
    if (options.bad == BadMolecules::skip) settings.push_back({"bad", std::string("skip")});
    if (options.max_atoms != MoleculeOptions{}.max_atoms)
        settings.push_back({"max_atoms", options.max_atoms});
    return settings;
}

std::vector<Setting> shown_settings(const RunOptions& options) {
    static const std::string rarely_changed[] = {"codebook_graphs", "refine", "attributes",
                                                 "short_hops",      "hop0",   "first_hop"};
    const std::vector<Setting> defaults =
        kernel_settings(RunOptions{.kernel = {.method = options.kernel.method}});
    std::vector<Setting> shown = kernel_settings(options);
    std::erase_if(shown, [&](const Setting& setting) {
        return std::ranges::count(rarely_changed, setting.name) > 0 &&
               std::ranges::count(defaults, setting) > 0;
    });
    return shown;
}

std::string text_of(const RunOptions& options) {
    std::string text;
    for (const Setting& setting : shown_settings(options))
        text += setting.name == "kernel" ? setting.text()
                                         : fmt::format(" {}={}", setting.name, setting.text());
    return text;
}

std::string shell_quoted(const std::string& text) {
    const auto is_plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("_@%+=:,./-").find(c) != std::string::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string command_line_of(const RunOptions& options) {
    std::string text;
    const RunOptions defaults = {.kernel = {.method = options.kernel.method}};
    const auto add_changed = [&](const std::vector<Setting>& settings,
                                 const std::vector<Setting>& usual) {
        for (const Setting& setting : settings) {
            if (std::ranges::count(usual, setting) > 0) continue;
            const std::string flag = flag_of(setting.name);
            const bool* is_set = std::get_if<bool>(&setting.value);
            text += " --" + flag;
            if (!is_set) text += " " + shell_quoted(setting.text());
        }
    };
    add_changed(molecule_settings(options.read.molecules), {});
    if (options.kernel.method != RunOptions{}.kernel.method)
        text += " --kernel " + shell_quoted(options.kernel.method.text());
    add_changed(kernel_settings(options), kernel_settings(defaults));
    std::vector<Setting> learning = judging_settings(options);
    std::erase_if(learning, [](const Setting& setting) {
        return std::ranges::count(kOfFoldsOnly, setting.name) > 0;
    });
    add_changed(learning, judging_settings(defaults));
    return text.empty() ? text : text.substr(1);
}

// The learner as --svm names it.
std::string svm_text(const Spec& learner) {
    return learner.name == "svm" ? "kernel" : learner.text();
}

Spec parse_learner(const std::string& text) {
    const LearnOptions options = {.learner = Spec::parse(text == "kernel" ? "svm" : text)};
    make_learner(options);
    return options.learner;
}

std::string title_of(const std::string& score) { return std::string(find_score(score).title); }

std::string parse_score(const std::string& text) { return std::string(find_score(text).name); }

}  // namespace dhgak
