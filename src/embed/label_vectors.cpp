// SPDX-License-Identifier: MIT
#include "embed/label_vectors.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

// By label of the dataset: its number in the model.
std::vector<std::uint32_t> match_labels(const std::vector<std::string>& known,
                                        const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::uint32_t> numbers;
    for (const std::string& name : known)
        numbers.emplace(name, static_cast<std::uint32_t>(numbers.size()));
    std::vector<std::uint32_t> matched;
    std::size_t num_unknown = 0;
    for (const std::string& name : names) {
        const auto found = numbers.find(name);
        matched.push_back(found == numbers.end() ? kUnknown : found->second);
        num_unknown += matched.back() == kUnknown;
    }
    if (num_unknown > 0) {
        const auto first = std::ranges::find(matched, kUnknown) - matched.begin();
        log_warning(
            fmt::format("{} of {} labels were not seen in training and count as zero, "
                        "among them '{}'",
                        num_unknown, names.size(), names[static_cast<std::size_t>(first)]));
    }
    return matched;
}

Matrix count_labels(const HopBags& bags, std::span<const std::uint32_t> matched,
                    std::size_t num_labels) {
    Matrix sums(bags.num_bags(), num_labels);
    parallel_for(bags.num_bags(), 1024, [&](std::size_t bag) {
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i)
            if (const std::uint32_t label = matched[bags.labels[i]]; label != kUnknown)
                sums(bag, label) = static_cast<float>(bags.counts[i]);
    });
    return sums;
}

Matrix sum_vectors(const HopBags& bags, std::span<const std::uint32_t> matched,
                   const Matrix& vectors) {
    Matrix sums(bags.num_bags(), vectors.cols());
    parallel_for(bags.num_bags(), 512, [&](std::size_t bag) {
        const auto sum = sums.row(bag);
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i) {
            if (matched[bags.labels[i]] == kUnknown) continue;
            const auto vector = vectors.row(matched[bags.labels[i]]);
            const auto count = static_cast<float>(bags.counts[i]);
            for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += count * vector[c];
        }
    });
    return sums;
}

class LabelVectorModel : public SliceModel {
public:
    explicit LabelVectorModel(LabelVectors labels) : labels_(std::move(labels)) {}

    std::vector<HopVectors> embed(const Slices& slices) const override {
        return embed_bags(slices, bag_slices(slices));
    }

    std::vector<HopVectors> embed_bags(const Slices& slices, std::vector<HopBags> bags) const {
        if (labels_.by_hop.size() > 1 && bags.size() > labels_.by_hop.size())
            throw ConfigError(fmt::format("the model knows hops 0..{}, but H is {}",
                                          labels_.by_hop.size() - 1, bags.size() - 1));
        const std::vector<std::uint32_t> matched =
            match_labels(labels_.names, slices.dataset->label_names);
        std::vector<HopVectors> hops;
        for (std::size_t h = 0; h < bags.size(); ++h) {
            hops.push_back({sum_bags(bags[h], h, matched), std::move(bags[h].bag_of_node)});
            bags[h] = {};
        }
        return hops;
    }

private:
    Matrix sum_bags(const HopBags& bags, std::size_t h,
                    std::span<const std::uint32_t> matched) const {
        if (labels_.by_hop.empty()) return count_labels(bags, matched, labels_.cols());
        return sum_vectors(bags, matched, labels_.by_hop[labels_.by_hop.size() == 1 ? 0 : h]);
    }

    LabelVectors labels_;
};

}  // namespace

FittedEmbedding fit_label_vectors(LabelVectors labels, const Slices& slices,
                                  std::vector<HopBags> bags) {
    auto model = std::make_unique<LabelVectorModel>(std::move(labels));
    std::vector<HopVectors> hops = model->embed_bags(slices, std::move(bags));
    return {std::move(model), std::move(hops)};
}

}  // namespace dhgak
