// SPDX-License-Identifier: MIT
// Our DBSCAN beside the same with a radius search by nanoflann and by blocked matrix products. All
// three stop counting at min_samples and skip rows that are known to be in one component.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#define EIGEN_USE_BLAS
#include <benchmark/benchmark.h>
#include <Eigen/Dense>
#include <nanoflann.hpp>

#include "align/aligner.h"
#include "align/kmeans/rotation.h"
#include "core/random.h"

namespace dhgak {
namespace {

constexpr float kMinSamples = 5;

enum Points { kHops, kNormal };  // what a dataset's hops look like, and no structure at all
enum Eps { kFew, kMany };        // five neighbours on average, and a twentieth of all points

float normal(Random& random) {
    float sum = 0;
    for (int i = 0; i < 12; ++i) sum += static_cast<float>(random.uniform());
    return sum - 6;
}

// Label counts of slices that vary around typical ones, times one random vector for each label.
Matrix hop_points(std::size_t size, std::size_t dims, Random& random) {
    const std::size_t num_labels = 20, num_typical = 400;
    Matrix vectors(num_labels, dims), typical(num_typical, num_labels);
    for (float& value : vectors.values()) value = normal(random);
    for (float& value : typical.values()) value = static_cast<float>(random.below(30));
    Matrix points(size, dims);
    for (std::size_t i = 0; i < size; ++i) {
        const auto slice = typical.row(random.below(num_typical));
        for (std::size_t label = 0; label < num_labels; ++label) {
            const float count = slice[label] + static_cast<float>(random.below(4));
            for (std::size_t j = 0; j < dims; ++j) points(i, j) += count * vectors(label, j);
        }
    }
    return points;
}

struct Problem {
    Matrix points, turned;
    double eps = 0;
};

double distance(const Matrix& points, std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t j = 0; j < points.cols(); ++j)
        sum += std::pow(static_cast<double>(points(a, j)) - static_cast<double>(points(b, j)), 2);
    return std::sqrt(sum);
}

const Problem& problem_of(const benchmark::State& state) {
    static Problem problem;
    static std::vector<std::int64_t> made;
    const std::vector<std::int64_t> wanted = {state.range(0), state.range(1), state.range(2),
                                              state.range(3)};
    if (made == wanted) return problem;
    made = wanted;
    const auto size = static_cast<std::size_t>(state.range(0));
    const auto dims = static_cast<std::size_t>(state.range(1));
    Random random(size + dims);
    if (state.range(2) == kHops) {
        problem.points = hop_points(size, dims, random);
    } else {
        problem.points = Matrix(size, dims);
        for (float& value : problem.points.values()) value = normal(random);
    }
    problem.turned = rotate(problem.points, true).points;
    std::vector<double> sample;
    for (std::size_t a = 0; a < size; a += size / 100)
        for (std::size_t b = 0; b < size; ++b)
            if (a != b) sample.push_back(distance(problem.points, a, b));
    const double share = state.range(3) == kFew ? 5 / static_cast<double>(size) : 0.05;
    const auto at =
        sample.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sample.size()));
    std::nth_element(sample.begin(), at, sample.end());
    problem.eps = *at;
    return problem;
}

