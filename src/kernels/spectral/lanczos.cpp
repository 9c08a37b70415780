// SPDX-License-Identifier: MIT
#include "kernels/spectral/lanczos.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "core/random.h"
#include "kernels/spectral/spectrum.h"
#include "kernels/spectral/tridiagonal.h"

namespace dhgak {
namespace {

constexpr double kExact = 1e-10;         // residuals, over the size of the matrix
constexpr double kRough = 1e-5;          // the same for eigenvalues that are too small anyway
constexpr std::size_t kFirstCheck = 32;  // steps
constexpr std::size_t kFewSteps = 48;    // up to so many, all vectors of an iteration are kept

using Vector = std::vector<double>;

double dot(const double* x, const double* y, std::size_t size) {
    double sums[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[i + lane] * y[i + lane];
    for (; i < size; ++i) sums[0] += x[i] * y[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void subtract(double* x, double factor, const double* y, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) x[i] -= factor * y[i];
}

double length(const Vector& x) { return std::sqrt(dot(x.data(), x.data(), x.size())); }

Vector multiply(const Graph& graph, const double* x) {
    Vector result(graph.num_nodes());
    for (std::size_t v = 0; v < result.size(); ++v)
        for (const std::uint32_t u : graph.neighbors(v)) result[v] += x[u];
    return result;
}

Vector random_vector(std::size_t size, std::size_t num_found) {
    Random random(derive_seed(size, {num_found}));
    Vector vector(size);
    for (double& value : vector) value = random.uniform() - 0.5;
    return vector;
}

// One iteration, in the space that is orthogonal to what was found before.
class Iteration {
public:
    Iteration(const Graph& graph, const PartialSpectrum& found, double scale,
              const TimeLimit& limit, Vector start)
        : graph_(graph), size_(graph.num_nodes()), found_(found), scale_(scale), limit_(limit) {
        start = make_orthogonal(std::move(start));
        start_length_ = length(start);
        append(start);
    }

    std::size_t num_steps() const { return matrix_.size(); }

    // Of the start, beside what was found.
    double start_length() const { return start_length_; }

    // Goes on until the `wanted` largest eigenvalues stand, or none is above `threshold`. The
    // eigenvectors of those, of all if the space is exhausted after a few steps.
    PartialSpectrum run(std::size_t wanted, double threshold) {
        const std::size_t most = size_ - found_.values.size();
        std::size_t next_check = kFirstCheck;
        for (;;) {
            limit_.require_time_to_prepare();
            step();
            is_whole_ = num_steps() == most || beyond_ <= kExact * scale_;
            if (is_whole_) return take(num_steps() <= kFewSteps ? num_steps() : wanted);
            if (num_steps() == next_check) {
                if (is_accurate(wanted, threshold)) return take(wanted);
                next_check += std::max<std::size_t>(next_check / 4, 8);
            }
            append(next_);
        }
    }

    bool is_whole() const { return is_whole_; }

    // Adds to each of the eigenspaces, which are all that there is beside what was found, the
    // square of the length of the start's projection on it.
    void project_start(std::span<Eigenspace> spaces, std::size_t node) {
        while (num_steps() < spaces.size()) {
            step();
            if (beyond_ <= kExact * scale_) break;
            append(next_);
        }
        const Vector values = eigenvalues(matrix_);
        for (std::size_t i = 0; i < values.size();) {
            const ValueRange range = range_of(values, i);
            const Vector vectors = eigenspace(matrix_, values, range.first, range.last);
            for (std::size_t k = 0; k < range.size(); ++k) {
                const double part = start_length_ * vectors[k * num_steps()];
                nearest(spaces, values[i]).squares[node] += part * part;
            }
            i = range.last + 1;
        }
    }

private:
    static Eigenspace& nearest(std::span<Eigenspace> spaces, double value) {
        return *std::ranges::min_element(
            spaces, {}, [&](const Eigenspace& space) { return std::abs(space.value - value); });
    }

    double* basis(std::size_t k) { return basis_.data() + k * size_; }

    void append(const Vector& vector) {
        const double scale = 1 / length(vector);
        for (const double value : vector) basis_.push_back(value * scale);
    }

    Vector make_orthogonal(Vector x) {
        for (int pass = 0; pass < 2; ++pass) {
            const double before = length(x);
            for (std::size_t k = 0; k < found_.values.size(); ++k) {
                const double* y = found_.vectors.data() + k * size_;
                subtract(x.data(), dot(x.data(), y, size_), y, size_);
            }
            for (std::size_t k = 0; k * size_ < basis_.size(); ++k)
                subtract(x.data(), dot(x.data(), basis(k), size_), basis(k), size_);
            if (length(x) > 0.7 * before) break;  // little was lost to rounding
        }
        return x;
    }

    void step() {
        const std::size_t last = num_steps();
        if (last > 0) matrix_.beside.push_back(beyond_);
        next_ = multiply(graph_, basis(last));
        matrix_.diagonal.push_back(dot(next_.data(), basis(last), size_));
        subtract(next_.data(), matrix_.diagonal.back(), basis(last), size_);
        if (last > 0) subtract(next_.data(), beyond_, basis(last - 1), size_);
        next_ = make_orthogonal(std::move(next_));
        beyond_ = length(next_);
    }

    // Whether the `wanted` largest eigenvalues, with all that are equal to them, are exact enough:
    // what lies beyond the space does not reach their vectors.
    bool is_accurate(std::size_t wanted, double threshold) {
        const Vector values = eigenvalues(matrix_);
        const std::vector<std::size_t> chosen = largest_by_magnitude(values, wanted);
        double largest = 0;
        for (const std::size_t i : chosen) largest = std::max(largest, std::abs(values[i]));
        const double accuracy = largest < threshold ? kRough : kExact;
        for (const ValueRange& range : ranges_of(values, chosen)) {
            const Vector vectors = eigenspace(matrix_, values, range.first, range.last);
            for (std::size_t k = 1; k <= range.size(); ++k)
                if (std::abs(beyond_ * vectors[k * num_steps() - 1]) > accuracy * scale_)
                    return false;
        }
        return true;
    }

    PartialSpectrum take(std::size_t wanted) {
        PartialSpectrum result;
        const Vector values = eigenvalues(matrix_);
        for (const ValueRange& range : ranges_of(values, largest_by_magnitude(values, wanted))) {
            const Vector vectors = eigenspace(matrix_, values, range.first, range.last);
            for (std::size_t k = 0; k < range.size(); ++k) {
                result.values.push_back(values[range.first + k]);
                Vector vector(size_);
                for (std::size_t m = 0; m < num_steps(); ++m)
                    subtract(vector.data(), -vectors[k * num_steps() + m], basis(m), size_);
                result.vectors.insert(result.vectors.end(), vector.begin(), vector.end());
            }
        }
        return result;
    }

    const Graph& graph_;
    std::size_t size_;
    const PartialSpectrum& found_;
    double scale_;
    const TimeLimit& limit_;
    Vector basis_;  // step by step, by node
    Tridiagonal matrix_;
    Vector next_;        // what the matrix makes of the last vector, beyond the space so far
    double beyond_ = 0;  // its length
    double start_length_ = 0;
    bool is_whole_ = false;
};

double size_of_matrix(const Graph& graph) {
    std::size_t degree = 1;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) degree = std::max(degree, graph.degree(v));
    return std::sqrt(static_cast<double>(degree));  // at most the largest eigenvalue
}

// The magnitude of the `wanted`-th largest eigenvalue; 0 if there are fewer.
double magnitude_of(const std::vector<double>& values, std::size_t wanted) {
    if (values.size() < wanted) return 0;
    Vector magnitudes;
    for (const double value : values) magnitudes.push_back(std::abs(value));
    std::ranges::nth_element(
        magnitudes, magnitudes.begin() + static_cast<std::ptrdiff_t>(wanted) - 1, std::greater<>());
    return magnitudes[wanted - 1];
}

// Few eigenvalues that have many vectors each: an iteration for each node, which sees the part of
// each eigenvalue in that node, is then less work than one for each vector.
bool is_worth_projecting(const Iteration& iteration, std::size_t size, std::size_t dimension) {
    const std::size_t vectors_each = dimension / iteration.num_steps();
    return iteration.is_whole() && iteration.num_steps() <= kFewSteps &&
           vectors_each * vectors_each > size;
}

// All that there is beside what was found, which has these eigenvalues.
std::vector<Eigenspace> rest_of(const Graph& graph, const PartialSpectrum& found, double scale,
                                const TimeLimit& limit, const std::vector<double>& values) {
    const std::size_t size = graph.num_nodes();
    std::vector<Eigenspace> rest;
    rest.reserve(values.size());
    for (const double value : values)
        rest.push_back({.value = value, .dimension = 0, .squares = Vector(size)});
    for (std::size_t v = 0; v < size; ++v) {
        limit.require_time_to_prepare();
        Vector node(size);
        node[v] = 1;
        Iteration iteration(graph, found, scale, limit, std::move(node));
        if (iteration.start_length() > kExact) iteration.project_start(rest, v);
    }
    for (Eigenspace& space : rest)  // the trace of a projection
        space.dimension = static_cast<std::size_t>(
            std::lround(std::accumulate(space.squares.begin(), space.squares.end(), 0.0)));
    return rest;
}

// The same where all that is left has one eigenvalue: each node has length 1 in all spaces.
std::vector<Eigenspace> single_rest_of(const PartialSpectrum& found, std::size_t size,
                                       double value) {
    Vector squares(size, 1.0);
    for (std::size_t i = 0; i < found.values.size(); ++i)
        for (std::size_t v = 0; v < size; ++v) {
            const double part = found.vectors[i * size + v];
            squares[v] = std::max(0.0, squares[v] - part * part);
        }
    return {
        {.value = value, .dimension = size - found.values.size(), .squares = std::move(squares)}};
}

}  // namespace

PartialSpectrum leading_eigenvectors(const Graph& graph, std::size_t wanted,
                                     const TimeLimit& limit) {
    const double scale = size_of_matrix(graph);
    const std::size_t size = graph.num_nodes();
    PartialSpectrum found;
    while (found.values.size() < size) {
        const std::size_t num_found = found.values.size();
        const double least = magnitude_of(found.values, wanted) - kSameValue * scale;
        Iteration iteration(graph, found, scale, limit, random_vector(size, num_found));
        const PartialSpectrum more =
            iteration.run(num_found == 0 ? wanted : 1, num_found == 0 ? 0 : least);
        if (iteration.is_whole() && iteration.num_steps() == 1) {
            found.rest = single_rest_of(found, size, more.values.front());
            break;
        }
        double largest = 0;
        for (const double value : more.values) largest = std::max(largest, std::abs(value));
        if (largest < least) break;
        if (num_found > 0 && is_worth_projecting(iteration, size, size - num_found)) {
            found.rest = rest_of(graph, found, scale, limit, more.values);
            break;
        }
        found.values.insert(found.values.end(), more.values.begin(), more.values.end());
        found.vectors.insert(found.vectors.end(), more.vectors.begin(), more.vectors.end());
    }
    return found;
}

}  // namespace dhgak
