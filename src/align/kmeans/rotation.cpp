// SPDX-License-Identifier: MIT
#include "align/kmeans/rotation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr float kNegligible = 1e-6f;
constexpr std::size_t kRotatedPerBlock = 2048;
constexpr std::size_t kMostDims = 128;  // beyond, finding the axes costs more than it saves
constexpr std::size_t kFewestRows = 512;
constexpr std::size_t kSampleRows = 1024;

std::size_t pad(std::size_t num_axes) { return (num_axes + 15) / 16 * 16; }

struct Axes {
    Eigen::VectorXd middle;
    Eigen::MatrixXd columns;  // orthonormal, by decreasing variance
    std::size_t num_wide = 0;
};

// The principal axes of some of the points, which suggest how many dimensions all of them fill.
Axes sample_axes(const Matrix& points) {
    const std::size_t size = std::min(points.rows(), kSampleRows);
    const auto dims = static_cast<Eigen::Index>(points.cols());
    Eigen::MatrixXd sample(static_cast<Eigen::Index>(size), dims);
    for (std::size_t r = 0; r < size; ++r)
        for (std::size_t j = 0; j < points.cols(); ++j)
            sample(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(j)) =
                static_cast<double>(points(r * points.rows() / size, j));
    Axes axes;
    axes.middle = sample.colwise().mean();
    sample.rowwise() -= axes.middle.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(sample.transpose() * sample);
    axes.columns = solver.eigenvectors().rowwise().reverse();
    const double least =
        static_cast<double>(kNegligible * kNegligible) * solver.eigenvalues().maxCoeff();
    axes.num_wide = static_cast<std::size_t>((solver.eigenvalues().array() > least).count());
    return axes;
}

}  // namespace

Rotation::Rotation(std::vector<float> middle, Matrix axes)
    : middle_(std::move(middle)), axes_(std::move(axes)) {
    const std::size_t padded = pad(axes_.cols());
    padded_axes_.resize(middle_.size() * padded);
    for (std::size_t j = 0; j < middle_.size(); ++j)
        std::ranges::copy(axes_.row(j),
                          padded_axes_.begin() + static_cast<std::ptrdiff_t>(j * padded));
}

Matrix Rotation::apply(const Matrix& points) const {
    if (is_none()) return points;
    const std::size_t padded = pad(axes_.cols());
    Matrix turned = Matrix::for_overwrite(points.rows(), axes_.cols());
    parallel_blocks(points.rows(), kRotatedPerBlock, [&](std::size_t begin, std::size_t end) {
        std::vector<float> rows((end - begin) * padded);
        project(points.row(begin).data(), end - begin, points.cols(), middle_.data(),
                padded_axes_.data(), padded, rows.data());
        for (std::size_t i = begin; i < end; ++i)
            std::copy_n(rows.data() + (i - begin) * padded, axes_.cols(), turned.row(i).data());
    });
    return turned;
}

RotatedPoints rotate(Matrix points, bool always) {
    const std::size_t size = points.rows(), dims = points.cols();
    const auto as_given = [&]() -> RotatedPoints {
        return {.points = std::move(points), .rotation = {}};
    };
    if (dims < 4 || dims > kMostDims || size < kFewestRows) return as_given();
    const Axes axes = sample_axes(points);
    if (!always && 4 * axes.num_wide > 3 * dims) return as_given();

    const std::size_t padded = pad(dims);
    std::vector<float> middle(dims), columns(dims * padded);
    for (std::size_t j = 0; j < dims; ++j) {
        middle[j] = static_cast<float>(axes.middle(static_cast<Eigen::Index>(j)));
        for (std::size_t a = 0; a < dims; ++a)
            columns[j * padded + a] = static_cast<float>(
                axes.columns(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(a)));
    }
    Matrix turned(size, padded);
    const std::size_t num_blocks = (size + kRotatedPerBlock - 1) / kRotatedPerBlock;
    std::vector<float> peaks(num_blocks * padded);
    parallel_blocks(size, kRotatedPerBlock, [&](std::size_t begin, std::size_t end) {
        float* rows = turned.row(begin).data();
        project(points.row(begin).data(), end - begin, dims, middle.data(), columns.data(), padded,
                rows);
        float* peak = peaks.data() + begin / kRotatedPerBlock * padded;
        for (std::size_t at = 0; at < (end - begin) * padded; at += padded)
            for (std::size_t a = 0; a < padded; ++a)
                peak[a] = std::max(peak[a], std::abs(rows[at + a]));
    });
    for (std::size_t block = 1; block < num_blocks; ++block)
        for (std::size_t a = 0; a < padded; ++a)
            peaks[a] = std::max(peaks[a], peaks[block * padded + a]);

    // All points judge what may be dropped; the sample only proposed the axes.
    const float least =
        kNegligible *
        *std::max_element(peaks.begin(), peaks.begin() + static_cast<std::ptrdiff_t>(padded));
    std::vector<std::size_t> kept;
    for (std::size_t a = 0; a < dims; ++a)
        if (peaks[a] > least) kept.push_back(a);
    if (kept.empty()) return as_given();

    RotatedPoints rotated = {.points = Matrix::for_overwrite(size, kept.size()), .rotation = {}};
    parallel_for(size, kRotatedPerBlock, [&](std::size_t i) {
        const float* row = turned.row(i).data();
        float* out = rotated.points.row(i).data();
        for (std::size_t a = 0; a < kept.size(); ++a) out[a] = row[kept[a]];
    });
    Matrix kept_axes(dims, kept.size());
    for (std::size_t j = 0; j < dims; ++j)
        for (std::size_t a = 0; a < kept.size(); ++a)
            kept_axes(j, a) = columns[j * padded + kept[a]];
    rotated.rotation = Rotation(std::move(middle), std::move(kept_axes));
    return rotated;
}

}  // namespace dhgak
