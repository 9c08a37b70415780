// SPDX-License-Identifier: MIT
#include "dhgak/core/parallel.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"

namespace dhgak {
namespace {

class Parallel : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override { set_num_threads(GetParam()); }
    void TearDown() override { set_num_threads(0); }
};

TEST_P(Parallel, VisitsEachIndexOnce) {
    std::vector<int> visits(1000);
    parallel_for(visits.size(), 7, [&](std::size_t i) { ++visits[i]; });
    EXPECT_EQ(visits, std::vector<int>(1000, 1));
}

TEST_P(Parallel, CutsBlocksThatDependOnTheSizeOnly) {
    std::vector<std::size_t> ends(4);
    parallel_blocks(10, 3, [&](std::size_t begin, std::size_t end) { ends[begin / 3] = end; });
    EXPECT_EQ(ends, (std::vector<std::size_t>{3, 6, 9, 10}));
}

TEST_P(Parallel, NestsLoops) {
    std::atomic<int> calls = 0;
    parallel_for(20, [&](std::size_t) { parallel_for(30, [&](std::size_t) { ++calls; }); });
    EXPECT_EQ(calls, 600);
}

TEST_P(Parallel, CarriesAnExceptionOut) {
    EXPECT_THROW(parallel_for(100,
                              [](std::size_t i) {
                                  parallel_for(10, [&](std::size_t j) {
                                      if (i == 57 && j == 3) throw InputError("at 57");
                                  });
                              }),
                 InputError);
}

TEST_P(Parallel, NeverTakesACutNestedLoopForAFinishedOne) {
    constexpr int kCalls = 200;
    for (int attempt = 0; attempt < 20; ++attempt) {
        std::atomic<bool> has_begun = false;
        std::atomic<int> cut_short = 0;
        const auto nested = [&] {
            std::atomic<int> calls = 0;
            parallel_for(kCalls, [&](std::size_t) {
                has_begun = true;
                std::this_thread::sleep_for(std::chrono::microseconds(20));
                ++calls;
            });
            if (calls != kCalls) ++cut_short;
        };
        EXPECT_THROW(
            parallel_for(2,
                         [&](std::size_t i) {
                             if (i == 0) return nested();
                             for (int wait = 0; wait < 200 && !has_begun; ++wait)
                                 std::this_thread::sleep_for(std::chrono::microseconds(50));
                             throw InputError("beside the nested loop");
                         }),
            InputError);
        EXPECT_EQ(cut_short, 0);
    }
}

TEST_P(Parallel, StopsWhenInterrupted) {
    std::atomic<int> calls = 0;
    EXPECT_THROW(parallel_for(100000,
                              [&](std::size_t) {
                                  if (++calls == 5) request_interrupt();
                              }),
                 Interrupted);
    clear_interrupt();
    EXPECT_LT(calls, 100000);
}

INSTANTIATE_TEST_SUITE_P(Threads, Parallel, testing::Values(1, 2, 8));

}  // namespace
}  // namespace dhgak
