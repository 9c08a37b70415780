// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dhgak {

// The class of a graph whose class is not known: it takes part in transform and predict, not in
// training, and counts in no class. Not a class of `class_names`.
inline constexpr std::uint32_t kUnknownClass = ~std::uint32_t{0};

// What is to be learned of graphs: a class or a number of each. A column of them, in which cells
// may be unknown; a dataset may have several columns, told apart by name.
struct Targets {
    enum class Kind { none, classes, values };

    Targets() = default;
    Targets(std::vector<std::uint32_t> of_classes, std::vector<std::string> names = {})
        : classes(std::move(of_classes)), class_names(std::move(names)) {}
    Targets(std::vector<double> of_values) : values(std::move(of_values)) {}

    std::string name;                      // of the column; empty where there is one only
    std::vector<std::uint32_t> classes;    // by graph, kUnknownClass where it is not known
    std::vector<std::string> class_names;  // may be empty
    std::vector<double> values;            // by graph, NaN where it is not known

    Kind kind() const;  // there are classes, or values, or neither
    std::size_t size() const { return values.empty() ? classes.size() : values.size(); }
    bool is_known(std::size_t graph) const;
    std::vector<std::size_t> known() const;  // graphs, ascending

    // The column of some graphs, in their order.
    Targets of(std::span<const std::size_t> graphs) const;

    // The column with unknown cells for `graphs`, so that nothing can be learned from them.
    Targets without(std::span<const std::size_t> graphs) const;

    // What folds spread evenly, by graph: its class, or which tenth of the known values its value
    // is in; equal values are in one. kUnknownClass where the cell is unknown.
    std::vector<std::uint32_t> strata() const;
};

}  // namespace dhgak
