// SPDX-License-Identifier: MIT
#include "kernels/slices/align_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "methods/embedders.h"
#include "settings/settings.h"
#include "torch/gpu_lloyd.h"

namespace dhgak {
namespace {

// Labels hardly change after that many rounds; what is larger is a typing error.
constexpr int kMostRounds = 100;

}  // namespace

void validate(const AlignOptions& options) {
    validate(options.slices);
    if (!(options.alpha >= 0 && options.alpha <= 1))
        throw ConfigError(fmt::format("alpha is {}; it must be in 0..1", options.alpha));
    if (options.cluster.empty())
        throw ConfigError("no clustering method is given; at least one is needed, like kmeans");
    if (!std::isfinite(options.cluster_factor) || options.cluster_factor <= 0)
        throw ConfigError(
            fmt::format("the cluster factor is {}; it must be a finite number above 0",
                        options.cluster_factor));
    if (options.T < 1 || options.T > 100'000)
        throw ConfigError(fmt::format("T is {}; it must be in 1..100000", options.T));
    if (options.first_hop < 0 || options.first_hop > options.slices.H)
        throw ConfigError(fmt::format("the first hop is {}; it must be in 0..{}, up to H",
                                      options.first_hop, options.slices.H));
    const std::vector<int>& rounds = options.refine;
    if (rounds.empty() || rounds.front() < 0 || rounds.back() > kMostRounds ||
        std::ranges::adjacent_find(rounds, std::greater_equal()) != rounds.end())
        throw ConfigError(
            fmt::format("refine is '{}'; it must be a list of rounds, each once, in 0..{}: 0,1,2",
                        text_of_rounds(rounds), kMostRounds));
}

void validate(const KernelSetup& setup) {
    if (setup.device != "auto" && setup.device != "cpu" && setup.device != "cuda")
        throw ConfigError(fmt::format("unknown device '{}'; known: auto cpu cuda", setup.device));
}

AlignmentParts build_alignment(const AlignOptions& options, const KernelSetup& setup) {
    validate(options);
    validate(setup);
    AlignmentParts parts = {.slices = options.slices,
                            .alpha = options.alpha,
                            .embedder = nullptr,
                            .methods = {},
                            .T = options.T,
                            .first_hop = options.first_hop,
                            .seed = setup.seed};
    parts.embedder = make_embedder(options.nlm, options.attributes, {{"device", setup.device}});
    const RunValues run = {{"cluster_factor", fmt::format("{}", options.cluster_factor)},
                           {"device", parts.embedder->device()}};
    for (const Spec& spec : options.cluster)
        parts.methods.push_back(
            {.name = spec.name, .aligner = make_aligner(spec, &gpu_lloyd(), run)});
    return parts;
}

AlignmentKeys keys_of(const AlignOptions& options, const KernelSetup& setup) {
    const RunOptions run = {
        .seed = setup.seed, .kernel = {.align = options}, .resources = {.device = setup.device}};
    const auto text_of_all = [&](SettingDecides what) {
        std::string text;
        for (const SettingInfo& info : settings())
            if (info.rules.decides == what)
                text += fmt::format("{}={} ", info.name, setting_of(info, run).text());
        return text;
    };
    AlignmentKeys keys;
    keys.embedding = text_of_all(SettingDecides::embedding);
    keys.points = keys.embedding + text_of_all(SettingDecides::points);
    keys.clusters = keys.points + text_of_all(SettingDecides::clusters);
    return keys;
}

}  // namespace dhgak
