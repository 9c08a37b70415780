// SPDX-License-Identifier: MIT
#include "search/fingerprint.h"

#include <bit>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "core/random.h"

namespace dhgak {
namespace {

class Hash {
public:
    void add(std::uint64_t value) { state_ = Random(state_ ^ Random(value).next()).next(); }

    template <typename T>
    void add_all(const std::vector<T>& values) {
        add(values.size());
        for (const T& value : values) add(static_cast<std::uint64_t>(value));
    }

    void add_texts(const std::vector<std::string>& texts) {
        add(texts.size());
        for (const std::string& text : texts) {
            add(text.size());
            for (const char c : text) add(static_cast<unsigned char>(c));
        }
    }

    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0;
};

}  // namespace

std::string fingerprint(const Dataset& dataset) {
    Hash hash;
    hash.add_all(dataset.node_offsets);
    hash.add_all(dataset.arc_offsets);
    hash.add_all(dataset.neighbors);
    hash.add_all(dataset.node_labels);
    hash.add_texts(dataset.label_names);
    hash.add_all(dataset.edge_labels);
    hash.add_texts(dataset.edge_label_names);
    hash.add_all(dataset.targets.classes);
    hash.add_texts(dataset.targets.class_names);
    hash.add(dataset.attributes.cols());
    for (const float value : dataset.attributes.values())
        hash.add(std::bit_cast<std::uint32_t>(value));
    return fmt::format("{:016x}", hash.value());
}

}  // namespace dhgak
