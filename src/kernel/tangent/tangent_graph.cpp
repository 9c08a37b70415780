// SPDX-License-Identifier: MIT
#include "kernel/tangent/tangent_graph.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace dhgak {
namespace {

// Correlations this close to 1 are 1: near it the arc cosine turns rounding into differences.
constexpr double kAngleRounding = 1e-12;

// Two covariances of the nodes of one graph (rows) with those of another (columns), layer by layer:
// of the network at its start, and its tangent kernel.
class Comparison {
public:
    Comparison(const TangentGraph& a, const TangentGraph& b, const TangentOptions& options)
        : a_(a), b_(b), options_(options), cols_(b.num_nodes()), start_(a.num_nodes() * cols_) {
        for (std::size_t u = 0; u < a.num_nodes(); ++u)
            for (std::size_t v = 0; v < cols_; ++v)
                start_[u * cols_ + v] = a.labels[u] == b.labels[v] ? 1 : 0;
    }

    // By number of blocks. Of a graph with itself, `learned` takes what others need of it.
    std::vector<double> run(TangentGraph* learned = nullptr) {
        std::vector<double> values;
        double sum = total(start_);
        aggregate(start_);
        tangent_ = start_;
        values.push_back(options_.jumps ? sum : total(tangent_));
        for (std::size_t block = 0, layer = 0; block < options_.blocks; ++block) {
            if (block > 0) {
                if (options_.attention) {
                    if (learned) learned->attention.push_back(start_);
                    attend(block - 1);
                }
                aggregate(start_);
                aggregate(tangent_);
            }
            for (std::size_t i = 0; i < options_.layers; ++i, ++layer) {
                if (learned) learned->roots.push_back(diagonal_roots());
                rectify(a_.roots[layer], b_.roots[layer]);
            }
            const double present = total(tangent_);
            sum += present;
            values.push_back(options_.jumps ? sum : present);
        }
        return values;
    }

private:
    static double total(const std::vector<double>& matrix) {
        return std::accumulate(matrix.begin(), matrix.end(), 0.0);
    }

    std::vector<double> diagonal_roots() const {
        std::vector<double> roots;
        for (std::size_t v = 0; v < cols_; ++v) roots.push_back(std::sqrt(start_[v * cols_ + v]));
        return roots;
    }

    // M <- S (A + I) M (A' + I) S'.
    void aggregate(std::vector<double>& matrix) {
        scratch_.assign(matrix.size(), 0);
        for (std::size_t u = 0; u < a_.num_nodes(); ++u) {
            double* sum = scratch_.data() + u * cols_;
            const auto add_row = [&](std::size_t w) {
                const double* row = matrix.data() + w * cols_;
                for (std::size_t v = 0; v < cols_; ++v) sum[v] += row[v];
            };
            add_row(u);
            for (std::size_t e = a_.arc_offsets[u]; e < a_.arc_offsets[u + 1]; ++e)
                add_row(a_.neighbors[e]);
        }
        for (std::size_t u = 0; u < a_.num_nodes(); ++u) {
            const double* row = scratch_.data() + u * cols_;
            for (std::size_t v = 0; v < cols_; ++v) {
                double sum = row[v];
                for (std::size_t e = b_.arc_offsets[v]; e < b_.arc_offsets[v + 1]; ++e)
                    sum += row[b_.neighbors[e]];
                matrix[u * cols_ + v] = a_.shares[u] * b_.shares[v] * sum;
            }
        }
    }

    // A layer of rectified units: arc-cosine kernels of degree 1 and 0.
    void rectify(const std::vector<double>& roots_a, const std::vector<double>& roots_b) {
        for (std::size_t u = 0; u < a_.num_nodes(); ++u)
            for (std::size_t v = 0; v < cols_; ++v) {
                double& start = start_[u * cols_ + v];
                double& tangent = tangent_[u * cols_ + v];
                const double norms = roots_a[u] * roots_b[v];
                double rho = options_.correlation * start / norms;
                rho = rho > 1 - kAngleRounding ? 1 : std::max(rho, -1.0);
                const double angle = rho == 1 ? 0 : std::acos(rho);
                const double open = (std::numbers::pi - angle) / std::numbers::pi;
                start = (rho * open + std::sqrt(1 - rho * rho) / std::numbers::pi) * norms;
                tangent = tangent * open + start;
            }
    }

    // Each node takes the sum of all nodes, weighted by covariance.
    void attend(std::size_t block) {
        sandwich(start_, block);
        sandwich(tangent_, block);
        for (std::size_t i = 0; i < start_.size(); ++i)
            tangent_[i] = 2 * start_[i] + 2 * tangent_[i];
    }

    // M <- V M V'^T with the graphs' own covariances V and V', which are symmetric.
    void sandwich(std::vector<double>& matrix, std::size_t block) {
        multiply(a_.attention[block], matrix, a_.num_nodes(), a_.num_nodes(), scratch_);
        multiply(scratch_, b_.attention[block], a_.num_nodes(), cols_, matrix);
    }

    // rows x inner by inner x cols_.
    void multiply(const std::vector<double>& left, const std::vector<double>& right,
                  std::size_t rows, std::size_t inner, std::vector<double>& result) const {
        result.assign(rows * cols_, 0);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t k = 0; k < inner; ++k) {
                const double factor = left[i * inner + k];
                for (std::size_t j = 0; j < cols_; ++j)
                    result[i * cols_ + j] += factor * right[k * cols_ + j];
            }
    }

    const TangentGraph& a_;
    const TangentGraph& b_;
    const TangentOptions& options_;
    std::size_t cols_;
    std::vector<double> start_, tangent_, scratch_;
};

}  // namespace

TangentGraph prepare(const Graph& graph, std::span<const std::uint32_t> labels,
                     const TangentOptions& options) {
    TangentGraph prepared;
    prepared.labels.assign(labels.begin(), labels.end());
    prepared.arc_offsets = {0};
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        const auto neighbors = graph.neighbors(v);
        prepared.neighbors.insert(prepared.neighbors.end(), neighbors.begin(), neighbors.end());
        prepared.arc_offsets.push_back(prepared.neighbors.size());
    }
    prepare(prepared, options);
    return prepared;
}

void prepare(TangentGraph& graph, const TangentOptions& options) {
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        const std::size_t degree = graph.arc_offsets[v + 1] - graph.arc_offsets[v];
        graph.shares.push_back(options.by_degree ? 1 / static_cast<double>(degree + 1) : 1);
    }
    graph.roots.reserve(options.blocks * options.layers);
    graph.own = Comparison(graph, graph, options).run(&graph);
}

std::vector<double> compare(const TangentGraph& a, const TangentGraph& b,
                            const TangentOptions& options) {
    return Comparison(a, b, options).run();
}

}  // namespace dhgak
