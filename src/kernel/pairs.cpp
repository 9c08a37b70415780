// SPDX-License-Identifier: MIT
#include "kernel/pairs.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"

namespace dhgak {

GraphPairs::GraphPairs(std::span<const std::size_t> node_offsets) {
    for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g)
        if (node_offsets[g] < node_offsets[g + 1]) graphs_.push_back(g);
    for (std::size_t i = 0; i < graphs_.size(); ++i)
        first_pair_.push_back(first_pair_.back() + graphs_.size() - 1 - i);
}

std::pair<std::size_t, std::size_t> GraphPairs::operator[](std::size_t pair) const {
    const auto row = std::ranges::upper_bound(first_pair_, pair) - 1;
    const auto i = static_cast<std::size_t>(row - first_pair_.begin());
    return {graphs_[i], graphs_[i + 1 + pair - *row]};
}

double num_pairs(const GraphSizes& graphs) {
    const auto num_graphs = static_cast<double>(graphs.graphs);
    return num_graphs * num_graphs / 2;
}

double read_time_limit(const Spec& spec) {
    const double seconds = spec.get_number("time_limit");
    if (seconds < 0)
        throw ConfigError(
            fmt::format("{}: time_limit is {}; it must be a number of seconds, 0 for none",
                        spec.name, seconds));
    return seconds;
}

void announce_if_long(std::string_view kernel, double seconds, std::string_view hint) {
    constexpr double kLong = 120;
    if (seconds > kLong)
        log_info(
            fmt::format("{} will take about {:.0f} minutes of one core; time_limit= bounds it{}",
                        kernel, seconds / 60, hint));
}

TimeLimit::TimeLimit(std::string kernel, double seconds)
    : kernel_(std::move(kernel)), seconds_(seconds) {}

bool TimeLimit::is_over() const {
    if (seconds_ <= 0) return false;
    const std::chrono::duration<double> passed = Clock::now() - start_;
    return passed.count() >= seconds_;
}

void TimeLimit::give_up(std::string_view so_far) const {
    throw Error(
        fmt::format("{} reached its time_limit of {} s {}; raise time_limit (0: none), or take a "
                    "kernel that counts, like dhgak or wl",
                    kernel_, seconds_, so_far));
}

void TimeLimit::require_time_to_prepare() const {
    throw_if_interrupted();
    if (is_over()) give_up("before all graphs were ready to be compared");
}

Allowance::Allowance(TimeLimit limit, std::size_t total, std::string_view steps)
    : limit_(std::move(limit)), total_(total), steps_(steps), progress_("kernel", total) {}

void Allowance::require_time() const {
    throw_if_interrupted();
    if (limit_.is_over())
        limit_.give_up(fmt::format("with {} of {} {} done", done_.load(), total_, steps_));
}

void Allowance::advance(std::size_t steps) {
    done_ += steps;
    progress_.advance(steps);
}

}  // namespace dhgak
