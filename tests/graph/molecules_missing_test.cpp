// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

TEST(MoleculesMissing, SayWhatToInstall) {
    const ScratchFolder folder;
    folder.write("m.csv", "smiles\nCC\n");
    try {
        read_dataset((folder / "m.csv").string());
        ADD_FAILURE();
    } catch (const ConfigError& error) {
        EXPECT_NE(std::string(error.what()).find("librdkit-dev"), std::string::npos);
    }
}

}  // namespace
}  // namespace dhgak
