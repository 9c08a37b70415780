// SPDX-License-Identifier: MIT
#include "dhgak/run/options.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "kernels/registry.h"
#include "settings/settings.h"
#include "settings/texts.h"

namespace dhgak {
namespace {

// The settings of a run for which `is_wanted` holds, in reading order.
template <typename Wanted>
std::vector<Setting> settings_of(const RunOptions& options, const Wanted& is_wanted) {
    const KernelTraits traits = traits_of(options.kernel.method);
    std::vector<Setting> found;
    for (const SettingInfo& info : settings())
        if (is_wanted(info) && matters(info, traits, options))
            found.push_back(setting_of(info, options));
    return found;
}

}  // namespace

KernelSetup setup_of(const RunOptions& options) {
    return {.seed = options.seed, .device = options.resources.device};
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

std::vector<Setting> kernel_settings(const RunOptions& options) {
    return settings_of(options,
                       [](const SettingInfo& info) { return info.of == SettingOf::kernel; });
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
    for (const SettingInfo& info : settings()) {
        const bool is_judged =
            info.of == SettingOf::kernel && info.rules.matters && info.name != "edges";
        if (!is_judged || is_default(info, options)) continue;
        const bool is_used = std::ranges::any_of(
            kernels, [&](const Spec& k) { return matters(info, traits_of(k), options); });
        if (is_used) continue;
        const std::string why =
            !has_slices ? fmt::format("{} no slices", they_have)
            : info.name == "cluster_factor" && any(&KernelTraits::uses_clusters)
                ? fmt::format("--cluster {} finds its number of clusters by itself",
                              text_of(options.kernel.align.cluster))
                : fmt::format("{} no use for it", they_have);
        throw ConfigError(fmt::format("{} changes nothing: {}; leave it out", flag_of(info), why));
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
    return settings_of(options, [](const SettingInfo& info) {
        return info.of != SettingOf::kernel && info.of != SettingOf::source;
    });
}

std::vector<Setting> source_settings(const RunOptions& options) {
    return settings_of(options, [&](const SettingInfo& info) {
        return info.of == SettingOf::source && !is_default(info, options);
    });
}

std::vector<Setting> training_settings(const RunOptions& options) {
    return settings_of(options, [](const SettingInfo& info) {
        return (info.of == SettingOf::learner && !info.rules.is_chosen) ||
               info.of == SettingOf::run;
    });
}

std::vector<Setting> shown_settings(const RunOptions& options) {
    return settings_of(options, [&](const SettingInfo& info) {
        return info.of == SettingOf::kernel && !(info.rules.is_rare && is_default(info, options));
    });
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
    const KernelTraits traits = traits_of(options.kernel.method);
    std::string text;
    for (const SettingInfo& info : settings()) {
        if (info.of == SettingOf::folds || is_default(info, options) ||
            !matters(info, traits, options))
            continue;
        text += " --" + flag_of(info);
        if (type_of(info) != SettingType::flag)
            text += " " + shell_quoted(setting_of(info, options).text());
    }
    return text.empty() ? text : text.substr(1);
}

std::string title_of(const std::string& score) { return std::string(find_score(score).title); }

}  // namespace dhgak
