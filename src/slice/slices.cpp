// SPDX-License-Identifier: MIT
#include "dhgak/slice/slices.h"

#include <atomic>
#include <mutex>
#include <string_view>

#include <fmt/core.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "slice/centrality.h"

namespace dhgak {

// The ranks of each graph, made once.
class NodeRanks {
public:
    explicit NodeRanks(std::size_t num_graphs)
        : flags_(std::make_unique<std::once_flag[]>(num_graphs)), ranks_(num_graphs) {}

    const std::vector<std::uint32_t>& of(const Dataset& dataset, std::size_t g) {
        std::call_once(flags_[g], [&] {
            bool converged = true;
            ranks_[g] = rank_nodes(dataset.graph(g), &converged);
            if (!converged && !warned_.exchange(true))
                log_warning(fmt::format(
                    "{}: graph {} is so large or so regular that the centrality of its nodes is "
                    "not exact: the order of labels in its slices may depend on how its nodes are "
                    "numbered (said once)",
                    dataset.name, g));
        });
        return ranks_[g];
    }

private:
    std::unique_ptr<std::once_flag[]> flags_;
    std::vector<std::vector<std::uint32_t>> ranks_;
    std::atomic<bool> warned_ = false;
};

namespace {

void require_few(std::string_view name, int value) {
    if (value < 0 || value > kMostHops)
        throw ConfigError(fmt::format("{} is {}; it must be in 0..{}", name, value, kMostHops));
}

}  // namespace

void validate(const SliceOptions& options) {
    require_few("H", options.H);
    require_few("b", options.b);
}

std::span<const std::uint32_t> Slices::rank(std::size_t g) const { return ranks->of(*dataset, g); }

Slices cut_slices(const Dataset& dataset, const SliceOptions& options) {
    validate(options);
    return {.dataset = &dataset,
            .options = options,
            .ranks = std::make_shared<NodeRanks>(dataset.num_graphs())};
}

}  // namespace dhgak
