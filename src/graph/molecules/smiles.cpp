// SPDX-License-Identifier: MIT
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/molecules.h"
#include "graph/molecules/reading.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {
namespace {

constexpr const char* kStereo = "+stereo";

class SmilesInMemory : public MoleculeRecords {
public:
    explicit SmilesInMemory(std::span<const std::string> smiles) : smiles_(smiles) {}

    bool has_names() const override { return false; }

    bool next(MoleculeRecord& record) override {
        if (next_ == smiles_.size()) return false;
        record = {.line = next_ + 1, .structure = smiles_[next_]};
        if (record.structure.empty()) record.fault = "no SMILES";
        ++next_;
        return true;
    }

private:
    std::span<const std::string> smiles_;
    std::size_t next_ = 0;
};

}  // namespace

Dataset read_smiles(std::span<const std::string> smiles, const MoleculeOptions& options) {
    MoleculeOptions used = options;
    used.smiles_column = used.name_column = used.class_column = used.split_column = {};
    MoleculeReading reading("SMILES", "molecules", std::make_unique<SmilesInMemory>(smiles), used,
                            rdkit_plugin().parse);
    return reading.next(std::numeric_limits<std::size_t>::max()).value();
}

std::string atoms_text(const MoleculeOptions& options) {
    return std::string(options.atoms == AtomLabels::ecfp ? "ecfp" : "element") +
           (options.stereo ? kStereo : "");
}

void set_atoms(MoleculeOptions& options, const std::string& text) {
    for (const AtomLabels atoms : {AtomLabels::ecfp, AtomLabels::element})
        for (const bool stereo : {false, true}) {
            options.atoms = atoms;
            options.stereo = stereo;
            if (atoms_text(options) == text) return;
        }
    throw ConfigError(
        fmt::format("unknown atoms '{}'; known: ecfp element, and {}", text, kStereo));
}

}  // namespace dhgak
