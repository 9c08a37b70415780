// SPDX-License-Identifier: MIT
#include "align/dbscan/core_components.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kGroupsPerPart = 32;
constexpr std::int32_t kNone = -1, kSeveral = -2;

// Sets of rows that several threads unite at the same time. A set is known by its first row, so
// that the order in which sets were united leaves no trace.
//
// The invariant: parent_[r] <= r, and r and parent_[r] are in one set. It holds for every value
// that is ever stored, so no thread can see it broken, whatever it reads late:
//   - find() stores the parent of r's parent, which is in the set and smaller still;
//   - unite() stores the smaller of two rows over the larger, and only if the larger is its own
//     parent at that moment: of two threads that would give a root different parents, one fails and
//     looks again, so no link is lost. find() never writes to a root, hence cannot undo it.
// Every step leads to a smaller row: walks end, there are no circles, and the root is the first row
// of its set. A late store of find() may put back an ancestor that is farther from the root, which
// costs a step. A row that has a parent never becomes a root again: what are_one() affirms stays
// true, and what it denies may be out of date, which costs a unite() that finds nothing to do.
// Relaxed order suffices, since each value means something by itself; the end of a parallel loop
// makes all of them seen.
class Components {
public:
    explicit Components(std::size_t size) : parent_(size) {
        for (std::size_t row = 0; row < size; ++row)
            parent_[row].store(static_cast<std::int32_t>(row), std::memory_order_relaxed);
    }

    std::int32_t find(std::int32_t row) {
        for (;;) {
            const std::int32_t parent = load(row);
            if (parent == row) return row;
            const std::int32_t next = load(parent);
            if (next != parent) at(row).store(next, std::memory_order_relaxed);
            row = next;
        }
    }

    bool are_one(std::int32_t a, std::int32_t b) { return find(a) == find(b); }

    void unite(std::int32_t a, std::int32_t b) {
        for (;;) {
            a = find(a);
            b = find(b);
            if (a == b) return;
            if (a < b) std::swap(a, b);
            if (std::int32_t expected = a;
                at(a).compare_exchange_strong(expected, b, std::memory_order_relaxed))
                return;
        }
    }

private:
    std::atomic<std::int32_t>& at(std::int32_t row) {
        return parent_[static_cast<std::size_t>(row)];
    }
    std::int32_t load(std::int32_t row) { return at(row).load(std::memory_order_relaxed); }

    std::vector<std::atomic<std::int32_t>> parent_;
};

// Links near rows before far ones, so that most of the far ones are found to be in one component
// already.
class Linking {
public:
    explicit Linking(const RadiusTree& tree)
        : tree_(tree), components_(tree.num_rows()), member_(tree.nodes().size()) {
        for (auto& member : member_) member.store(kSeveral, std::memory_order_relaxed);
        if (member_.empty()) return;
        plan(0);
        for (const std::vector<Task>& level : tasks_)
            parallel_for(level.size(), [&](std::size_t t) {
                if (const auto [part, other] = level[t]; part == other)
                    link_within(part);
                else
                    link(part, other);
            });
    }

    std::int32_t component(std::size_t row) {
        return components_.find(static_cast<std::int32_t>(row));
    }

private:
    // A part of the tree and what it is to be linked with: itself or another subtree.
    struct Task {
        std::uint32_t part, other;
    };

    const RadiusTree::Node& at(std::size_t node) const { return tree_.nodes()[node]; }
    std::int32_t row_at(std::size_t group, std::size_t lane) const {
        return static_cast<std::int32_t>(tree_.row_at(group, lane));
    }

    // Adds the tasks of a subtree by level, the lowest first; returns its level.
    std::size_t plan(std::uint32_t node) {
        std::size_t level = 0;
        if (at(node).size() > kGroupsPerPart)
            level = 1 + std::max(plan(node + 1), plan(at(node).right));
        tasks_.resize(std::max(tasks_.size(), level + 1));
        if (level == 0)
            tasks_[0].push_back({node, node});
        else
            plan_between(node + 1, at(node).right, tasks_[level]);
        return level;
    }

    void plan_between(std::uint32_t node, std::uint32_t other, std::vector<Task>& tasks) const {
        if (at(node).size() <= kGroupsPerPart) {
            tasks.push_back({node, other});
            return;
        }
        plan_between(node + 1, other, tasks);
        plan_between(at(node).right, other, tasks);
    }

    // A kept row below the node if all of them are known to be in one component; else kNone or
    // kSeveral.
    std::int32_t member(std::size_t node) {
        std::int32_t known = member_[node].load(std::memory_order_relaxed);
        if (known != kSeveral) return known;
        if (at(node).is_leaf()) {
            known = kNone;
            tree_.for_each_kept(at(node), [&](std::size_t row) {
                known = join(known, static_cast<std::int32_t>(row));
            });
        } else {
            known = join(member_[node + 1].load(std::memory_order_relaxed),
                         member_[at(node).right].load(std::memory_order_relaxed));
        }
        if (known != kSeveral) member_[node].store(known, std::memory_order_relaxed);
        return known;
    }

