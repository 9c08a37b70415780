// SPDX-License-Identifier: MIT
#include "kernels/gradual/sparse_kmeans.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include "core/random.h"

namespace dhgak {
namespace {

constexpr int kMostIterations = 100;

// |x - c|^2 - |x|^2, which tells which centre is nearest.
double relative_distance(const SparseRows& centers, std::size_t center,
                         std::span<const std::uint64_t> dimensions,
                         std::span<const double> values) {
    double squares = 0, product = 0;
    std::size_t i = 0;
    for (std::size_t e = centers.offsets[center]; e < centers.offsets[center + 1]; ++e) {
        const double value = centers.values[e];
        squares += value * value;
        while (i < dimensions.size() && dimensions[i] < centers.dimensions[e]) ++i;
        if (i < dimensions.size() && dimensions[i] == centers.dimensions[e])
            product += value * values[i];
    }
    return squares - 2 * product;
}

// Rows and centres with dimensions numbered from 0, centres dense.
class Lloyd {
public:
    Lloyd(const SparseRows& rows, std::span<const double> weights)
        : rows_(rows), weights_(weights), dimensions_(rows.dimensions), owner_(rows.size()) {
        std::ranges::sort(dimensions_);
        dimensions_.erase(std::unique(dimensions_.begin(), dimensions_.end()), dimensions_.end());
        for (const std::uint64_t dimension : rows.dimensions)
            local_.push_back(static_cast<std::size_t>(
                std::ranges::lower_bound(dimensions_, dimension) - dimensions_.begin()));
        total_.resize(weights.size());
        std::partial_sum(weights.begin(), weights.end(), total_.begin());
    }

    // The sum of weighted distances; less is better.
    double run(std::size_t num_clusters, Random& random) {
        start(num_clusters, random);
        double score = assign();
        for (int iteration = 0; iteration < kMostIterations; ++iteration) {
            const std::vector<std::size_t> before = owner_;
            update();
            score = assign();
            if (owner_ == before) break;
        }
        return score;
    }

    SparseRows centers() const {
        std::vector<std::size_t> order;
        for (const std::size_t owner : owner_)
            if (std::ranges::count(order, owner) == 0) order.push_back(owner);
        SparseRows result;
        std::vector<std::uint64_t> dimensions;
        std::vector<double> values;
        for (const std::size_t c : order) {
            dimensions.clear();
            values.clear();
            for (std::size_t k = 0; k < dimensions_.size(); ++k)
                if (centers_[k * num_clusters_ + c] != 0) {
                    dimensions.push_back(dimensions_[k]);
                    values.push_back(centers_[k * num_clusters_ + c]);
                }
            result.add(dimensions, values);
        }
        return result;
    }

private:
    void start(std::size_t num_clusters, Random& random) {
        num_clusters_ = num_clusters;
        centers_.assign(num_clusters * dimensions_.size(), 0);
        std::vector<std::size_t> chosen;
        while (chosen.size() < num_clusters) {
            const double place = random.uniform() * total_.back();
            const auto row = static_cast<std::size_t>(
                std::min(std::ranges::upper_bound(total_, place), total_.end() - 1) -
                total_.begin());
            if (std::ranges::count(chosen, row) > 0) continue;
            for (std::size_t e = rows_.offsets[row]; e < rows_.offsets[row + 1]; ++e)
                centers_[local_[e] * num_clusters + chosen.size()] = rows_.values[e];
            chosen.push_back(row);
        }
    }

    double assign() {
        std::vector<double> squares(num_clusters_), products(num_clusters_);
        for (std::size_t i = 0; i < centers_.size(); ++i)
            squares[i % num_clusters_] += centers_[i] * centers_[i];
        double score = 0;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            std::ranges::fill(products, 0.0);
            for (std::size_t e = rows_.offsets[r]; e < rows_.offsets[r + 1]; ++e) {
                const double* center = centers_.data() + local_[e] * num_clusters_;
                for (std::size_t c = 0; c < num_clusters_; ++c)
                    products[c] += center[c] * rows_.values[e];
            }
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t c = 0; c < num_clusters_; ++c) {
                const double distance = squares[c] - 2 * products[c];
                if (distance < least) {
                    least = distance;
                    owner_[r] = c;
                }
            }
            score += weights_[r] * least;
        }
        return score;
    }

    // A centre without rows stays where it is.
    void update() {
        std::vector<double> masses(num_clusters_);
        for (std::size_t r = 0; r < rows_.size(); ++r) masses[owner_[r]] += weights_[r];
        for (std::size_t i = 0; i < centers_.size(); ++i)
            if (masses[i % num_clusters_] > 0) centers_[i] = 0;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (std::size_t e = rows_.offsets[r]; e < rows_.offsets[r + 1]; ++e)
                centers_[local_[e] * num_clusters_ + owner_[r]] +=
                    weights_[r] * rows_.values[e] / masses[owner_[r]];
    }

    const SparseRows& rows_;
    std::span<const double> weights_;
    std::vector<std::uint64_t> dimensions_;  // all, ascending
    std::vector<std::size_t> local_;         // by entry of the rows: the number of its dimension
    std::vector<double> total_;              // of the weights up to a row
    std::size_t num_clusters_ = 0;
    std::vector<double> centers_;     // by dimension, then by centre
    std::vector<std::size_t> owner_;  // by row: its centre
};

}  // namespace

void SparseRows::add(std::span<const std::uint64_t> row_dimensions,
                     std::span<const double> row_values) {
    dimensions.insert(dimensions.end(), row_dimensions.begin(), row_dimensions.end());
    values.insert(values.end(), row_values.begin(), row_values.end());
    offsets.push_back(values.size());
}

std::size_t nearest_center(const SparseRows& centers, std::size_t first, std::size_t last,
                           std::span<const std::uint64_t> dimensions,
                           std::span<const double> values) {
    std::size_t nearest = first;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = first; c < last; ++c) {
        const double distance = relative_distance(centers, c, dimensions, values);
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    return nearest;
}

SparseRows sparse_kmeans(const SparseRows& rows, std::span<const double> weights,
                         const SparseKmeansOptions& options) {
    assert(rows.size() > options.clusters);
    Lloyd lloyd(rows, weights);
    SparseRows best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t start = 0; start < options.starts; ++start) {
        Random random(derive_seed(options.seed, {start}));
        const double score = lloyd.run(options.clusters, random);
        if (score < least) {
            least = score;
            best = lloyd.centers();
        }
    }
    return best;
}

}  // namespace dhgak
