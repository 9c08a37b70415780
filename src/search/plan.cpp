// SPDX-License-Identifier: MIT
#include "search/plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "dhgak/core/random.h"
#include "dhgak/embed/embedder.h"
#include "dhgak/kernel/hop_kernel.h"

namespace dhgak {
namespace {

using FitKey = std::tuple<std::size_t, std::string, int, int>;  // part, nlm, b, H or -1
using ColumnKey = std::pair<std::size_t, float>;                // fit, alpha
using CornerKey = std::tuple<std::string, int, int, float>;     // a column of any part
using CellKey = std::tuple<std::size_t, double, int>;           // column, factor, T

constexpr int kAnyHop = -1;

std::vector<Part> make_parts(std::size_t num_folds, bool inductive) {
    std::vector<Part> parts;
    for (std::size_t f = 0; f < num_folds; ++f) {
        if (inductive || parts.empty())
            parts.push_back({.folds = {}, .hides_test_graphs = inductive});
        parts.back().folds.push_back(f);
    }
    return parts;
}

template <typename Key>
std::size_t number_of(std::map<Key, std::size_t>& numbers, const Key& key) {
    return numbers.emplace(key, numbers.size()).first->second;
}

class Planner {
public:
    Planner(std::span<const Candidate> candidates, const SearchOptions& options)
        : candidates_(candidates), options_(options) {}

    void add(std::size_t part, std::size_t candidate) {
        const GridPoint& point = candidates_[candidate].point;
        ++plan_.num_evaluations;
        if (!hop_kernel_of(point.kernel)) {
            plan_.cells.push_back({.part = part, .candidates = {candidate}, .is_hop_sum = false});
            return;
        }
        const int hop = hops_stand_alone(point.nlm) ? kAnyHop : point.H;
        const std::size_t fit = number_of<FitKey>(fits_, {part, point.nlm.text(), point.b, hop});
        const std::size_t column = number_of<ColumnKey>(columns_, {fit, point.alpha});
        corner_of_column_.resize(columns_.size());
        corner_of_column_[column] =
            number_of<CornerKey>(corners_, {point.nlm.text(), point.b, hop, point.alpha});
        const std::size_t cell =
            number_of<CellKey>(cells_, {column, point.cluster_factor, point.T});
        plan_.max_hop_of_fit.resize(fits_.size());
        plan_.max_hop_of_fit[fit] = std::max(plan_.max_hop_of_fit[fit], point.H);
        if (cell == hop_cells_.size())
            hop_cells_.push_back({.part = part, .fit = fit, .column = column});
        hop_cells_[cell].candidates.push_back(candidate);
    }

    Plan finish(bool spread) {
        if (spread) {
            // All parts of a corner together: choosing needs its results on every fold.
            std::vector<std::size_t> place(corners_.size());
            std::iota(place.begin(), place.end(), std::size_t{0});
            Random(options_.run.align.seed).shuffle(place);
            std::ranges::stable_sort(hop_cells_, {}, [&](const Cell& cell) {
                return std::pair(place[corner_of_column_[cell.column]], cell.part);
            });
        } else {
            std::ranges::stable_sort(
                hop_cells_, {}, [](const Cell& cell) { return std::pair(cell.fit, cell.column); });
        }
        plan_.cells.insert(plan_.cells.end(), hop_cells_.begin(), hop_cells_.end());
        plan_.num_columns = columns_.size();
        return std::move(plan_);
    }

private:
    bool hops_stand_alone(const Spec& nlm) {
        const auto [found, is_new] = stand_alone_.emplace(nlm.text(), false);
        if (is_new)
            found->second =
                make_embedder(nlm, options_.run.align.embed.attributes)->hops_stand_alone();
        return found->second;
    }

    std::span<const Candidate> candidates_;
    const SearchOptions& options_;
    Plan plan_;
    std::vector<Cell> hop_cells_;
    std::map<FitKey, std::size_t> fits_;
    std::map<ColumnKey, std::size_t> columns_;
    std::map<CornerKey, std::size_t> corners_;
    std::vector<std::size_t> corner_of_column_;
    std::map<CellKey, std::size_t> cells_;
    std::map<std::string, bool> stand_alone_;
};

}  // namespace

Plan make_plan(std::span<const Candidate> candidates, std::span<const OuterFold> folds,
               const SearchOptions& options, bool spread_by_seed) {
    const std::vector<Part> parts = make_parts(folds.size(), options.run.inductive);
    Planner planner(candidates, options);
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (std::size_t c = 0; c < candidates.size(); ++c)
            if (std::ranges::any_of(parts[p].folds,
                                    [&](std::size_t f) { return candidates[c].inner[f].C == 0; }))
                planner.add(p, c);
    Plan plan = planner.finish(spread_by_seed);
    plan.parts = parts;
    return plan;
}

}  // namespace dhgak
