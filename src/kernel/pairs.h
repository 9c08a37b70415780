// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dhgak/core/progress.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/sizes.h"

namespace dhgak {

// The pairs of graphs that have nodes, numbered row by row of the upper triangle.
class GraphPairs {
public:
    explicit GraphPairs(std::span<const std::size_t> node_offsets);

    std::span<const std::size_t> graphs() const { return graphs_; }
    std::size_t size() const { return first_pair_.back(); }
    std::pair<std::size_t, std::size_t> operator[](std::size_t pair) const;

private:
    std::vector<std::size_t> graphs_;
    std::vector<std::size_t> first_pair_ = {0};  // by row, and one more
};

// About how many there are.
double num_pairs(const GraphSizes& graphs);

// The option time_limit of a kernel: seconds, 0 for none. Throws ConfigError if it is no such
// number.
double read_time_limit(const Spec& spec);

// Logs how long work will take where that is minutes; `hint` says what else is quicker.
void announce_if_long(std::string_view kernel, double seconds, std::string_view hint = {});

// The time that a kernel may take, counted from when this is made.
class TimeLimit {
public:
    TimeLimit() = default;  // none

    // `kernel` is named when time is over; 0 seconds are no limit.
    TimeLimit(std::string kernel, double seconds);

    bool is_over() const;

    // Throws Error with the remedy; `so_far` says how far the work has come.
    [[noreturn]] void give_up(std::string_view so_far) const;

    // Now and then while graphs are prepared for comparisons. Also throws Interrupted.
    void require_time_to_prepare() const;

private:
    using Clock = std::chrono::steady_clock;
    std::string kernel_;
    double seconds_ = 0;
    Clock::time_point start_ = Clock::now();
};

// Counts comparisons that are done and stops the work when its time is over.
class Allowance {
public:
    // `steps` is what is counted.
    Allowance(TimeLimit limit, std::size_t total,
              std::string_view steps = "comparisons of two graphs");

    // Before each comparison. Throws Error with the remedy when time is over, Interrupted when the
    // user asked to stop.
    void require_time() const;
    void advance(std::size_t steps = 1);

private:
    TimeLimit limit_;
    std::size_t total_;
    std::string_view steps_;
    Progress progress_;
    std::atomic<std::size_t> done_ = 0;
};

}  // namespace dhgak
