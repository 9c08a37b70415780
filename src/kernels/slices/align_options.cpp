// SPDX-License-Identifier: MIT
#include "dhgak/kernels/slices/align_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "kernels/slices/names.h"
#include "methods/embedders.h"
#include "torch/gpu_lloyd.h"

namespace dhgak {
namespace {

// Labels hardly change after that many rounds; what is larger is a typing error.
constexpr int kMostRounds = 100;

// Whether an option of the method takes its default from one of the run.
bool inherits(std::string_view method, std::string_view run_option) {
    for (const MethodInfo& info : list_aligners())
        if (info.name == method)
            return std::ranges::count(info.options, run_option, &OptionInfo::inherits) > 0;
    return false;
}

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

bool uses_cluster_factor(const std::vector<Spec>& cluster) {
    return std::ranges::any_of(cluster, [](const Spec& spec) {
        return inherits(spec.name, "cluster_factor") && !spec.has("factor") && !spec.has("k");
    });
}

bool refines_labels(const AlignOptions& options) { return options.refine != std::vector{0}; }

std::vector<int> parse_rounds(const std::string& text) {
    std::vector<int> rounds;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        int round = 0;
        const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, round);
        if (error != std::errc{} || last != text.data() + end)
            throw ConfigError(fmt::format(
                "refine is '{}'; it must be a list of whole numbers, like 0,1,2", text));
        rounds.push_back(round);
        begin = end + 1;
    }
    std::ranges::sort(rounds);
    return rounds;
}

std::string text_of_rounds(const std::vector<int>& rounds) {
    return fmt::format("{}", fmt::join(rounds, ","));
}

AlignmentKeys keys_of(const AlignOptions& options, const KernelSetup& setup) {
    AlignmentKeys keys;
    keys.embedding = fmt::format(
        "{} attributes={} device={} H={} b={} short_hops={} hop0={} seed={}", options.nlm.text(),
        options.attributes.text(), setup.device, options.slices.H, options.slices.b,
        name_of(options.slices.short_hops), name_of(options.slices.hop0), setup.seed);
    keys.points = fmt::format("{} alpha={}", keys.embedding, options.alpha);
    keys.clusters =
        fmt::format("{} cluster={} factor={} T={} first_hop={}", keys.points,
                    text_of(options.cluster), options.cluster_factor, options.T, options.first_hop);
    return keys;
}

}  // namespace dhgak
