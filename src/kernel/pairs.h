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

// The option time_limit of a kernel: seconds, 0 for none. Throws ConfigError if it is no such
// number.
double read_time_limit(const Spec& spec);

// Counts comparisons that are done and stops the work when its time is over.
class Allowance {
public:
    // `kernel` is named when time is over, and what is counted; a limit of 0 seconds is none.
    Allowance(std::string kernel, double time_limit, std::size_t total,
              std::string_view steps = "comparisons of two graphs");

    // Before each comparison. Throws Error with the remedy when time is over, Interrupted when the
    // user asked to stop.
    void require_time() const;
    void advance(std::size_t steps = 1);

private:
    using Clock = std::chrono::steady_clock;
    std::string kernel_;
    double time_limit_;
    std::size_t total_;
    std::string_view steps_;
    Progress progress_;
    std::atomic<std::size_t> done_ = 0;
    Clock::time_point start_ = Clock::now();
};

}  // namespace dhgak
