// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "dhgak/search/search.h"

namespace dhgak::cli {

// The best configurations so far, drawn over itself above the progress bar. Shows nothing where
// there is no bar, and is gone when the search ends.
class LiveTable {
public:
    LiveTable(Selection selection, std::size_t num_points);
    ~LiveTable();
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;

    // What a search calls after each result; empty where nothing is shown.
    std::function<void(const SearchStatus&)> listener();

private:
    void update(const SearchStatus& status);
    void draw(const SearchStatus& status);
    void erase() const;

    Selection selection_;
    std::size_t num_points_;
    std::vector<std::pair<double, std::size_t>> best_;  // score and candidate, best first
    std::size_t drawn_lines_ = 0;
    std::chrono::steady_clock::time_point drawn_;
};

}  // namespace dhgak::cli
