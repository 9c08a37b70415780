// SPDX-License-Identifier: MIT
#include "report/neighbor_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "dhgak/core/parallel.h"
#include "neighbors/nearest_graphs.h"
#include "report/graph_map.h"
#include "report/point_tree.h"

namespace dhgak {
namespace {

constexpr double kPerplexity = 30;
constexpr int kEarlySteps = 150, kSteps = 500;
constexpr double kExaggeration = 12;

// The rows that differ, and by row its number among them.
struct DistinctRows {
    SparseMatrix rows;
    std::vector<std::size_t> first;   // by distinct row: a row like it
    std::vector<std::size_t> number;  // by row
};

DistinctRows distinct_rows(const SparseMatrix& features) {
    DistinctRows result = {.rows = {.num_cols = features.num_cols}};
    std::map<std::pair<std::vector<std::int32_t>, std::vector<double>>, std::size_t> seen;
    for (std::size_t g = 0; g < features.num_rows(); ++g) {
        const auto begin = static_cast<std::ptrdiff_t>(features.row_offsets[g]);
        const auto end = static_cast<std::ptrdiff_t>(features.row_offsets[g + 1]);
        std::vector<std::int32_t> columns(features.columns.begin() + begin,
                                          features.columns.begin() + end);
        std::vector<double> values(features.values.begin() + begin, features.values.begin() + end);
        const auto [place, is_new] =
            seen.try_emplace({std::move(columns), std::move(values)}, result.first.size());
        result.number.push_back(place->second);
        if (!is_new) continue;
        result.first.push_back(g);
        SparseMatrix& rows = result.rows;
        const auto& [new_columns, new_values] = place->first;
        rows.columns.insert(rows.columns.end(), new_columns.begin(), new_columns.end());
        rows.values.insert(rows.values.end(), new_values.begin(), new_values.end());
        rows.row_offsets.push_back(static_cast<std::int64_t>(rows.values.size()));
    }
    return result;
}

struct Pull {
    std::size_t to = 0;
    double strength = 0;
};

// Gaussian weights of the squared distances to the neighbours, as narrow as the perplexity asks.
std::vector<double> weigh(const std::vector<double>& distances, double perplexity) {
    double narrow = 1, low = 0, high = INFINITY;
    std::vector<double> weights(distances.size());
    for (int i = 0; i < 60; ++i) {
        double sum = 0, mean = 0;
        for (std::size_t j = 0; j < distances.size(); ++j) {
            weights[j] = std::exp(-narrow * (distances[j] - distances.front()));
            sum += weights[j];
            mean += weights[j] * (distances[j] - distances.front());
        }
        const double entropy = std::log(sum) + narrow * mean / sum;
        for (double& weight : weights) weight /= sum;
        if (std::abs(entropy - std::log(perplexity)) < 1e-5) break;
        (entropy > std::log(perplexity) ? low : high) = narrow;
        narrow = std::isinf(high) ? 2 * narrow : (low + high) / 2;
    }
    return weights;
}

// By row: how strongly others pull it, the same both ways; all together 1.
std::vector<std::vector<Pull>> pulls_of(const SparseMatrix& rows) {
    const std::size_t count = rows.num_rows();
    const double perplexity = std::min(kPerplexity, static_cast<double>(count - 1) / 3);
    const auto neighbors = nearest_graphs(rows, static_cast<std::size_t>(3 * perplexity));
    std::vector<double> squares(count);
    for (std::size_t g = 0; g < count; ++g)
        for (auto e = rows.row_offsets[g]; e < rows.row_offsets[g + 1]; ++e)
            squares[g] +=
                rows.values[static_cast<std::size_t>(e)] * rows.values[static_cast<std::size_t>(e)];
    std::vector<std::map<std::size_t, double>> pulls(count);
    for (std::size_t g = 0; g < count; ++g) {
        std::vector<double> distances;
        for (const Neighbor& neighbor : neighbors[g])
            distances.push_back(
                std::max(0.0, squares[g] + squares[neighbor.graph] - 2 * neighbor.kernel));
        const std::vector<double> weights = weigh(distances, perplexity);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            const double half = weights[j] / (2 * static_cast<double>(count));
            pulls[g][neighbors[g][j].graph] += half;
            pulls[neighbors[g][j].graph][g] += half;
        }
    }
    std::vector<std::vector<Pull>> result(count);
    for (std::size_t g = 0; g < count; ++g)
        for (const auto& [to, strength] : pulls[g]) result[g].push_back({to, strength});
    return result;
}

// Small and of the same spread whatever the start was.
std::vector<PlanePoint> shrink(std::vector<PlanePoint> points) {
    double spread = 1e-300;
    for (const PlanePoint& point : points) spread = std::max(spread, std::abs(point.x));
    for (std::size_t i = 0; i < points.size(); ++i) {
        // Points that lie together at the start have a way apart.
        const double angle = static_cast<double>(i) * 2.399963;
        points[i] = {1e-2 * points[i].x / spread + 1e-4 * std::cos(angle),
                     1e-2 * points[i].y / spread + 1e-4 * std::sin(angle)};
    }
    return points;
}

// Steps down the gradient, each coordinate with a speed and a gain of its own.
class Descent {
public:
    Descent(std::vector<std::vector<Pull>> pulls, std::vector<PlanePoint> points)
        : pulls_(std::move(pulls)),
          points_(std::move(points)),
          speed_(points_.size()),
          gain_(points_.size(), {1, 1}) {}

