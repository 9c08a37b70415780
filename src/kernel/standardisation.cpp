// SPDX-License-Identifier: MIT
#include "kernel/standardisation.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "embed/column_moments.h"

namespace dhgak {
namespace {

// Distances of such numbers are finite floats.
constexpr double kLargestStandardised = 0x1p100;

}  // namespace

Standardisation::Standardisation(const Matrix& values) {
    for (const ColumnMoments& column : column_moments(values)) {
        means_.push_back(column.mean());
        deviations_.push_back(column.is_constant() ? 1 : column.deviation());
    }
}

Standardisation::Standardisation(const ModelReader& reader)
    : means_(reader.doubles("means")), deviations_(reader.doubles("deviations")) {
    reader.require(means_.size() == deviations_.size() && !means_.empty(), "deviations",
                   "there must be as many as means, and one at least");
    constexpr double kLargest = std::numeric_limits<float>::max();
    constexpr double kSmallest = 1 / kLargest / 0x1p64;
    for (const double mean : means_)
        reader.require(std::abs(mean) <= kLargest, "means", "no attributes have such a mean");
    for (const double deviation : deviations_)
        reader.require(deviation >= kSmallest && deviation <= kLargest, "deviations",
                       "no attributes have such a deviation above 0");
}

void Standardisation::save(const ModelWriter& writer) const {
    writer.add("means", std::span<const double>(means_));
    writer.add("deviations", std::span<const double>(deviations_));
}

Matrix Standardisation::apply(const Dataset& graphs, const Matrix& values,
                              NewGraphNotes& notes) const {
    Matrix standardised(graphs.num_nodes(), num_columns());
    if (graphs.num_nodes() == 0) return standardised;
    if (values.cols() == 0) {
        notes.graphs_without_attributes += graphs.num_graphs();
        return standardised;
    }
    if (values.cols() != num_columns())
        throw InputError(fmt::format("{}: {} node attributes, but the model was fitted on {}",
                                     graphs.name, values.cols(), num_columns()));
    for (std::size_t v = 0; v < graphs.num_nodes(); ++v)
        for (std::size_t k = 0; k < num_columns(); ++k) {
            const double value = (*this)(values(v, k), k);
            if (!(std::abs(value) <= kLargestStandardised))
                throw InputError(fmt::format(
                    "{}: node attribute {} is {}, {:.3g} deviations from the mean of training; "
                    "only up to {:.3g} can they be compared",
                    graphs.name, k, values(v, k), value, kLargestStandardised));
            standardised(v, k) = static_cast<float>(value);
        }
    return standardised;
}

}  // namespace dhgak
