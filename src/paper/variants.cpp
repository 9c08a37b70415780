// SPDX-License-Identifier: MIT
#include "paper/variants.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "kernels/registry.h"
#include "paper/paper_results.h"

namespace dhgak {
namespace {

Variant variant_of(const std::string& kernel, const Spec& nlm, std::string paper_method) {
    return {.title = title_of(kernel, nlm),
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
        const bool on_slices = traits_of({.name = name, .options = {}}).uses_slices;
        if (!on_slices && std::ranges::count(variants, name, &Variant::title) > 0) continue;
        Variant variant = variant_of(name, nlm, paper_method_of(name, nlm));
        if (!on_slices) variant.title = name;
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
        const std::optional<std::string> name = kernel_of(method);
        if (!name) continue;
        const auto known = std::ranges::find(variants, *name, &Variant::title);
        if (known != variants.end()) {
            known->paper_method = method;
            continue;
        }
        variants.push_back(variant_of(*name, {.name = "label", .options = {}}, method));
        variants.back().title = *name;
        variants.back().kernels = published_grid(variants.back().kernels.front());
    }
}

}  // namespace

std::string title_of(const std::string& kernel, const Spec& nlm) {
    return fmt::format("{} {}", kernel, nlm.name == "bert" ? nlm.name : nlm.text());
}

std::string paper_method_of(const std::string& kernel, const Spec& nlm) {
    if (kernel != "dhgak") return {};
    if (nlm.name == "bert") return "DHGAK-BERT";
    return nlm == paper_word2vec() ? "DHGAK-w2v" : "";
}

std::optional<std::string> kernel_of(const std::string& paper_method) {
    std::string name = paper_method;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (std::ranges::count(list_kernels(), name, &MethodInfo::name) == 0) return std::nullopt;
    return name;
}

Spec limited(Spec kernel, const ReproduceOptions& options) {
    if (options.time_limit > 0 && !kernel.has("time_limit") &&
        takes_option({.name = kernel.name, .options = {}}, "time_limit"))
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
