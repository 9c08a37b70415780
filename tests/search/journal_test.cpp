// SPDX-License-Identifier: MIT
#include "search/journal.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

const std::string kHeader = R"({"journal":"test","version":"1.2.3","seed":0})";

std::string reason_of(const std::filesystem::path& path, const std::string& header) {
    try {
        const Journal journal(path, header);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Journal, KeepsItsLines) {
    const ScratchFolder folder;
    {
        Journal journal(folder / "j", kHeader);
        EXPECT_TRUE(journal.lines().empty());
        journal.append(R"({"a":1})");
        journal.append(R"({"a":2})");
    }
    const Journal journal(folder / "j", kHeader);
    EXPECT_EQ(journal.lines(), (std::vector<std::string>{R"({"a":1})", R"({"a":2})"}));
    EXPECT_EQ(journal.place_of(1), (folder / "j").string() + ":3");
}

TEST(Journal, LeavesNothingWhereNothingWasFound) {
    const ScratchFolder folder;
    { const Journal journal(folder / "j", kHeader); }
    EXPECT_FALSE(std::filesystem::exists(folder / "j"));
    Journal(folder / "j", kHeader).append(R"({"a":1})");
    { const Journal journal(folder / "j", kHeader); }
    EXPECT_TRUE(std::filesystem::exists(folder / "j"));
}

TEST(Journal, CutsOffATornLineAtEveryByte) {
    const ScratchFolder folder;
    const std::string whole = kHeader + "\n{\"a\":1}\n{\"a\":2}\n";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        folder.write("j", whole.substr(0, size));
        {
            Journal journal(folder / "j", kHeader);
            const std::size_t kept = size > kHeader.size() + 8 ? 1 : 0;
            EXPECT_EQ(journal.lines().size(), kept) << size;
            journal.append(R"({"a":3})");
        }
        const Journal journal(folder / "j", kHeader);
        EXPECT_EQ(journal.lines().back(), R"({"a":3})") << size;
    }
}

TEST(Journal, RefusesAnotherRunWithTheReason) {
    const ScratchFolder folder;
    Journal(folder / "j", kHeader).append("{}");
    EXPECT_NE(reason_of(folder / "j", R"({"journal":"test","version":"1.2.3","seed":7})")
                  .find("its seed is 0, this run's is 7"),
              std::string::npos);
    EXPECT_NE(reason_of(folder / "j", R"({"journal":"test","version":"2.0.0","seed":0})")
                  .find(R"(its version is "1.2.3")"),
              std::string::npos);
    EXPECT_EQ(reason_of(folder / "j", kHeader), "accepted");
}

TEST(Journal, IsAPlainFile) {
    EXPECT_THROW(Journal("/dev/full", "{\"journal\": 1}"), InputError);
    EXPECT_THROW(Journal("/dev/zero", "{\"journal\": 1}"), InputError);
}

TEST(Journal, LeavesForeignFilesAlone) {
    const ScratchFolder folder;
    for (const char* text : {"a poem\nof two lines\n", "no line end", "{\"some\":\"json\"}\n"}) {
        folder.write("poem", text);
        EXPECT_NE(reason_of(folder / "poem", kHeader).find("not a journal"), std::string::npos);
        EXPECT_EQ(read_file(folder / "poem"), text);
    }
    EXPECT_NE(reason_of(folder / "no/such/folder", kHeader).find("does not exist"),
              std::string::npos);
}

TEST(Journal, HasOneWriterAtATime) {
    const ScratchFolder folder;
    {
        const Journal journal(folder / "j", kHeader);
        EXPECT_NE(reason_of(folder / "j", kHeader).find("another process"), std::string::npos);
    }
    EXPECT_EQ(reason_of(folder / "j", kHeader), "accepted");
}

// A limit on file sizes acts as a full disk does: writes stop in the middle of a line.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_ = {};
    void (*handler_)(int) = nullptr;
};

TEST(Journal, StaysUsableWhenTheDiskIsFull) {
    const ScratchFolder folder;
    const std::string line = R"({"a":"a line that is a little longer than what is left"})";
    {
        Journal journal(folder / "j", kHeader);
        journal.append(line);
        const std::string before = read_file(folder / "j");
        const std::optional<FullDisk> full(std::in_place, before.size() + 10);
        EXPECT_THROW(journal.append(line), Error);
        EXPECT_EQ(read_file(folder / "j"), before);
    }
    Journal journal(folder / "j", kHeader);
    EXPECT_EQ(journal.lines().size(), 1U);
    EXPECT_NO_THROW(journal.append(line));
}

}  // namespace
}  // namespace dhgak
