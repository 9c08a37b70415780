// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Words of an epoch that subsampling left, sentence after sentence.
struct Sentences {
    std::vector<std::uint32_t> words;
    std::vector<std::size_t> offsets = {0};  // sentence i owns words [offsets[i], offsets[i + 1])
    std::vector<float> progress;  // by sentence: the share of the epoch its learning rate is for

    std::size_t size() const { return offsets.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t i) const {
        return std::span(words).subspan(offsets[i], offsets[i + 1] - offsets[i]);
    }
};

}  // namespace dhgak
