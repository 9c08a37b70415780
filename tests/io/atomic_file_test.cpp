// SPDX-License-Identifier: MIT
#include "io/atomic_file.h"

#include <ostream>
#include <set>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

const auto kNew = [](std::ostream& out) { out << "new"; };

mode_t mode_of(const std::filesystem::path& file) {
    struct stat status = {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

// The names of the temporary files of three writings.
std::set<std::string> temporary_names(const ScratchFolder& folder) {
    std::set<std::string> names;
    for (int round = 0; round < 3; ++round)
        write_atomically(folder / "k", [&](std::ostream&) {
            for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
                if (entry.path().extension() == ".part")
                    names.insert(entry.path().filename().string());
        });
    return names;
}

TEST(AtomicFile, TemporaryNamesCannotBeGuessed) {
    const ScratchFolder folder;
    const std::set<std::string> names = temporary_names(folder);
    EXPECT_EQ(names.size(), 3U);
    for (const std::string& name : names)
        EXPECT_EQ(name.find(std::to_string(::getpid())), std::string::npos) << name;
}

// Names by process number, as they once were, and links at them that somebody else planted.
TEST(AtomicFile, PlantedLinksAreNotFollowed) {
    const ScratchFolder folder;
    folder.write("victim", "old");
    const std::string guess = "." + std::string("k.") + std::to_string(::getpid()) + ".part";
    std::filesystem::create_symlink(folder / "victim", folder / guess);
    write_atomically(folder / "k", kNew);
    EXPECT_EQ(read_file(folder / "victim"), "old");
    EXPECT_EQ(read_file(folder / "k"), "new");
    EXPECT_FALSE(std::filesystem::is_symlink(folder / "k"));
}

TEST(AtomicFile, KeepsTheAccessRightsOfWhatItReplaces) {
    const ScratchFolder folder;
    for (const mode_t mode : {0600U, 0640U, 0664U, 0444U}) {
        folder.write("k", "old");
        ASSERT_EQ(::chmod((folder / "k").c_str(), mode), 0);
        write_atomically(folder / "k", [&](std::ostream& out) {
            out << "new";
            for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
                EXPECT_EQ(mode_of(entry.path()) & 0077U & ~mode, 0U) << entry.path();
            }
        });
        EXPECT_EQ(mode_of(folder / "k"), mode);
        std::filesystem::remove(folder / "k");
    }
}

TEST(AtomicFile, NewFilesGetTheRightsOfAnyNewFile) {
    const ScratchFolder folder;
    const mode_t before = ::umask(027);
    write_atomically(folder / "k", kNew);
    ::umask(before);
    EXPECT_EQ(mode_of(folder / "k"), 0640U);
}

TEST(AtomicFile, MakesWhatALinkPointsTo) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "there");
    std::filesystem::create_symlink("there/target", folder / "link");
    std::filesystem::create_symlink("link", folder / "twice");
    write_atomically(folder / "twice", kNew);
    EXPECT_EQ(read_file(folder / "there/target"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "twice"));
}

TEST(AtomicFile, RefusesLinksInACircle) {
    const ScratchFolder folder;
    std::filesystem::create_symlink("b", folder / "a");
    std::filesystem::create_symlink("a", folder / "b");
    EXPECT_THROW(write_atomically(folder / "a", kNew), InputError);
}

TEST(AtomicFile, RefusesLinksOfOthersInOpenFolders) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can make another user's link";
    const ScratchFolder folder;
    folder.write("victim", "old");
    std::filesystem::create_directory(folder / "open");
    ASSERT_EQ(::chmod((folder / "open").c_str(), 01777), 0);
    std::filesystem::create_symlink(folder / "victim", folder / "open/k");
    EXPECT_NO_THROW(require_writable(folder / "open/k"));
    ASSERT_EQ(::lchown((folder / "open/k").c_str(), 12345, 12345), 0);
    EXPECT_THROW(require_writable(folder / "open/k"), InputError);
    EXPECT_THROW(write_atomically(folder / "open/k", kNew), InputError);
    EXPECT_EQ(read_file(folder / "victim"), "old");
}

TEST(AtomicFile, TakesLongNames) {
    const ScratchFolder folder;
    const std::string name(255, 'k');
    write_atomically(folder / name, kNew);
    EXPECT_EQ(read_file(folder / name), "new");
}

TEST(AtomicFile, WritesThroughAPipe) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::string text;
    std::thread reader([&] {
        // Later than the writer, which waits.
        std::this_thread::sleep_for(std::chrono::milliseconds(120));
        text = read_file(folder / "pipe");
    });
    const std::string large(300000, 'x');
    write_atomically(folder / "pipe", [&](std::ostream& out) { out << large; });
    reader.join();
    EXPECT_EQ(text, large);
    EXPECT_EQ(files_in(folder.path()), 1U);
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
