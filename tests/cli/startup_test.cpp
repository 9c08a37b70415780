// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/run_program.h"

namespace dhgak {
namespace {

// In a shell that has done `before`; redirections follow the arguments.
int code_of(const std::string& before, const std::string& arguments) {
    const int status = std::system(
        ("bash -c '" + before + " " + std::string(DHGAK_PROGRAM) + " " + arguments + "'").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(Startup, ClosedStreamsDoNotAbort) {
    const ScratchFolder folder;
    const std::string out = (folder / "K.npy").string();
    const std::string kernel = "kernel demo --kernel wl:rounds=1 -o " + out;
    ASSERT_EQ(code_of("", kernel + " >/dev/null 2>&1"), 0);
    const std::string whole = read_file(out);
    EXPECT_EQ(code_of("", kernel + " <&- 2>&- >/dev/null"), 0);
    EXPECT_EQ(read_file(out), whole);
    // Results that have nowhere to go are an error, but none that kills.
    EXPECT_EQ(code_of("", kernel + " <&- >&- 2>&-"), 1);
    EXPECT_EQ(read_file(out), whole);  // none of what is printed is in it
    EXPECT_EQ(code_of("", kernel + " >&- 2>/dev/null"), 1);
    EXPECT_EQ(code_of("", "info /nowhere 2>&-"), 2);
    EXPECT_EQ(code_of("", "info /nowhere 2>/dev/full"), 2);
}

TEST(Startup, ASmallStackIsSaid) {
    const ScratchFolder folder;
    const std::string err = (folder / "err").string();
    EXPECT_EQ(code_of("ulimit -s 128;", "cv demo --H 3 >/dev/null 2>" + err), 2);
    EXPECT_NE(read_file(err).find("the stack is limited to 128 KiB"), std::string::npos);
    EXPECT_EQ(code_of("ulimit -s 512;", "cv demo --H 3 --C 1 --folds 3 >/dev/null 2>&1"), 0);
}

TEST(Startup, AFileKeepsItsMode) {
    const ScratchFolder folder;
    const auto model = folder.write("m.dhgak", "old");
    ASSERT_EQ(::chmod(model.c_str(), 0600), 0);
    ASSERT_EQ(run_program("fit demo --kernel wl:rounds=1 --C 1 -o " + model.string()).code, 0);
    struct stat status = {};
    ASSERT_EQ(::stat(model.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    EXPECT_EQ(run_program("model " + model.string()).code, 0);
}

TEST(Startup, APipeAsDataIsRefusedAtOnce) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "d.csv").c_str(), 0600), 0);
    const Outcome outcome = run_program("info " + (folder / "d.csv").string());
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("is a pipe"), std::string::npos) << outcome.err;
}

// The first Ctrl-C ends what waits, here for the other end of a pipe.
TEST(Startup, AnInterruptIsHeardWhileAFileIsOpened) {
    const ScratchFolder folder;
    const std::string pipe = (folder / "m").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(code_of("timeout --foreground --preserve-status -s TERM -k 5 0.7",
                      "model " + pipe + " 2>/dev/null"),
              130);
    EXPECT_EQ(code_of("timeout --foreground --preserve-status -s TERM -k 5 0.7",
                      "info demo --json " + pipe + " >/dev/null 2>&1"),
              130);
}

}  // namespace
}  // namespace dhgak
