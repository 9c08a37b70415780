// SPDX-License-Identifier: MIT
#include <iostream>
#include <string>
#include <string_view>

#include <dhgak/core/error.h>
#include <dhgak/graph/molecules.h>
#include <dhgak/pipeline.h>

// Molecules are read by a library that dhgak_copy_plugins put beside the program, if there is
// RDKit.
bool reads_molecules() {
    try {
        const std::string texts[] = {"CCO", "c1ccccc1"};
        return dhgak::read_smiles(texts, {}).num_graphs() == 2;
    } catch (const dhgak::ConfigError& error) {
        return std::string_view(error.what()).find("this build has not") != std::string_view::npos;
    }
}

int main() {
    if (!reads_molecules()) return 1;
    dhgak::RunOptions options;
    options.kernel.align.slices.H = 2;
    const dhgak::Report report = dhgak::evaluate("demo", dhgak::resolve(options));
    std::cout << to_table(report);
    return report.evaluation->cv.mean > report.dataset.majority ? 0 : 1;
}
