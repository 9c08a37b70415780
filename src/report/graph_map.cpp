// SPDX-License-Identifier: MIT
#include "report/graph_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.h"
#include "report/dot.h"

namespace dhgak {
namespace {

constexpr int kIterations = 80;

using Vector = std::vector<double>;

// The features less their means, without writing the means out.
class CentredFeatures {
public:
    explicit CentredFeatures(const SparseMatrix& features)
        : features_(features), means_(features.num_cols) {
        for (std::size_t e = 0; e < features.num_entries(); ++e)
            means_[static_cast<std::size_t>(features.columns[e])] +=
                features.values[e] / static_cast<double>(features.num_rows());
    }

    // X v, v by feature.
    Vector apply(const Vector& v) const {
        Vector result(features_.num_rows(), -dot(means_, v));
        for (std::size_t g = 0; g < result.size(); ++g)
            for_row(g, [&](std::size_t c, double value) { result[g] += value * v[c]; });
        return result;
    }

    // X^T u, u by graph.
    Vector apply_back(const Vector& u) const {
        Vector result(features_.num_cols);
        const double sum = std::accumulate(u.begin(), u.end(), 0.0);
        for (std::size_t c = 0; c < result.size(); ++c) result[c] = -sum * means_[c];
        for (std::size_t g = 0; g < u.size(); ++g)
            for_row(g, [&](std::size_t c, double value) { result[c] += u[g] * value; });
        return result;
    }

    double variance() const {
        double sum = 0;
        for (const double value : features_.values) sum += value * value;
        return sum - static_cast<double>(features_.num_rows()) * dot(means_, means_);
    }

private:
    template <typename Body>
    void for_row(std::size_t g, const Body& body) const {
        const auto end = static_cast<std::size_t>(features_.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(features_.row_offsets[g]); e < end; ++e)
            body(static_cast<std::size_t>(features_.columns[e]), features_.values[e]);
    }

    const SparseMatrix& features_;
    Vector means_;
};

void make_unit(Vector& v, const std::vector<Vector>& orthogonal_to) {
    for (const Vector& other : orthogonal_to) {
        const double along = dot(v, other);
        for (std::size_t i = 0; i < v.size(); ++i) v[i] -= along * other[i];
    }
    const double length = std::sqrt(dot(v, v));
    for (double& x : v) x = length > 1e-12 ? x / length : 0;
}

void make_largest_positive(Vector& v) {
    const auto largest = std::ranges::max_element(v, {}, [](double x) { return std::abs(x); });
    if (largest != v.end() && *largest < 0)
        for (double& x : v) x = -x;
}

}  // namespace

GraphMap map_graphs(const SparseMatrix& features) {
    GraphMap map;
    map.points.resize(features.num_rows());
    const CentredFeatures centred(features);
    const double variance = centred.variance();
    std::vector<Vector> axes;
    Random random(1);
    for (int axis = 0; axis < 2; ++axis) {
        Vector v(features.num_rows());
        for (double& x : v) x = random.uniform() - 0.5;
        make_unit(v, axes);
        double eigenvalue = 0;
        for (int i = 0; i < kIterations; ++i) {
            Vector next = centred.apply(centred.apply_back(v));
            eigenvalue = std::sqrt(dot(next, next));
            make_unit(next, axes);
            v = std::move(next);
        }
        make_largest_positive(v);
        for (std::size_t g = 0; g < v.size(); ++g)
            (axis == 0 ? map.points[g].x : map.points[g].y) = v[g] * std::sqrt(eigenvalue);
        map.shares[axis] = variance > 1e-12 ? eigenvalue / variance : 0;
        axes.push_back(std::move(v));
    }
    return map;
}

}  // namespace dhgak
