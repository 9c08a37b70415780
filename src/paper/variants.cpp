// SPDX-License-Identifier: MIT
#include "paper/variants.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "dhgak/kernel/registry.h"
#include "dhgak/paper/paper_results.h"

namespace dhgak {
namespace {

Variant variant_of(const std::string& kernel, const Spec& nlm, std::string paper_method) {
    return {.title = fmt::format("{} {}", kernel, nlm.name == "bert" ? nlm.name : nlm.text()),
            .kernels = {{.name = kernel, .options = {}}},
            .nlm = nlm,
            .paper_method = std::move(paper_method)};
}

// Kernels of one name stand together, whatever their options.
void add_kernels(const std::vector<Spec>& kernels, const Spec& nlm,
                 std::vector<Variant>& variants) {
    std::vector<std::string> names;
    for (const Spec& kernel : kernels)
        if (std::ranges::count(names, kernel.name) == 0) names.push_back(kernel.name);
    for (const std::string& name : names) {
        const bool on_slices =
            !is_registered(name) || traits_of({.name = name, .options = {}}).uses_slices;
        if (!on_slices && std::ranges::count(variants, name, &Variant::title) > 0) continue;
        Variant variant = variant_of(name, nlm, "");
        if (!on_slices) variant.title = name;
        if (name == "dhgak" && nlm == paper_word2vec()) variant.paper_method = "DHGAK-w2v";
        if (name == "dhgak" && nlm.name == "bert") variant.paper_method = "DHGAK-BERT";
        variant.kernels.clear();
        for (const Spec& kernel : kernels)
            if (kernel.name == name) variant.kernels.push_back(kernel);
        if (!on_slices && variant.kernels.size() == 1)
            variant.kernels = published_grid(variant.kernels.front());
        variants.push_back(std::move(variant));
    }
}

// The paper's other kernels, where they are registered here and not asked for already.
void add_paper_kernels(std::vector<Variant>& variants) {
    for (const std::string& method : paper_methods("table1")) {
        std::string name = method;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
        if (!is_registered(name)) continue;
        const auto known = std::ranges::find(variants, name, &Variant::title);
        if (known != variants.end()) {
            known->paper_method = method;
            continue;
        }
        variants.push_back(variant_of(name, {.name = "label", .options = {}}, method));
        variants.back().title = name;
        variants.back().kernels = published_grid(variants.back().kernels.front());
    }
}

}  // namespace

bool is_registered(const std::string& kernel) {
    const auto kernels = list_kernels();
    return std::ranges::count(kernels, kernel, &MethodInfo::name) > 0;
}

Spec limited(Spec kernel, const ReproduceOptions& options) {
    for (const MethodInfo& info : list_kernels())
        if (info.name == kernel.name && options.time_limit > 0 && !kernel.has("time_limit") &&
            std::ranges::count(info.options, "time_limit", &OptionInfo::key) > 0)
            kernel.set("time_limit", fmt::format("{:g}", options.time_limit));
    return kernel;
}

std::vector<Variant> variants_of(const ReproduceOptions& options) {
    const Spec w2v = paper_word2vec(), label = {.name = "label", .options = {}};
    if (options.experiment == "table3")
        return {variant_of("dhgak", options.bert, "DHGAK-BERT"),
                variant_of("dhgak", w2v, ""),
                variant_of("dhgak", label, "HGAK-label"),
                variant_of("dgak", options.bert, "DGAK-BERT"),
                variant_of("dgak", w2v, ""),
                variant_of("dhw", options.bert, "DHW-BERT"),
                variant_of("dhw", w2v, "")};
    if (options.experiment == "table7") {
        Variant density = variant_of("dhgak", w2v, "DHGAK-w2v (DBSCAN)");
        density.title = "dhgak w2v, dbscan";
        density.cluster = {{.name = "dbscan", .options = {}}};
        Variant both = variant_of("dhgak", w2v, "DHGAK-w2v (K-means, DBSCAN)");
        both.title = "dhgak w2v, kmeans and dbscan";
        both.cluster = {{.name = "kmeans", .options = {}}, {.name = "dbscan", .options = {}}};
        return {std::move(density), std::move(both)};
    }
    std::vector<Variant> variants;
    for (const Spec& nlm : options.nlms) add_kernels(options.kernels, nlm, variants);
    add_kernels(options.kernels, options.bert, variants);
    add_paper_kernels(variants);
    for (Variant& variant : variants)
        for (Spec& kernel : variant.kernels) kernel = limited(kernel, options);
    return variants;
}

}  // namespace dhgak
