// SPDX-License-Identifier: MIT
#include "learn/svm/float_gram.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "learn/svm/pair_scan.h"

namespace dhgak {
namespace {

// Single precision ends at 3e38, and distances are sums of three such numbers.
constexpr double kLargest = 1e37;

}  // namespace

void require_finite(const GramMatrix& gram, std::size_t graph) {
    const auto row = gram.row(graph);
    const auto found =
        std::ranges::find_if(row, [](double value) { return !(std::abs(value) <= kLargest); });
    if (found != row.end())
        throw InputError(
            fmt::format("the kernel of graphs {} and {} is {}; it must be between -{} "
                        "and {}",
                        graph, found - row.begin(), *found, kLargest, kLargest));
}

FloatGram::FloatGram(const GramMatrix& gram)
    : size(gram.size()),
      stride((size + kScanPadding - 1) / kScanPadding * kScanPadding),
      values(Matrix::for_overwrite(size, stride)),
      diagonal(stride) {
    parallel_for(size, 16, [&](std::size_t i) {
        require_finite(gram, i);
        const auto row = values.row(i);
        std::ranges::transform(gram.row(i), row.begin(),
                               [](double value) { return static_cast<float>(value); });
        std::ranges::fill(row.subspan(size), 0.0F);
        diagonal[i] = static_cast<float>(gram(i, i));
    });
}

FloatGram::FloatGram(const FloatGram& whole, std::span<const std::uint32_t> graphs)
    : size(graphs.size()),
      stride((size + kScanPadding - 1) / kScanPadding * kScanPadding),
      values(Matrix::for_overwrite(size, stride)),
      diagonal(stride) {
    for (std::size_t i = 0; i < size; ++i) {
        const float* from = whole.row(graphs[i]);
        const auto to = values.row(i);
        for (std::size_t j = 0; j < size; ++j) to[j] = from[graphs[j]];
        std::ranges::fill(to.subspan(size), 0.0F);
        diagonal[i] = whole.diagonal[graphs[i]];
    }
}

}  // namespace dhgak
