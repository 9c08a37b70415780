// SPDX-License-Identifier: MIT
#include "live_table.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "search/scores.h"
#include "terminal.h"

namespace dhgak::cli {
namespace {

constexpr std::size_t kShown = 5;

}  // namespace

LiveTable::LiveTable(Selection selection, std::size_t num_points)
    : selection_(selection), num_points_(num_points) {}

LiveTable::~LiveTable() {
    if (drawn_lines_ == 0) return;
    erase();
    std::fflush(stderr);
}

std::function<void(const SearchStatus&)> LiveTable::listener() {
    if (!shows_progress()) return {};
    return [this](const SearchStatus& status) { update(status); };
}

void LiveTable::update(const SearchStatus& status) {
    const Candidate& candidate = status.candidates[status.last];
    if (!candidate.is_complete()) return;
    // Test scores are shown only where they are what chooses.
    const std::pair entry(selection_score(candidate, selection_, status.targets), status.last);
    const auto better = [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    };
    best_.insert(std::upper_bound(best_.begin(), best_.end(), entry, better), entry);
    best_.resize(std::min(best_.size(), kShown));
    const auto now = std::chrono::steady_clock::now();
    if (now - drawn_ < std::chrono::milliseconds(200)) return;
    drawn_ = now;
    draw(status);
}

void LiveTable::draw(const SearchStatus& status) {
    erase();
    const ScoreInfo& score = find_score(status.candidates.front().point.options.learn.score);
    fmt::print(stderr, "{} of {} configurations, best by {} {}:\n", status.done, num_points_,
               selection_ == Selection::paper ? "test" : "inner", score.title);
    for (const auto& [value, candidate] : best_)
        fmt::print(stderr, "  {:>8}  {}\n", text_of(score, value),
                   text_of(status.candidates[candidate].point));
    drawn_lines_ = 1 + best_.size();
    std::fflush(stderr);
}

void LiveTable::erase() const {
    if (drawn_lines_ > 0) fmt::print(stderr, "\x1b[{}A", drawn_lines_);
    fmt::print(stderr, "\r\x1b[J");
}

}  // namespace dhgak::cli
