// SPDX-License-Identifier: MIT
#include "neighbors/nearest_graphs.h"

#include <algorithm>
#include <utility>

#include "dhgak/core/parallel.h"
#include "dhgak/matrix/gram.h"

namespace dhgak {
namespace {

constexpr std::size_t kGraphsAtOnce = 256;

}  // namespace

std::vector<std::vector<Neighbor>> nearest_graphs(const SparseMatrix& features, std::size_t count) {
    const std::size_t num_graphs = features.num_rows();
    std::vector<std::vector<Neighbor>> result(num_graphs);
    for (std::size_t begin = 0; begin < num_graphs; begin += kGraphsAtOnce) {
        const std::size_t end = std::min(begin + kGraphsAtOnce, num_graphs);
        const CrossGram gram = cross_products(rows_between(features, begin, end), features);
        parallel_for(end - begin, [&](std::size_t row) {
            std::vector<Neighbor>& neighbors = result[begin + row];
            for (std::size_t g = 0; g < num_graphs; ++g)
                if (g != begin + row) neighbors.push_back({g, gram.row(row)[g]});
            const std::size_t kept = std::min(count, neighbors.size());
            std::ranges::partial_sort(
                neighbors, neighbors.begin() + static_cast<std::ptrdiff_t>(kept), {},
                [](const Neighbor& n) { return std::pair(-n.kernel, n.graph); });
            neighbors.resize(kept);
            neighbors.shrink_to_fit();
        });
    }
    return result;
}

}  // namespace dhgak
