// SPDX-License-Identifier: MIT
#include "kernels/tangents/prepared_graphs.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "graph/wl_colors.h"
#include "kernels/tangents/own_covariances.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

constexpr double kMostBytes = 8.0 * (std::size_t{1} << 30);

double count_distinct(std::span<const std::uint32_t> numbers) {
    std::vector<std::uint32_t> sorted(numbers.begin(), numbers.end());
    std::ranges::sort(sorted);
    return static_cast<double>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

// What graphs take by themselves, before they are compared.
struct Preparation {
    double bytes = 0;
    double seconds = 0;  // of one core
};

// A graph alone needs covariances of all its classes. With attention, what a class takes of all
// other classes of its graph is kept from round 2 on, and takes a product of matrices.
Preparation preparation_of(const Dataset& graphs, const WlColors& colors,
                           const TangentOptions& options) {
    constexpr double kKeptBytes = sizeof(double) + sizeof(std::int32_t);
    constexpr double kSecondsPerLayer = 8e-9;    // of a pair of classes
    constexpr double kSecondsPerTriple = 5e-10;  // of classes
    Preparation result;
    double largest = 0;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const Graph graph = graphs.graph(g);
        double before = 0;
        for (std::size_t r = 1; r <= options.blocks; ++r) {
            const double classes =
                count_distinct(std::span(colors[r]).subspan(graph.first_node, graph.num_nodes()));
            result.seconds +=
                kSecondsPerLayer * static_cast<double>(options.layers) * classes * classes;
            if (options.attention && r > 1) {
                result.bytes += kKeptBytes * classes * before;
                result.seconds += 3 * kSecondsPerTriple * classes * classes * before;
            }
            before = classes;
            largest = std::max(largest, classes);
        }
    }
    result.bytes += kMatricesOfGraph * sizeof(double) * largest * largest;
    return result;
}

void require_memory(const std::string& kernel, const Preparation& preparation) {
    if (preparation.bytes > kMostBytes)
        throw Error(
            fmt::format("{}: covariances between the nodes of each graph would take {:.0f} GiB, of "
                        "at most {:.0f}; take fewer blocks, leave out the largest graphs, or take "
                        "another kernel, like wl",
                        kernel, preparation.bytes / (1 << 30), kMostBytes / (1 << 30)));
}

// Numbers colours by their first node in each graph. With attention colours count inside their
// graph only, and a graph then has the same order of sums, and the same bits, in any company:
// correlations are so close to 1 there that rounding shows.
void number_within_graphs(const Dataset& graphs, WlColors& colors) {
    for (std::size_t r = 1; r < colors.size(); ++r)
        parallel_for(graphs.num_graphs(), kGraphBlock, [&](std::size_t g) {
            std::unordered_map<std::uint32_t, std::uint32_t> numbers;
            for (std::size_t v = graphs.node_offsets[g]; v < graphs.node_offsets[g + 1]; ++v)
                colors[r][v] =
                    numbers.emplace(colors[r][v], static_cast<std::uint32_t>(numbers.size()))
                        .first->second;
        });
}

}  // namespace

PreparedGraphs prepare_graphs(const std::string& kernel, const Dataset& graphs,
                              std::vector<std::uint32_t> labels, const TangentOptions& options,
                              const TimeLimit& limit) {
    WlColors colors;
    const WlColoring coloring(graphs, {.rounds = options.blocks}, &colors);
    colors.front() = std::move(labels);  // the same as in other graphs
    if (options.attention) number_within_graphs(graphs, colors);
    const Preparation preparation = preparation_of(graphs, colors, options);
    require_memory(kernel, preparation);
    announce_if_long(kernel + " before it compares graphs", preparation.seconds);
    std::vector<TangentGraph> prepared(graphs.num_graphs());
    parallel_for(prepared.size(), [&](std::size_t g) {
        limit.require_time_to_prepare();
        prepared[g] = prepare(graphs.graph(g), colors, options, limit);
    });
    PreparedGraphs result;
    for (TangentGraph& graph : prepared) result.own.push_back(std::move(graph.own));
    result.groups = make_groups(std::move(prepared), options);
    return result;
}

}  // namespace dhgak
