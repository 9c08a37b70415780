// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"
#include "graph/molecules/molecule_set.h"
#include "graph/molecules/parsed_molecule.h"
#include "graph/molecules/records.h"

namespace dhgak {

// Reads records in chunks, molecules of a chunk side by side, and keeps their order.
class MoleculeReading {
public:
    // `place` is how messages name the source, `name` is the dataset's.
    MoleculeReading(std::string place, std::string name, std::unique_ptr<MoleculeRecords> records,
                    const MoleculeOptions& options, ParseMolecule parse);

    // The molecules that come next, as many as asked for or all that are left; nothing at the end.
    // The first that cannot be read is skipped, or makes it count those in the rest of the source
    // and throw InputError.
    std::optional<Dataset> next(std::size_t num_molecules);

private:
    struct Bad {
        std::size_t line;
        std::string reason;
    };

    std::vector<std::string> column_names() const;
    std::vector<MoleculeRecord> take(std::size_t num_records);
    void add(std::vector<MoleculeRecord> records, MoleculeSet& set);
    bool only_counts() const { return num_bad_ > 0 && options_.bad == BadMolecules::fail; }
    void note_bad(const MoleculeRecord& record, const std::string& reason);
    void finish(std::size_t num_good) const;
    std::string describe_bad() const;

    std::string place_, name_;
    std::unique_ptr<MoleculeRecords> records_;
    MoleculeOptions options_;
    ParseMolecule parse_;
    std::size_t num_records_ = 0, num_good_ = 0;
    std::size_t num_bad_ = 0;
    std::vector<Bad> bad_;  // the first of them
    bool at_end_ = false;
};

}  // namespace dhgak
