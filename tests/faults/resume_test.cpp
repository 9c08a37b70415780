// SPDX-License-Identifier: MIT
// Commands that go on where they were stopped: whenever that is, and however often, they end with
// the result of a run that nothing stopped.
#include <memory>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faults/child.h"

namespace dhgak {
namespace {

using nlohmann::json;

// What is the same in every run; times, memory and paths are not.
json outcome_of_search(const ScratchFolder& folder) {
    const json run = json::parse(folder.read("run.json"));
    return {run["folds"], run["accuracy"], run["search"]["chosen"], run["search"]["points"]};
}

json outcome_of_reproduce(const ScratchFolder& folder) {
    return {json::parse(folder.read("out/table1.json")), folder.read("out/table1.md")};
}

json outcome_of_finetune(const ScratchFolder& folder) {
    return std::hash<std::string>{}(folder.read("tuned/model.safetensors"));
}

// FOLDER is where it writes, DATA a folder with a dataset named MUTAG, BERT a small model.
struct Resumable {
    const char* name;
    const char* arguments;
    json (*outcome)(const ScratchFolder& folder);
};

const Resumable kResumables[] = {
    {"search",
     "search demo --H 1,2 --b 0,1 --alpha 0.6 --cluster-factor 0.1,0.5 --nlm label --folds 4 "
     "--inner-folds 3 --C 1,10 --journal FOLDER/j --json FOLDER/run.json",
     outcome_of_search},
    {"reproduce",
     "reproduce table1 --quick --datasets MUTAG --kernels dhgak --nlm label --data DATA "
     "-o FOLDER/out",
     outcome_of_reproduce},
    {"finetune",
     "finetune DATA/MUTAG --bert BERT --epochs 1 --max-length 32 --checkpoint-steps 2 --H 1 "
     "--device cpu -o FOLDER/tuned",
     outcome_of_finetune},
};

class Resume : public testing::TestWithParam<Resumable> {
protected:
    void SetUp() override {
        ASSERT_EQ(Child("generate --graphs 30 -o " + (data_ / "MUTAG").string()).wait().code, 0);
        const auto start = std::chrono::steady_clock::now();
        const Ending ending = Child(command_in(whole_)).wait();
        if (ending.code == 2 && ending.err.find("LibTorch") != std::string::npos)
            GTEST_SKIP() << ending.err;
        ASSERT_EQ(ending.code, 0) << ending.err;
        seconds_ = seconds_since(start);
        expected_ = GetParam().outcome(whole_);
    }

    std::string command_in(const ScratchFolder& folder) const {
        return filled_in(GetParam().arguments, {{"FOLDER", folder.path()},
                                                {"DATA", data_.path()},
                                                {"BERT", DHGAK_GOLDEN_DIR "/tiny_bert"}});
    }

    // Strikes again and again, each time at a random moment of what is left to do.
    void strike_until_done(int signal) {
        auto folder = std::make_unique<ScratchFolder>();
        std::mt19937 random(std::random_device{}());
        for (int round = 0; round < fault_rounds(); ++round) {
            const Ending ending =
                Child(command_in(*folder))
                    .strike(signal, std::uniform_real_distribution<>(0, seconds_)(random));
            const bool was_told = ending.code == 130 && signal == SIGINT;
            ASSERT_TRUE(ending.code == 0 || ending.signal == signal || was_told)
                << ending.code << " " << ending.signal << " " << ending.err;
            if (ending.code != 0) continue;
            EXPECT_EQ(GetParam().outcome(*folder), expected_);
            folder = std::make_unique<ScratchFolder>();
        }
        const Ending ending = Child(command_in(*folder)).wait();
        ASSERT_EQ(ending.code, 0) << ending.err;
        EXPECT_EQ(GetParam().outcome(*folder), expected_);
    }

    const ScratchFolder data_, whole_;
    double seconds_ = 0;
    json expected_;
};

TEST_P(Resume, AfterKillsEndsWithTheSameResult) { strike_until_done(SIGKILL); }

TEST_P(Resume, AfterInterruptsEndsWithTheSameResult) { strike_until_done(SIGINT); }

INSTANTIATE_TEST_SUITE_P(EveryCommandWithAJournal, Resume, testing::ValuesIn(kResumables),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace dhgak
