// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "dhgak/graph/dataset.h"

namespace dhgak::testing_support {

// The kernel of one graph with another by dense matrices. The covariances of all nodes of both
// graphs are kept together, so that the own covariances are blocks of the same matrix.
struct PlainTangent {
    int blocks = 3, layers = 2;
    bool by_degree = false, jumps = true, attention = false;
    double correlation = 1;

    // Of graphs of these datasets, whose labels are matched by name; normalised.
    double value(const Dataset& a, std::size_t g, const Dataset& b, std::size_t f) const {
        const Part first = part(a, g), second = part(b, f);
        if (first.graph.num_nodes() == 0 || second.graph.num_nodes() == 0) return 0;
        return value(first, second) / std::sqrt(value(first, first) * value(second, second));
    }

private:
    struct Part {
        Graph graph;
        std::vector<std::string> labels;
    };

    static Part part(const Dataset& dataset, std::size_t g) {
        Part result = {.graph = dataset.graph(g), .labels = {}};
        for (const std::uint32_t label : result.graph.labels)
            result.labels.push_back(dataset.label_names[label]);
        return result;
    }

    double value(const Part& part_a, const Part& part_b) const {
        const Graph &a = part_a.graph, &b = part_b.graph;
        const auto rows = static_cast<Eigen::Index>(a.num_nodes());
        const auto cols = static_cast<Eigen::Index>(b.num_nodes());
        const Eigen::Index size = rows + cols;
        Eigen::MatrixXd adjacency = Eigen::MatrixXd::Identity(size, size), start(size, size);
        std::vector<std::string> labels = part_a.labels;
        labels.insert(labels.end(), part_b.labels.begin(), part_b.labels.end());
        const auto add = [&](const Graph& graph, Eigen::Index first) {
            for (std::size_t v = 0; v < graph.num_nodes(); ++v)
                for (const std::uint32_t u : graph.neighbors(v))
                    adjacency(first + static_cast<Eigen::Index>(v),
                              first + static_cast<Eigen::Index>(u)) = 1;
        };
        add(a, 0);
        add(b, rows);
        if (by_degree)
            for (Eigen::Index v = 0; v < size; ++v) adjacency.row(v) /= adjacency.row(v).sum();
        for (Eigen::Index i = 0; i < size; ++i)
            for (Eigen::Index j = 0; j < size; ++j)
                start(i, j) =
                    labels[static_cast<std::size_t>(i)] == labels[static_cast<std::size_t>(j)];
        const auto between = [&](const Eigen::MatrixXd& matrix) {
            return matrix.block(0, rows, rows, cols).sum();
        };
        double sum = between(start);
        start = adjacency * start * adjacency.transpose();
        Eigen::MatrixXd tangent = start;
        for (int block = 1; block <= blocks; ++block) {
            for (int layer = 0; layer < layers; ++layer) {
                const Eigen::VectorXd roots = start.diagonal().cwiseSqrt();
                const Eigen::ArrayXXd norms = (roots * roots.transpose()).array();
                // What is within rounding of 1 is 1, as the arc cosine is steep there.
                const Eigen::ArrayXXd rho =
                    (correlation * start.array() / norms).unaryExpr([](double x) {
                        return x > 1 - 1e-12 ? 1.0 : x;
                    });
                const Eigen::ArrayXXd angle = rho.acos();
                start = ((rho * (std::numbers::pi - angle) + (1 - rho.square()).sqrt()) /
                         std::numbers::pi * norms)
                            .matrix();
                tangent = (tangent.array() * (std::numbers::pi - angle) / std::numbers::pi +
                           start.array())
                              .matrix();
            }
            sum += between(tangent);
            if (block == blocks) break;
            if (attention) {
                Eigen::MatrixXd own = Eigen::MatrixXd::Zero(size, size);
                own.topLeftCorner(rows, rows) = start.topLeftCorner(rows, rows);
                own.bottomRightCorner(cols, cols) = start.bottomRightCorner(cols, cols);
                start = own * start * own.transpose();
                tangent = 2 * start + own * (2 * tangent) * own.transpose();
            }
            start = adjacency * start * adjacency.transpose();
            tangent = adjacency * tangent * adjacency.transpose();
        }
        return jumps ? sum : between(tangent);
    }
};

}  // namespace dhgak::testing_support
