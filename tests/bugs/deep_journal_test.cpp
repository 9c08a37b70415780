// SPDX-License-Identifier: MIT
// A journal with JSON nested some hundred thousand levels deep ended the program: the parser is not
// recursive, but the writer is.
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/search/journal.h"
#include "search/entry.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(DeepJournal, LineIsRefused) {
    const std::vector<std::uint32_t> classes = {0, 1};
    const std::string line = "{\"point\":" + nested(300'000) + ",\"folds\":[]}";
    EXPECT_THROW(read_entry(line, "j:2", std::vector<OuterFold>(2), classes), InputError);
}

TEST(DeepJournal, HeaderIsRefused) {
    const ScratchFolder folder;
    const auto path = folder.write("j", "{\"journal\":\"x\",\"seed\":" + nested(300'000) + "}\n");
    EXPECT_THROW(Journal(path, R"({"journal":"x","seed":1})"), InputError);
}

}  // namespace
}  // namespace dhgak
