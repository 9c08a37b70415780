// SPDX-License-Identifier: MIT
#include "dhgak/io/atomic_file.h"

#include <ostream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(AtomicFile, ReplacesAFileAsAWhole) {
    const ScratchFolder folder;
    folder.write("k", "old");
    write_atomically(folder / "k", [](std::ostream& out) { out << "new"; });
    EXPECT_EQ(read_file(folder / "k"), "new");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, KeepsTheOldFileWhenWritingFails) {
    const ScratchFolder folder;
    folder.write("k", "old");
    EXPECT_THROW(write_atomically(folder / "k",
                                  [](std::ostream& out) {
                                      out << "half";
                                      throw std::runtime_error("stop");
                                  }),
                 std::runtime_error);
    EXPECT_EQ(read_file(folder / "k"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, WritesThroughALink) {
    const ScratchFolder folder;
    folder.write("target", "old");
    std::filesystem::create_symlink(folder / "target", folder / "link");
    write_atomically(folder / "link", [](std::ostream& out) { out << "new"; });
    EXPECT_EQ(read_file(folder / "target"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(AtomicFile, ReportsAFullDisk) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_THROW(write_atomically("/dev/full", [](std::ostream& out) { out << "text"; }), Error);
}

TEST(AtomicFile, FindsOutBeforeTheWorkWhatCannotBeWritten) {
    const ScratchFolder folder;
    EXPECT_NO_THROW(require_writable(folder / "new"));
    EXPECT_THROW(require_writable(folder.path()), InputError);
    EXPECT_THROW(require_writable(folder / "missing/file"), InputError);
}

}  // namespace
}  // namespace dhgak
