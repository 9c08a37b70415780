// SPDX-License-Identifier: MIT
#include "learn/weight_factors.h"

#include <cassert>
#include <string>

namespace dhgak {
namespace {

SparseMatrix sparse_weights(const Machines& machines) {
    SparseMatrix sparse;
    sparse.num_cols = machines.num_machines();
    for (std::size_t input = 0; input < machines.num_inputs; ++input) {
        for (std::size_t m = 0; m < sparse.num_cols; ++m)
            if (const double weight = machines.weights[input * sparse.num_cols + m]; weight != 0) {
                sparse.columns.push_back(static_cast<std::int32_t>(m));
                sparse.values.push_back(weight);
            }
        sparse.row_offsets.push_back(static_cast<std::int64_t>(sparse.values.size()));
    }
    return sparse;
}

void save_sparse(const SparseMatrix& matrix, const ModelWriter& writer) {
    writer.add("offsets", std::span<const std::int64_t>(matrix.row_offsets));
    writer.add("columns", std::span<const std::int32_t>(matrix.columns));
    writer.add("values", std::span<const double>(matrix.values));
}

SparseMatrix load_sparse(const ModelReader& reader, std::size_t num_cols) {
    SparseMatrix matrix;
    matrix.num_cols = num_cols;
    matrix.row_offsets = reader.offsets("offsets");
    matrix.columns = reader.integers("columns", 0, static_cast<std::int32_t>(num_cols) - 1);
    matrix.values = reader.doubles("values");
    reader.require(!matrix.row_offsets.empty(), "offsets", "there are none");
    reader.require(matrix.columns.size() == matrix.values.size() &&
                       matrix.row_offsets.back() == static_cast<std::int64_t>(matrix.values.size()),
                   "values", "there must be as many as columns, up to the last offset");
    return matrix;
}

// Calls body(column, value) for each entry of a row.
template <typename Body>
void for_entries(const SparseMatrix& matrix, std::size_t row, const Body& body) {
    const auto end = static_cast<std::size_t>(matrix.row_offsets[row + 1]);
    for (auto e = static_cast<std::size_t>(matrix.row_offsets[row]); e < end; ++e)
        body(static_cast<std::size_t>(matrix.columns[e]), matrix.values[e]);
}

}  // namespace

WeightFactors::WeightFactors(const SparseMatrix& training_features, const Machines& on_graphs)
    : graphs_of_feature_(transpose(training_features)), parts_(sparse_weights(on_graphs)) {
    assert(graphs_of_feature_.num_cols == parts_.num_rows());
}

WeightFactors::WeightFactors(const ModelReader& model, std::size_t num_machines)
    : parts_(load_sparse(model.at("parts"), num_machines)) {
    graphs_of_feature_ = load_sparse(model.at("graphs_of_feature"), num_graphs());
}

void WeightFactors::save(const ModelWriter& model) const {
    save_sparse(parts_, model.at("parts"));
    save_sparse(graphs_of_feature_, model.at("graphs_of_feature"));
}

void WeightFactors::evaluate(const SparseMatrix& features, std::size_t row,
                             std::span<double> values) const {
    assert(features.num_cols == num_features());
    std::vector<double> kernel(num_graphs());
    for_entries(features, row, [&](std::size_t feature, double x) {
        for_entries(graphs_of_feature_, feature,
                    [&](std::size_t graph, double y) { kernel[graph] += x * y; });
    });
    for (std::size_t graph = 0; graph < kernel.size(); ++graph)
        if (kernel[graph] != 0)
            for_entries(parts_, graph, [&](std::size_t machine, double part) {
                values[machine] += kernel[graph] * part;
            });
}

std::vector<double> WeightFactors::dense_parts() const {
    std::vector<double> dense(num_graphs() * parts_.num_cols);
    for (std::size_t graph = 0; graph < num_graphs(); ++graph)
        for_entries(parts_, graph, [&](std::size_t machine, double part) {
            dense[graph * parts_.num_cols + machine] = part;
        });
    return dense;
}

std::vector<double> WeightFactors::on_features(std::span<const double> of_graphs,
                                               std::size_t count) const {
    assert(of_graphs.size() == num_graphs() * count);
    std::vector<double> result(num_features() * count);
    for (std::size_t feature = 0; feature < num_features(); ++feature)
        for_entries(graphs_of_feature_, feature, [&](std::size_t graph, double y) {
            for (std::size_t i = 0; i < count; ++i)
                result[feature * count + i] += y * of_graphs[graph * count + i];
        });
    return result;
}

}  // namespace dhgak
