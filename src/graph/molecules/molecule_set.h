// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"
#include "graph/molecules/parsed_molecule.h"
#include "graph/molecules/records.h"
#include "graph/tu/arc_rows.h"

namespace dhgak {

// Gathers molecules that were read and makes a dataset of them.
class MoleculeSet {
public:
    // `columns` are the names of those that every molecule fills.
    MoleculeSet(std::string name, const MoleculeOptions& options, std::vector<std::string> columns);

    void add(const ParsedMolecule& molecule, MoleculeRecord&& record);

    std::size_t size() const { return dataset_.num_graphs(); }

    // Hands over what was added.
    Dataset build() &&;

private:
    // Labels numbered by what makes them, until all are known and can be named and sorted.
    class Codes {
    public:
        std::uint32_t number(std::uint64_t code, auto make_name) {
            const auto [entry, is_new] =
                number_of_.try_emplace(code, static_cast<std::uint32_t>(names_.size()));
            if (is_new) names_.push_back(make_name());
            return entry->second;
        }
        std::vector<std::string> sort(std::vector<std::uint32_t>& numbers);

    private:
        std::unordered_map<std::uint64_t, std::uint32_t> number_of_;
        std::vector<std::string> names_;
    };

    MoleculeOptions options_;
    Dataset dataset_;
    Codes atoms_, bonds_;
    std::vector<Arc> arcs_;
    std::vector<std::uint32_t> arc_labels_;
    std::unordered_map<std::string, std::uint32_t> class_numbers_;
};

}  // namespace dhgak
