// SPDX-License-Identifier: MIT
#include "kernels/walks/twins.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>

#include "core/random.h"

namespace dhgak {
namespace {

bool are_twins(const Graph& graph, std::uint32_t u, std::uint32_t v) {
    const auto of_u = graph.neighbors(u), of_v = graph.neighbors(v);
    if (of_u.size() != of_v.size()) return false;
    // Both lists ascend; where they know each other, each has the other in its own's place.
    auto a = of_u.begin(), b = of_v.begin();
    for (;;) {
        while (a != of_u.end() && *a == v) ++a;
        while (b != of_v.end() && *b == u) ++b;
        if (a == of_u.end() || b == of_v.end()) return a == of_u.end() && b == of_v.end();
        if (*a++ != *b++) return false;
    }
}

// Sums of these tell lists of nodes apart, but for chance.
std::uint64_t code_of(std::uint32_t node) { return derive_seed(node, {1}); }

}  // namespace

std::vector<std::uint32_t> first_twins(const Graph& graph) {
    std::vector<std::uint32_t> first(graph.num_nodes());
    // By code of the neighbours without the node, then with it: the first node that has it.
    std::unordered_map<std::uint64_t, std::uint32_t> open, closed;
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
        std::uint64_t code = 0;
        for (const std::uint32_t u : graph.neighbors(v)) code += code_of(u);
        first[v] = v;
        for (auto* known : {&open, &closed}) {
            const auto found = known->emplace(known == &open ? code : code + code_of(v), v).first;
            if (first[v] == v && are_twins(graph, found->second, v)) first[v] = found->second;
        }
    }
    return first;
}

}  // namespace dhgak
