// SPDX-License-Identifier: MIT
// The same for whole commands: one allocation fails, in any thread of any stage.
#include <memory>

#include <gtest/gtest.h>

#include "core/random.h"
#include "faults/child.h"
#include "faults/writers.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

class CommandAllocation : public testing::TestWithParam<Writer> {
protected:
    static void SetUpTestSuite() {
        models_ = std::make_unique<ScratchFolder>();
        ASSERT_EQ(Child("fit demo --H 3 --probability -o " + (*models_ / "m").string()).wait().code,
                  0);
        num_at_start_ = num_allocations("--version");
    }
    static void TearDownTestSuite() { models_.reset(); }

    static void preload(const char* variable, const std::string& value) {
        ::setenv("LD_PRELOAD", DHGAK_FAILING_ALLOCATION_LIBRARY, 1);
        ::setenv(variable, value.c_str(), 1);
    }

    static std::size_t num_allocations(const std::string& command) {
        const std::string file = (*models_ / "count").string();
        const Ending ending =
            Child(command, [&] { preload("DHGAK_NUM_ALLOCATIONS", file); }).wait();
        EXPECT_EQ(ending.code, 0) << ending.err;
        return std::stoul(models_->read("count"));
    }

    static Ending run_failing(const std::string& command, std::size_t allocation) {
        return Child(command,
                     [&] { preload("DHGAK_FAILING_ALLOCATION", std::to_string(allocation)); })
            .wait();
    }

    static std::string command_in(const ScratchFolder& folder) {
        return "--threads 4 " + filled_in(GetParam().arguments,
                                          {{"FOLDER", folder.path()}, {"MODEL", *models_ / "m"}});
    }

    static std::unique_ptr<ScratchFolder> models_;
    static std::size_t num_at_start_;  // before any command does its work
};

std::unique_ptr<ScratchFolder> CommandAllocation::models_;
std::size_t CommandAllocation::num_at_start_ = 0;

TEST_P(CommandAllocation, ThatFailsIsNamedAndLeavesNothingHalf) {
    const ScratchFolder whole;
    const std::size_t num_all = num_allocations(command_in(whole));
    ASSERT_GT(num_all, num_at_start_);
    Random random(1);
    for (int round = 0; round < fault_rounds(); ++round) {
        const std::size_t place = num_at_start_ + random.below(num_all - num_at_start_);
        SCOPED_TRACE(fmt::format("allocation {} of {}", place, num_all));
        const ScratchFolder folder;
        const Ending ending = run_failing(command_in(folder), place);
        if (ending.code != 0) {  // a buffer that makes sorting quicker is not needed
            EXPECT_EQ(ending.code, 1) << "signal " << ending.signal << ": " << ending.err;
            EXPECT_NE(ending.err.find("out of memory"), std::string::npos) << ending.err;
        }
        for (const std::string& file : GetParam().files) {
            if (!ending_of(file).empty() || (ending.code != 0 && !fs::exists(folder / file)))
                continue;
            EXPECT_EQ(contents_of(folder / file), contents_of(whole / file)) << file;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryWriter, CommandAllocation, testing::ValuesIn(kWriters),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace dhgak
