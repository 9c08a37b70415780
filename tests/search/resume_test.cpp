// SPDX-License-Identifier: MIT
#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include "support/run_program.h"

namespace dhgak {
namespace {

using nlohmann::json;

const std::string kGrid =
    "search demo --H 1,2 --b 0,1 --alpha 0.6 --cluster-factor 0.1,0.5 --nlm label --folds 4 "
    "--inner-folds 3 --C 1,10";

// What decides a result; times and memory may differ.
json outcome_of(const std::filesystem::path& file) {
    json run = json::parse(read_file(file));
    return {{"folds", run["folds"]},
            {"accuracy", run["accuracy"]},
            {"chosen", run["search"]["chosen"]},
            {"points", run["search"]["points"]}};
}

// Starts the search and kills it without warning once the journal has grown to `bytes`. Tells
// whether it was still running then.
bool kill_at(const std::filesystem::path& journal, std::uintmax_t bytes) {
    const std::string command = std::string("exec ") + DHGAK_PROGRAM + " " + kGrid +
                                " --journal '" + journal.string() + "' >/dev/null 2>/dev/null";
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        ::_exit(127);
    }
    for (int status = 0; ::waitpid(child, &status, WNOHANG) == 0;) {
        std::error_code missing;
        if (std::filesystem::file_size(journal, missing) >= bytes && !missing) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            return WIFSIGNALED(status);
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return false;
}

TEST(Resume, AfterKillGivesTheSameResult) {
    const ScratchFolder folder;
    ASSERT_EQ(run_program(kGrid + " --json " + (folder / "whole.json").string()).code, 0);
    const json expected = outcome_of(folder / "whole.json");
    const std::filesystem::path journal = folder / "j";
    // Three kills on the way, at sizes that lie between lines and in them.
    int killed = 0;
    for (const std::uintmax_t bytes : {1, 900, 2500}) killed += kill_at(journal, bytes);
    EXPECT_GT(killed, 0);
    // The last line torn as a power failure would.
    std::filesystem::resize_file(journal, std::filesystem::file_size(journal) - 3);
    const Outcome outcome = run_program(kGrid + " --journal '" + journal.string() + "' --json " +
                                        (folder / "resumed.json").string());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome_of(folder / "resumed.json"), expected);
}

TEST(Resume, RefusesAnotherSeedWithTheReason) {
    const ScratchFolder folder;
    const std::string journal = " --journal '" + (folder / "j").string() + "'";
    ASSERT_EQ(run_program(kGrid + journal).code, 0);
    const Outcome outcome = run_program(kGrid + journal + " --seed 3");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("seed is 0, this run's is 3"), std::string::npos) << outcome.err;
}

TEST(Resume, SaysThatPaperSelectionIsOptimistic) {
    const Outcome outcome = run_program(kGrid + " --select paper");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("optimistic"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("8 configurations"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace dhgak