    std::vector<PlanePoint> run() {
        for (int step = 0; step < kSteps; ++step) {
            const bool is_early = step < kEarlySteps;
            move(is_early ? kExaggeration : 1, is_early ? 0.5 : 0.8);
        }
        return std::move(points_);
    }

private:
    void move(double exaggeration, double momentum) {
        const PointTree tree(points_);
        std::vector<PointTree::Push> pushes(points_.size());
        parallel_for(points_.size(), 64,
                     [&](std::size_t i) { pushes[i] = tree.push_on(points_[i]); });
        double sum = 1e-300;
        for (const PointTree::Push& push : pushes) sum += push.sum;
        std::vector<PlanePoint> down(points_.size());
        parallel_for(points_.size(), 64, [&](std::size_t i) {
            PlanePoint pull;
            for (const auto& [to, strength] : pulls_[i]) {
                const double dx = points_[i].x - points_[to].x, dy = points_[i].y - points_[to].y;
                const double weight = exaggeration * strength / (1 + dx * dx + dy * dy);
                pull.x += weight * dx;
                pull.y += weight * dy;
            }
            down[i] = {pushes[i].force.x / sum - pull.x, pushes[i].force.y / sum - pull.y};
        });
        // openTSNE's learning rate; the gradient's factor of 4 is left out.
        const double rate = std::max(200.0, static_cast<double>(points_.size()) / kExaggeration);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            advance(points_[i].x, speed_[i].x, gain_[i].x, down[i].x, rate, momentum);
            advance(points_[i].y, speed_[i].y, gain_[i].y, down[i].y, rate, momentum);
        }
    }

    static void advance(double& place, double& speed, double& gain, double down, double rate,
                        double momentum) {
        gain = down * speed > 0 ? gain + 0.2 : std::max(0.01, 0.8 * gain);
        speed = momentum * speed + rate * gain * down;
        place += speed;
    }

    std::vector<std::vector<Pull>> pulls_;
    std::vector<PlanePoint> points_, speed_, gain_;
};

}  // namespace

std::vector<PlanePoint> map_neighbors(const SparseMatrix& features,
                                      const std::vector<PlanePoint>& start) {
    constexpr std::size_t kFewest = 5;  // a perplexity above 1 needs some neighbours
    const DistinctRows distinct = distinct_rows(features);
    if (distinct.first.size() < kFewest) return start;
    std::vector<PlanePoint> places;
    for (const std::size_t g : distinct.first) places.push_back(start[g]);
    places = Descent(pulls_of(distinct.rows), shrink(std::move(places))).run();
    std::vector<PlanePoint> points;
    for (const std::size_t number : distinct.number) points.push_back(places[number]);
    return points;
}

}  // namespace dhgak