class Components {
public:
    explicit Components(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    std::uint32_t find(std::uint32_t point) {
        while (parent_[point] != point) point = parent_[point] = parent_[parent_[point]];
        return point;
    }
    void unite(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

void report(benchmark::State& state, std::span<const std::uint32_t> labels, std::uint32_t noise) {
    std::vector<std::uint32_t> found(labels.begin(), labels.end());
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    state.counters["clusters"] = static_cast<double>(found.size());
    state.counters["noise"] = static_cast<double>(std::ranges::count(labels, noise));
}

void Ours(benchmark::State& state) {
    const Problem& problem = problem_of(state);
    Spec spec = Spec::parse("dbscan");
    spec.set("eps", std::to_string(problem.eps));
    const auto aligner = make_aligner(spec);
    double clusters = 0;
    for (auto _ : state) clusters = aligner->cluster({problem.points, {}, 1}, 0).num_clusters;
    state.counters["clusters"] = clusters;
}

// Calls a function for each row within the radius until that says false.
template <typename Meet>
struct Visitor {
    using DistanceType = float;
    using IndexType = std::uint32_t;

    float radius;
    const Meet& meet;
    std::size_t count = 0;

    std::size_t size() const { return count; }
    bool full() const { return true; }
    float worstDist() const { return radius; }
    bool addPoint(float distance, std::uint32_t row) {
        ++count;
        return distance > radius || meet(row);
    }
};

struct Rows {
    const Matrix& matrix;

    std::size_t kdtree_get_point_count() const { return matrix.rows(); }
    float kdtree_get_pt(std::size_t row, std::size_t column) const { return matrix(row, column); }
    template <typename Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

void Nanoflann(benchmark::State& state) {
    using Distance = nanoflann::L2_Adaptor<float, Rows, float, std::uint32_t>;
    const Problem& problem = problem_of(state);
    const auto size = static_cast<std::uint32_t>(problem.turned.rows());
    const Rows rows = {problem.turned};
    const auto radius = static_cast<float>(problem.eps * problem.eps);
    std::vector<std::uint32_t> labels(size);
    for (auto _ : state) {
        const nanoflann::KDTreeSingleIndexAdaptor<Distance, Rows, -1, std::uint32_t> tree(
            static_cast<int>(problem.turned.cols()), rows, {16});
        const auto visit = [&](std::uint32_t row, const auto& meet) {
            Visitor<std::decay_t<decltype(meet)>> visitor = {radius, meet};
            tree.findNeighbors(visitor, problem.turned.row(row).data(), nanoflann::SearchParams());
        };
        std::vector<char> is_core(size);
        for (std::uint32_t row = 0; row < size; ++row) {
            float weight = 0;
            visit(row, [&](std::uint32_t) { return ++weight < kMinSamples; });
            is_core[row] = weight >= kMinSamples;
        }
        Components components(size);
        for (std::uint32_t row = 0; row < size; ++row)
            if (is_core[row])
                visit(row, [&](std::uint32_t other) {
                    if (is_core[other]) components.unite(row, other);
                    return true;
                });
        for (std::uint32_t row = 0; row < size; ++row) {
            labels[row] = is_core[row] ? components.find(row) : size;
            if (!is_core[row])
                visit(row, [&](std::uint32_t other) {
                    if (is_core[other]) labels[row] = std::min(labels[row], components.find(other));
                    return true;
                });
        }
    }
    report(state, labels, size);
}

// Squared distances of blocks of rows, from |a|^2 + |b|^2 - 2ab.
class Products {
public:
    static constexpr std::uint32_t kBlock = 256;

    explicit Products(const Matrix& rows)
        : rows_(rows.values().data(), static_cast<Eigen::Index>(rows.rows()),
                static_cast<Eigen::Index>(rows.cols())),
          norms_(rows_.rowwise().squaredNorm()) {}

    // Calls meet(a, b) for the rows of two blocks that are within the radius.
    template <typename Meet>
    void visit(std::uint32_t a, std::uint32_t b, float radius, const Meet& meet) {
        const Eigen::Index first = a, second = b;
        const Eigen::Index num_a = std::min<Eigen::Index>(kBlock, rows_.rows() - first);
        const Eigen::Index num_b = std::min<Eigen::Index>(kBlock, rows_.rows() - second);
        products_.resize(num_a, num_b);
        products_.noalias() =
            rows_.middleRows(first, num_a) * rows_.middleRows(second, num_b).transpose();
        for (Eigen::Index i = 0; i < num_a; ++i) {
            const float limit = (norms_(first + i) - radius) / 2;
            const float* row = products_.data() + i * num_b;
            const float* norms = norms_.data() + second;
            for (Eigen::Index j = 0; j < num_b; ++j)
                if (row[j] - norms[j] / 2 >= limit)
                    meet(a + static_cast<std::uint32_t>(i), b + static_cast<std::uint32_t>(j));
        }
    }

private:
    using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<const RowMajor> rows_;
    Eigen::VectorXf norms_;
    RowMajor products_;
};

void BlockedProducts(benchmark::State& state) {
    constexpr std::uint32_t kBlock = Products::kBlock;
    const Problem& problem = problem_of(state);
    const auto size = static_cast<std::uint32_t>(problem.turned.rows());
    const auto radius = static_cast<float>(problem.eps * problem.eps);
    std::vector<std::uint32_t> labels(size);
    for (auto _ : state) {
        Products products(problem.turned);
        std::vector<float> weight(size);
        const auto is_core = [&](std::uint32_t row) { return weight[row] >= kMinSamples; };
        const auto all_of = [&](std::uint32_t block, const auto& test) {
            for (std::uint32_t row = block; row < std::min(size, block + kBlock); ++row)
                if (!test(row)) return false;
            return true;
        };
        const std::uint32_t padded = (size + kBlock - 1) / kBlock * kBlock;
        // A block's own rows first, so that it may be known to be of cores, or of one component.
        for (std::uint32_t a = 0; a < size; a += kBlock)
            for (std::uint32_t step = 0; step < size && !all_of(a, is_core); step += kBlock)
                products.visit(a, (a + step) % padded, radius,
                               [&](std::uint32_t row, std::uint32_t) { ++weight[row]; });
        Components components(size);
        for (std::uint32_t step = 0; step < size; step += kBlock)
            for (std::uint32_t a = 0; a + step < size; a += kBlock) {
                const std::uint32_t b = a + step, one = components.find(a);
                const auto is_settled = [&](std::uint32_t row) {
                    return !is_core(row) || components.find(row) == one;
                };
                if (is_core(a) && all_of(a, is_settled) && all_of(b, is_settled)) continue;
                products.visit(a, b, radius, [&](std::uint32_t row, std::uint32_t other) {
                    if (is_core(row) && is_core(other)) components.unite(row, other);
                });
            }
        for (std::uint32_t row = 0; row < size; ++row)
            labels[row] = is_core(row) ? components.find(row) : size;
        for (std::uint32_t a = 0; a < size; a += kBlock) {
            if (all_of(a, is_core)) continue;
            for (std::uint32_t b = 0; b < size; b += kBlock)
                products.visit(a, b, radius, [&](std::uint32_t row, std::uint32_t other) {
                    if (!is_core(row) && is_core(other))
                        labels[row] = std::min(labels[row], labels[other]);
                });
        }
    }
    report(state, labels, size);
}

void shapes(benchmark::internal::Benchmark* benchmark) {
    for (const std::int64_t size : {5000, 20000})
        for (const std::int64_t dims : {2, 3, 4, 6, 8, 16, 32, 64, 128, 768})
            for (const std::int64_t points : {kHops, kNormal})
                for (const std::int64_t eps : {kFew, kMany})
                    if (size == 5000 || dims <= 32) benchmark->Args({size, dims, points, eps});
    benchmark->ArgNames({"points", "dims", "normal", "many"})
        ->MeasureProcessCPUTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}
BENCHMARK(Ours)->Apply(shapes);
BENCHMARK(Nanoflann)->Apply(shapes);
BENCHMARK(BlockedProducts)->Apply(shapes);

}  // namespace
}  // namespace dhgak
