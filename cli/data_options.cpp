// SPDX-License-Identifier: MIT
#include "data_options.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "file_options.h"

namespace dhgak::cli {

MoleculeOptions DataFlags::molecule_options() const {
    RunOptions options;
    apply(given, options);
    return options.read.molecules;
}

MoleculeOptions molecule_options(const DataFlags& flags, const Model& model) {
    MoleculeOptions options = flags.molecule_options();
    options.write_smiles = true;
    const std::string& wanted = model.info().atoms;
    if (wanted.empty() || !has_molecules(flags.data)) return options;
    MoleculeOptions of_model = options;
    set_atoms(of_model, wanted);
    const bool differs = (flags.given.contains("atoms") && options.atoms != of_model.atoms) ||
                         (options.stereo && !of_model.stereo);
    if (differs)
        throw ConfigError(
            fmt::format("the model was fitted with --atoms {}; leave out --atoms and --stereo, "
                        "and molecules are read as the model's were",
                        wanted));
    return of_model;
}

void add_molecule_options(CLI::App& command, DataFlags& flags) {
    add_settings(command, flags.given, "Molecules");
    add_settings(command, flags.given, "atoms");
}

void add_data(CLI::App& command, DataFlags& flags) {
    reads(command.add_option("DATA", flags.data, kMeaningOfData))->required();
    add_molecule_options(command, flags);
}

void add_new_data(CLI::App& command, DataFlags& flags) {
    reads(command.add_option("DATA", flags.data, kMeaningOfData))->required();
    add_settings(command, flags.given, "Molecules");
    add_setting(command, flags.given, *find_setting("atoms"),
                "Not needed: atoms are told apart as in the model; refused if it differs")
        ->default_str("");
    add_setting(command, flags.given, *find_setting("stereo"), "Likewise");
}

}  // namespace dhgak::cli
