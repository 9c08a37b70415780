// SPDX-License-Identifier: MIT
#include "kernels/spectral/spectral_coordinates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <Eigen/Eigenvalues>

#include "kernels/spectral/lanczos.h"
#include "kernels/spectral/spectrum.h"
#include "kernels/spectral/tridiagonal.h"

namespace dhgak {
namespace {

constexpr std::size_t kDense = 128;  // more nodes than this: by the Lanczos iteration

// By node: the square of the length of its projection on the space of some eigenvalues.
using Squares = std::vector<double>;

void add_squares(Squares& squares, const double* vector) {
    for (std::size_t v = 0; v < squares.size(); ++v) squares[v] += vector[v] * vector[v];
}

void subtract_from_one(Squares& squares) {
    for (double& square : squares) square = std::max(0.0, 1 - square);
}

// All eigenvalues of a graph, and its eigenspaces on demand.
class DenseSpectrum {
public:
    explicit DenseSpectrum(const Graph& graph) : size_(graph.num_nodes()) {
        const auto size = static_cast<Eigen::Index>(size_);
        Eigen::MatrixXd adjacency = Eigen::MatrixXd::Zero(size, size);
        for (std::size_t v = 0; v < size_; ++v)
            for (const std::uint32_t u : graph.neighbors(v))
                adjacency(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(u)) = 1;
        reduction_.compute(adjacency);
        const Eigen::VectorXd diagonal = reduction_.diagonal();
        matrix_.diagonal.assign(diagonal.begin(), diagonal.end());
        if (size > 1) {
            const Eigen::VectorXd beside = reduction_.subDiagonal();
            matrix_.beside.assign(beside.begin(), beside.end());
        }
        values_ = eigenvalues(matrix_);
    }

    const std::vector<double>& values() const { return values_; }

    Squares squares(const ValueRange& range) const {
        if (range.size() * 2 <= size_) return direct(range);
        // The others are fewer: each node has length 1 in all spaces together.
        Squares others(size_);
        for (std::size_t i = 0; i < size_;) {
            const ValueRange other = range_of(values_, i);
            if (other.first != range.first) {
                const Squares squares = direct(other);
                for (std::size_t v = 0; v < size_; ++v) others[v] += squares[v];
            }
            i = other.last + 1;
        }
        subtract_from_one(others);
        return others;
    }

private:
    Squares direct(const ValueRange& range) const {
        const std::vector<double> basis = eigenspace(matrix_, values_, range.first, range.last);
        const auto rows = static_cast<Eigen::Index>(size_);
        Eigen::MatrixXd vectors = Eigen::Map<const Eigen::MatrixXd>(
            basis.data(), rows, static_cast<Eigen::Index>(range.size()));
        vectors.applyOnTheLeft(reduction_.matrixQ());
        Squares squares(size_);
        for (Eigen::Index k = 0; k < vectors.cols(); ++k)
            add_squares(squares, vectors.col(k).data());
        return squares;
    }

    std::size_t size_;
    Eigen::Tridiagonalization<Eigen::MatrixXd> reduction_;
    Tridiagonal matrix_;
    std::vector<double> values_;
};

// The eigenvalues of largest magnitude only; what is between them may be missing.
class SparseSpectrum {
public:
    SparseSpectrum(const Graph& graph, std::size_t wanted, const TimeLimit& limit)
        : size_(graph.num_nodes()), found_(leading_eigenvectors(graph, wanted, limit)) {
        const std::size_t num_found = found_.values.size();
        std::vector<double> value_of = found_.values;
        for (std::size_t i = 0; i < num_found; ++i) part_of_.push_back(i);
        for (std::size_t r = 0; r < found_.rest.size(); ++r) {
            part_of_.insert(part_of_.end(), found_.rest[r].dimension, num_found + r);
            value_of.push_back(found_.rest[r].value);
        }
        std::ranges::sort(part_of_, {}, [&](std::size_t part) { return value_of[part]; });
        for (const std::size_t part : part_of_) values_.push_back(value_of[part]);
    }

    const std::vector<double>& values() const { return values_; }

    Squares squares(const ValueRange& range) const {
        std::vector<std::size_t> inside(
            part_of_.begin() + static_cast<std::ptrdiff_t>(range.first),
            part_of_.begin() + static_cast<std::ptrdiff_t>(range.last) + 1);
        std::ranges::sort(inside);
        inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
        Squares squares(size_);
        for (const std::size_t part : inside)
            if (part < found_.values.size())
                add_squares(squares, found_.vectors.data() + part * size_);
            else
                std::ranges::transform(squares, found_.rest[part - found_.values.size()].squares,
                                       squares.begin(), std::plus());
        return squares;
    }

private:
    std::size_t size_;
    PartialSpectrum found_;
    std::vector<std::size_t> part_of_;  // by value: the vector that was found; then the rests
    std::vector<double> values_;        // ascending
};

std::vector<std::size_t> largest(std::size_t num_values, std::size_t wanted) {
    std::vector<std::size_t> numbers;
    while (numbers.size() < std::min(wanted, num_values))
        numbers.push_back(num_values - 1 - numbers.size());
    return numbers;
}

template <typename Spectrum>
std::vector<double> coordinates(const Spectrum& spectrum, std::size_t size,
                                const std::vector<std::size_t>& axes) {
    std::vector<double> result(size * axes.size());
    ValueRange range;
    Squares squares;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        if (squares.empty() || axes[axis] < range.first || axes[axis] > range.last) {
            range = range_of(spectrum.values(), axes[axis]);
            squares = spectrum.squares(range);
        }
        for (std::size_t v = 0; v < size; ++v)
            result[v * axes.size() + axis] =
                std::sqrt(squares[v] / static_cast<double>(range.size()));
    }
    return result;
}

}  // namespace

std::vector<double> spectral_coordinates(const Graph& graph, const SpectralOptions& options,
                                         const TimeLimit& limit) {
    const std::size_t size = graph.num_nodes(), wanted = std::min(size, options.dimensions);
    if (size == 0) return {};
    if (size > std::max(kDense, options.largest_up_to)) {
        const SparseSpectrum spectrum(graph, wanted, limit);
        return coordinates(spectrum, size, largest_by_magnitude(spectrum.values(), wanted));
    }
    const DenseSpectrum spectrum(graph);
    return coordinates(spectrum, size,
                       size <= options.largest_up_to
                           ? largest(size, wanted)
                           : largest_by_magnitude(spectrum.values(), wanted));
}

}  // namespace dhgak
