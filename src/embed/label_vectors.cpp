// SPDX-License-Identifier: MIT
#include "embed/label_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

// In the vector of a label: far more than any that was learned, and sums over 2^24 labels have
// squares that are finite.
constexpr float kLargestNumber = 0x1p16F;

// Of one-hot vectors of a hop: 16 GiB.
constexpr std::size_t kMostNumbers = std::size_t{1} << 32;

// By label of the dataset: its number in the model.
std::vector<std::uint32_t> match_labels(const std::vector<std::string>& known,
                                        const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::uint32_t> numbers;
    for (const std::string& name : known)
        numbers.emplace(name, static_cast<std::uint32_t>(numbers.size()));
    std::vector<std::uint32_t> matched;
    for (const std::string& name : names) {
        const auto found = numbers.find(name);
        matched.push_back(found == numbers.end() ? kUnknown : found->second);
    }
    return matched;
}

void note_unknown(const Dataset& dataset, std::span<const std::uint32_t> matched,
                  NewGraphNotes& notes) {
    if (std::ranges::count(matched, kUnknown) == 0) return;
    for (const std::uint32_t label : dataset.node_labels)
        if (matched[label] == kUnknown) {
            ++notes.unknown_label_nodes;
            notes.unknown_labels.insert(dataset.label_names[label]);
        }
}

// What stands for a label that training never saw.
std::vector<float> mean_vector(const Matrix& vectors) {
    std::vector<double> sum(vectors.cols());
    for (std::size_t r = 0; r < vectors.rows(); ++r)
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += static_cast<double>(vectors(r, c));
    std::vector<float> mean;
    mean.reserve(sum.size());
    for (const double value : sum)
        mean.push_back(static_cast<float>(value / static_cast<double>(vectors.rows())));
    return mean;
}

Matrix count_labels(const HopBags& bags, std::span<const std::uint32_t> matched,
                    std::size_t num_labels) {
    if (num_labels > 0 && bags.num_bags() > kMostNumbers / num_labels)
        throw Error(fmt::format(
            "one-hot vectors of {} labels for {} different slices would take {:.0f} GiB; take "
            "another language model, like w2v, or coarser labels (a lower --refine)",
            num_labels, bags.num_bags(),
            static_cast<double>(bags.num_bags()) * static_cast<double>(num_labels) / (1 << 28)));
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
    const std::vector<float> unknown = mean_vector(vectors);
    parallel_for(bags.num_bags(), 512, [&](std::size_t bag) {
        const auto sum = sums.row(bag);
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i) {
            const std::uint32_t label = matched[bags.labels[i]];
            const auto vector = label == kUnknown ? std::span(unknown) : vectors.row(label);
            const auto count = static_cast<float>(bags.counts[i]);
            for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += count * vector[c];
        }
    });
    return sums;
}

class LabelVectorModel : public SliceModel {
public:
    explicit LabelVectorModel(LabelVectors labels) : labels_(std::move(labels)) {}

    std::vector<HopVectors> embed(const Slices& slices, NewGraphNotes& notes) const override {
        return embed_bags(slices, bag_slices(slices), notes);
    }

    std::vector<HopVectors> embed_bags(const Slices& slices, std::vector<HopBags> bags,
                                       NewGraphNotes& notes) const {
        if (labels_.by_hop.size() > 1 && bags.size() > labels_.by_hop.size())
            throw ConfigError(fmt::format("the model knows hops 0..{}, but H is {}",
                                          labels_.by_hop.size() - 1, bags.size() - 1));
        const std::vector<std::uint32_t> matched =
            match_labels(labels_.names, slices.dataset->label_names);
        note_unknown(*slices.dataset, matched, notes);
        notes.unknown_label =
            labels_.by_hop.empty() ? UnknownLabel::is_left_out : UnknownLabel::is_average;
        std::vector<HopVectors> hops;
        for (std::size_t h = 0; h < bags.size(); ++h) {
            hops.push_back({sum_bags(bags[h], h, matched), std::move(bags[h].bag_of_node)});
            bags[h] = {};
        }
        return hops;
    }

    std::size_t num_columns() const override { return labels_.cols(); }
    std::optional<std::size_t> most_hops() const override {
        return labels_.by_hop.size() > 1 ? std::optional(labels_.by_hop.size()) : std::nullopt;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("kind", kLabelVectors);
        writer.set("labels", labels_.names);
        writer.set("tables", labels_.by_hop.size());
        for (std::size_t h = 0; h < labels_.by_hop.size(); ++h)
            writer.at(fmt::format("hop{}", h)).add("vectors", labels_.by_hop[h]);
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
    auto model = std::make_shared<const LabelVectorModel>(std::move(labels));
    NewGraphNotes notes;
    std::vector<HopVectors> hops = model->embed_bags(slices, std::move(bags), notes);
    return {std::move(model), std::move(hops)};
}

std::shared_ptr<const SliceModel> load_label_vectors(const ModelReader& reader) {
    LabelVectors labels = {.names = reader.texts("labels"), .by_hop = {}};
    reader.require(!labels.names.empty(), "labels", "there are none");
    const std::int64_t tables = reader.integer("tables", 0, 1001);
    for (std::int64_t h = 0; h < tables; ++h) {
        const ModelReader hop = reader.at(fmt::format("hop{}", h));
        labels.by_hop.push_back(hop.matrix("vectors"));
        hop.require(labels.by_hop.back().rows() == labels.names.size() &&
                        labels.by_hop.back().cols() == labels.cols(),
                    "vectors", "there must be one row for each label, of equal length at all hops");
        hop.require(std::ranges::all_of(labels.by_hop.back().values(),
                                        [](float x) { return std::abs(x) <= kLargestNumber; }),
                    "vectors", "a number is too large for sums over slices");
    }
    return std::make_shared<const LabelVectorModel>(std::move(labels));
}

}  // namespace dhgak
