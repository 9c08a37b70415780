// SPDX-License-Identifier: MIT
// JSON nested some hundred thousand levels deep ended the program: the parser is not recursive, but
// the writer is, and an error message writes what it found. So it was in journals, in files of
// folds, and in the values of models.
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/io/model_file.h"
#include "dhgak/learn/folds.h"
#include "io/model_format.h"
#include "io/safetensors.h"
#include "search/entry.h"
#include "search/journal.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(DeepJson, InAJournalsLineIsRefused) {
    const std::vector<std::uint32_t> classes = {0, 1};
    const std::string line = "{\"point\":" + nested(300'000) + ",\"folds\":[]}";
    EXPECT_THROW(read_entry(line, "j:2", std::vector<OuterFold>(2), classes, {}), InputError);
}

TEST(DeepJson, InAJournalsHeaderIsRefused) {
    const ScratchFolder folder;
    const auto path = folder.write("j", "{\"journal\":\"x\",\"seed\":" + nested(300'000) + "}\n");
    EXPECT_THROW(Journal(path, R"({"journal":"x","seed":1})"), InputError);
}

TEST(DeepJson, InSplitsIsRefused) {
    const ScratchFolder folder;
    const auto path = folder.write("s", "[{\"test\":[" + nested(300'000) + "],\"train\":[1]}]");
    EXPECT_THROW(read_splits(path, 3), InputError);
}

TEST(DeepJson, InAModelIsRefused) {
    const ScratchFolder folder;
    const std::string values = "{\"alpha\":" + nested(300'000) + "}";
    write_safetensors(folder / "m", std::vector<Tensor>{},
                      {{"format", "dhgak model"},
                       {"format_version", "1"},
                       {"values", values},
                       {"checksum", model_checksum(values, {})}});
    EXPECT_THROW(ModelReader(folder / "m").number("alpha"), InputError);
}

}  // namespace
}  // namespace dhgak