    std::int32_t join(std::int32_t a, std::int32_t b) {
        if (a == kNone) return b;
        if (b == kNone) return a;
        if (a == kSeveral || b == kSeveral) return kSeveral;
        return components_.are_one(a, b) ? a : kSeveral;
    }

    void link_within(std::size_t node) {
        if (member(node) >= 0) return;
        if (at(node).is_leaf()) {
            for (std::size_t group = at(node).first; group < at(node).end; ++group)
                link_rows(group, tree_.kept(group), node);
        } else if (tree_.nearness(node, node) == RadiusTree::Nearness::all) {
            unite_all(node);
        } else {
            link_within(node + 1);
            link_within(at(node).right);
            link(node + 1, at(node).right);
        }
        member(node);
    }

    void link(std::size_t a, std::size_t b) {
        const std::int32_t in_a = member(a), in_b = member(b);
        if (in_a == kNone || in_b == kNone) return;
        if (in_a >= 0 && in_b >= 0 && components_.are_one(in_a, in_b)) return;
        const auto nearness = tree_.nearness(a, b);
        if (nearness == RadiusTree::Nearness::apart) return;
        if (nearness == RadiusTree::Nearness::all) {
            components_.unite(unite_all(a), unite_all(b));
        } else if (at(a).is_leaf()) {
            search_from(a, b);
        } else if (at(b).is_leaf()) {
            search_from(b, a);
        } else {
            if (at(a).size() < at(b).size()) std::swap(a, b);
            link(a + 1, b);
            link(at(a).right, b);
            member(a);
        }
    }

    // Unites all kept rows below a node and returns one of them, or kNone.
    std::int32_t unite_all(std::size_t node) {
        if (const std::int32_t known = member(node); known != kSeveral) return known;
        std::int32_t one = kNone;
        const auto add = [&](std::int32_t row) {
            if (one >= 0 && row >= 0) components_.unite(one, row);
            one = std::max(one, row);
        };
        if (at(node).is_leaf()) {
            tree_.for_each_kept(at(node),
                                [&](std::size_t row) { add(static_cast<std::int32_t>(row)); });
        } else {
            add(unite_all(node + 1));
            add(unite_all(at(node).right));
        }
        member_[node].store(one, std::memory_order_relaxed);
        return one;
    }

    void search_from(std::size_t leaf, std::size_t node) {
        for (std::size_t group = at(leaf).first; group < at(leaf).end; ++group)
            search(group, tree_.kept(group), node);
    }

    // Links the rows among `lanes` of a group with the rows below a node.
    void search(std::size_t group, LaneSet lanes, std::size_t node) {
        const std::int32_t one = member(node);
        if (one == kNone) return;
        if (one >= 0) lanes = drop_members(group, lanes, one);
        if (lanes == 0) return;
        const LanePairs reach = tree_.reach(group, node);
        for_each_lane(lanes & reach.surely, [&](std::size_t lane) {
            components_.unite(row_at(group, lane), unite_all(node));
        });
        lanes &= reach.maybe & ~reach.surely;
        if (lanes == 0) return;
        if (at(node).is_leaf()) {
            link_rows(group, lanes, node);
        } else {
            search(group, lanes, node + 1);
            search(group, lanes, at(node).right);
            member(node);
        }
    }

    LaneSet drop_members(std::size_t group, LaneSet lanes, std::int32_t one) {
        LaneSet left = 0;
        for_each_lane(lanes, [&](std::size_t lane) {
            if (!components_.are_one(row_at(group, lane), one)) left |= lane_bit(lane);
        });
        return left;
    }

    void link_rows(std::size_t group, LaneSet lanes, std::size_t leaf) {
        const auto link = [&](std::size_t lane, std::size_t others, LanePairs pairs) {
            const std::int32_t row = row_at(group, lane), one = member(leaf);
            if (one >= 0 && components_.are_one(row, one)) return;
            for_each_lane(pairs.maybe, [&](std::size_t other_lane) {
                const std::int32_t other = row_at(others, other_lane);
                if (components_.are_one(row, other)) return;
                if ((pairs.surely & lane_bit(other_lane)) != 0 ||
                    tree_.is_within(static_cast<std::size_t>(row), static_cast<std::size_t>(other)))
                    components_.unite(row, other);
            });
        };
        tree_.meet(group, lanes, at(leaf), link);
    }

    const RadiusTree& tree_;
    Components components_;
    // By node: what member() knows. Sets only grow, so a row that once stood for all stays right.
    std::vector<std::atomic<std::int32_t>> member_;
    std::vector<std::vector<Task>> tasks_;  // by level
};

}  // namespace

std::vector<std::int32_t> core_components(const RadiusTree& tree) {
    Linking linking(tree);
    std::vector<std::int32_t> first(tree.num_rows(), kNone);
    if (!tree.nodes().empty())
        tree.for_each_kept(tree.nodes()[0],
                           [&](std::size_t row) { first[row] = linking.component(row); });
    return first;
}

}  // namespace dhgak
