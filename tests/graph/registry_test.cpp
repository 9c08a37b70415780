// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "graph/tu_texts.h"

namespace dhgak {
namespace {

TEST(Readers, AreListedWithASummary) {
    for (const char* name : {"csv", "demo", "sdf", "smi", "tu-folder", "tu-zip"})
        EXPECT_EQ(std::ranges::count(list_readers(), name, &MethodInfo::name), 1) << name;
    for (const MethodInfo& reader : list_readers()) EXPECT_FALSE(reader.summary.empty());
}

void expect_complaint(const std::string& source, const std::string& part) {
    try {
        read_dataset(source);
        FAIL() << source;
    } catch (const InputError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find(part), std::string::npos) << text;
        EXPECT_NE(text.find("expected a TU folder, a TU zip, molecules in a file"),
                  std::string::npos);
    }
}

TEST(Readers, SayWhatTheyAccept) {
    const ScratchFolder folder;
    folder.write("graph.gml", "graph []");
    expect_complaint((folder.path() / "graph.gml").string(), "is none of the formats");
    expect_complaint((folder.path() / "nothing").string(), "does not exist");
    expect_complaint("", "does not exist");
    expect_complaint(std::string(10'000, 'x'), "does not exist");
}

}  // namespace
}  // namespace dhgak
