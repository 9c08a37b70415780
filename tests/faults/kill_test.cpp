// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "faults/child.h"
#include "faults/writers.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

// Files beside those that belong there, which a kill may leave and a later run must not mind.
std::vector<std::string> leftovers(const ScratchFolder& folder, const Writer& writer) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        const std::string name = entry.path().filename().string();
        if (std::ranges::find(writer.files, name) == writer.files.end()) found.push_back(name);
    }
    return found;
}

class Strike : public testing::TestWithParam<Writer> {
protected:
    static void SetUpTestSuite() {
        models_ = std::make_unique<ScratchFolder>();
        const std::string model = (*models_ / "m").string();
        ASSERT_EQ(Child("fit demo --H 3 --probability -o " + model).wait().code, 0);
    }
    static void TearDownTestSuite() { models_.reset(); }

    // Runs the command once in peace, for its time and its files.
    void SetUp() override {
        const auto start = std::chrono::steady_clock::now();
        const Ending ending = Child(command_in(whole_)).wait();
        seconds_ = seconds_since(start);
        ASSERT_EQ(ending.code, 0) << ending.err;
    }

    Ending strike(const ScratchFolder& folder, int signal) {
        const Child child(command_in(folder));
        return child.strike(signal, std::uniform_real_distribution<>(0, seconds_)(random_));
    }

    std::string command_in(const ScratchFolder& folder) const {
        return filled_in(GetParam().arguments,
                         {{"FOLDER", folder.path()}, {"MODEL", *models_ / "m"}});
    }

    void expect_whole_files(const ScratchFolder& folder) const {
        for (const std::string& file : GetParam().files) {
            if (!fs::exists(folder / file)) continue;
            const std::string ending = ending_of(file);
            if (ending.empty())
                EXPECT_EQ(contents_of(folder / file), contents_of(whole_ / file)) << file;
            else
                EXPECT_TRUE(folder.read(file).ends_with(ending)) << file;
        }
    }

    static std::unique_ptr<ScratchFolder> models_;
    ScratchFolder whole_;
    double seconds_ = 0;
    std::mt19937 random_{std::random_device{}()};
};

std::unique_ptr<ScratchFolder> Strike::models_;

TEST_P(Strike, KillLeavesWholeFilesOrNone) {
    bool went_on = false;
    for (int round = 0; round < fault_rounds(); ++round) {
        const ScratchFolder folder;
        const Ending ending = strike(folder, SIGKILL);
        EXPECT_TRUE(ending.signal == SIGKILL || ending.code == 0) << ending.err;
        expect_whole_files(folder);
        // What a kill left behind is in nobody's way.
        if (!fs::exists(folder / GetParam().files.front()) && !went_on) {
            went_on = true;
            EXPECT_EQ(Child(command_in(folder)).wait().code, 0);
            for (const std::string& file : GetParam().files) EXPECT_TRUE(fs::exists(folder / file));
        }
    }
}

TEST_P(Strike, InterruptEndsWith130AndLeavesNothingHalf) {
    for (int round = 0; round < fault_rounds(); ++round) {
        const ScratchFolder folder;
        const Ending ending = strike(folder, SIGINT);
        // Before the program listens, the signal ends it as any other.
        EXPECT_TRUE(ending.code == 130 || ending.code == 0 || ending.signal == SIGINT)
            << ending.code << ending.err;
        if (ending.code == 130) {
            EXPECT_NE(ending.err.find("interrupted"), std::string::npos) << ending.err;
        }
        expect_whole_files(folder);
        EXPECT_TRUE(leftovers(folder, GetParam()).empty());
    }
}

INSTANTIATE_TEST_SUITE_P(EveryWriter, Strike, testing::ValuesIn(kWriters),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace dhgak
