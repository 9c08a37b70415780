// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "kernel/edge_labelled.h"
#include "kernel/fit.h"
#include "kernels/filtration/filtration.h"
#include "kernels/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<PlainGraph> random_graphs(std::size_t count, std::uint64_t seed) {
    return testing_support::random_graphs(count, seed, {2, 10, 2.5, 3});
}

TEST(FiltrationThresholds, AreTheSmallestWeightsOfTheClosestClusters) {
    // Stars with 1, 2, 8, 9 leaves: their edges weigh that much.
    const Dataset stars = make_dataset({bipartite_graph(1, 1), bipartite_graph(1, 2),
                                        bipartite_graph(1, 8), bipartite_graph(1, 9)});
    EXPECT_EQ(filtration_thresholds(stars, 1), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(filtration_thresholds(stars, 2), (std::vector<std::uint32_t>{8, 1}));
    EXPECT_EQ(filtration_thresholds(stars, 4), (std::vector<std::uint32_t>{9, 8, 2, 1}));
    EXPECT_EQ(filtration_thresholds(stars, 9), (std::vector<std::uint32_t>{9, 8, 2, 1}));
    EXPECT_TRUE(filtration_thresholds(make_dataset({path_graph(1)}), 3).empty());
}

// Every way to cut the sorted weights into clusters.
TEST(FiltrationThresholds, HaveTheLeastSquares) {
    const Dataset data = make_dataset(random_graphs(25, 3));
    std::multiset<double> pooled;
    for (std::size_t g = 0; g < data.num_graphs(); ++g) {
        std::set<double> own;
        const Graph graph = data.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v)
            for (const std::uint32_t u : graph.neighbors(v))
                own.insert(static_cast<double>(std::max(graph.degree(u), graph.degree(v))));
        pooled.insert(own.begin(), own.end());
    }
    const std::set<double> distinct(pooled.begin(), pooled.end());
    const auto cost = [&](double from, double to) {
        double sum = 0, count = 0, squares = 0;
        for (const double x : pooled)
            if (x >= from && x < to) sum += x, ++count;
        for (const double x : pooled)
            if (x >= from && x < to) squares += (x - sum / count) * (x - sum / count);
        return squares;
    };
    double least = 1e300;
    std::vector<std::uint32_t> best;
    for (const double a : distinct)
        for (const double b : distinct) {
            if (a <= *distinct.begin() || b <= a) continue;
            const double total = cost(*distinct.begin(), a) + cost(a, b) + cost(b, 1e9);
            if (total < least - 1e-9) {
                least = total;
                best = {static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(a),
                        static_cast<std::uint32_t>(*distinct.begin())};
            }
        }
    EXPECT_EQ(filtration_thresholds(data, 3), best);
}

TEST(Filtrations, KeepTheHeaviestEdgesLongest) {
    // A triangle with a tail of two: degrees 2, 2, 3, 2, 1.
    const Dataset data = make_dataset(
        {{.labels = {0, 0, 0, 0, 0}, .edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}}}});
    const std::vector<std::uint32_t> thresholds = {3, 2};
    const Dataset steps = filtrations(data, thresholds);
    validate(steps);
    ASSERT_EQ(steps.num_graphs(), 2U);
    EXPECT_EQ(steps.graph(0).num_arcs(), 6U);
    EXPECT_EQ(steps.graph(0).degree(2), 3U);
    EXPECT_EQ(steps.graph(1).num_arcs(), 10U);
}

TEST(Filtrations, KeepTheLabelsOfTheirEdges) {
    DatasetBuilder builder("tail");  // the same graph, a label for each edge
    builder.add_graph({.labels = {0, 0, 0, 0, 0},
                       .edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}},
                       .edge_labels = {1, 2, 3, 4, 5}});
    const Dataset data = builder.build();
    const Dataset steps = filtrations(data, std::vector<std::uint32_t>{3, 2});
    validate(steps);
    const auto labels = [&](std::size_t step, std::size_t v) {
        std::vector<std::string> names;
        for (const std::uint32_t label : steps.graph(step).edge_labels(v))
            names.push_back(steps.edge_label_names[label]);
        return names;
    };
    EXPECT_EQ(labels(0, 1), (std::vector<std::string>{"2"}));
    EXPECT_EQ(labels(0, 2), (std::vector<std::string>{"3", "2", "4"}));
    EXPECT_EQ(labels(0, 3), (std::vector<std::string>{"4"}));
    EXPECT_EQ(labels(1, 3), (std::vector<std::string>{"4", "5"}));
}

// The kernel by its definition, colours as texts.
class PlainFiltrationKernel {
public:
    PlainFiltrationKernel(const Dataset& data, std::vector<std::uint32_t> thresholds, int rounds,
                          double gamma, bool edges = false)
        : thresholds_(std::move(thresholds)), gamma_(gamma), edges_(edges) {
        for (std::size_t g = 0; g < data.num_graphs(); ++g) {
            histograms_.emplace_back();
            for (std::size_t j = 0; j < thresholds_.size(); ++j)
                for (int r = 0; r <= rounds; ++r)
                    for (std::size_t v = 0; v < data.graph(g).num_nodes(); ++v) {
                        auto& counts = histograms_.back()[std::to_string(r) + ":" +
                                                          color(data, data.graph(g), v, j, r)];
                        counts.resize(thresholds_.size());
                        ++counts[j];
                    }
        }
    }

    double value(std::size_t g, std::size_t f) const {
        return product(g, f) / std::sqrt(product(g, g) * product(f, f));
    }

private:
    std::string color(const Dataset& data, const Graph& graph, std::size_t v, std::size_t step,
                      int round) const {
        if (round == 0) return data.label_names[graph.labels[v]];
        std::vector<std::string> around;
        for (std::size_t i = 0; i < graph.degree(v); ++i) {
            const std::uint32_t u = graph.neighbors(v)[i];
            if (std::max(graph.degree(u), graph.degree(v)) < thresholds_[step]) continue;
            around.push_back((edges_ ? data.edge_label_names[graph.edge_labels(v)[i]] + "-" : "") +
                             color(data, graph, u, step, round - 1));
        }
        std::ranges::sort(around);
        std::string text = color(data, graph, v, step, round - 1) + "(";
        for (const std::string& name : around) text += name + ",";
        return text + ")";
    }

    double product(std::size_t g, std::size_t f) const {
        double sum = 0;
        for (const auto& [name, a] : histograms_[g]) {
            const auto found = histograms_[f].find(name);
            if (found == histograms_[f].end()) continue;
            const std::vector<double>& b = found->second;
            double mass_a = 0, mass_b = 0;
            for (const double x : a) mass_a += x;
            for (const double x : b) mass_b += x;
            double apart = 0, up_to_a = 0, up_to_b = 0;
            for (std::size_t j = 0; j + 1 < a.size(); ++j) {
                up_to_a += a[j] / mass_a;
                up_to_b += b[j] / mass_b;
                apart += std::abs(up_to_a - up_to_b) *
                         static_cast<double>(thresholds_[j] - thresholds_[j + 1]) /
                         static_cast<double>(thresholds_.front() - thresholds_.back());
            }
            sum += mass_a * mass_b * std::exp(-gamma_ * apart);
        }
        return sum;
    }

    std::vector<std::uint32_t> thresholds_;
    double gamma_;
    bool edges_;
    std::vector<std::map<std::string, std::vector<double>>> histograms_;
};

TEST(FwlKernel, IsItsDefinition) {
    const Dataset data = make_dataset(random_graphs(15, 4));
    for (const double gamma : {0.0, 0.5, 8.0})
        for (const int thresholds : {1, 2, 3}) {
            const auto learned = filtration_thresholds(data, static_cast<std::size_t>(thresholds));
            const PlainFiltrationKernel plain(data, learned, 2, gamma);
            const std::string spec = "fwl:rounds=2,gamma=" + std::to_string(gamma) +
                                     ",thresholds=" + std::to_string(thresholds);
            const GramMatrix gram = fit(spec, data)->gram();
            for (std::size_t g = 0; g < 15; ++g)
                for (std::size_t f = 0; f < 15; ++f)
                    EXPECT_NEAR(gram(g, f), plain.value(g, f), 1e-12) << spec;
        }
}

TEST(FwlKernel, IsItsDefinitionWithEdgeLabels) {
    const Dataset data = edge_labelled_graphs(20, 9, 2, 4);
    for (const int thresholds : {1, 2, 3}) {
        const auto learned = filtration_thresholds(data, static_cast<std::size_t>(thresholds));
        const PlainFiltrationKernel plain(data, learned, 2, 0.5, true);
        const std::string spec = "fwl:rounds=2,gamma=0.5,thresholds=" + std::to_string(thresholds);
        const GramMatrix gram = fit(spec + ",edges=yes", data)->gram();
        for (std::size_t g = 0; g < 20; ++g)
            for (std::size_t f = 0; f < 20; ++f)
                EXPECT_NEAR(gram(g, f), plain.value(g, f), 1e-12) << spec;
        EXPECT_FALSE(std::ranges::equal(gram.values(), fit(spec, data)->gram().values()));
    }
}

TEST(FwlKernel, WithOneThresholdIsWl) {
    const Dataset data = make_dataset(random_graphs(12, 5));
    const GramMatrix fwl = fit("fwl:thresholds=1", data)->gram(), wl = fit("wl", data)->gram();
    for (std::size_t i = 0; i < fwl.values().size(); ++i)
        EXPECT_NEAR(fwl.values()[i], wl.values()[i], 1e-12);
}

// New graphs are filtered by the thresholds of the training graphs.
TEST(FwlKernel, OfNewGraphsIsThatOfAllGraphsUnderTheSameThresholds) {
    std::vector<PlainGraph> graphs = random_graphs(20, 6);
    const Dataset all = make_dataset(graphs);
    std::vector<std::size_t> first(14), last(6);
    for (std::size_t g = 0; g < 14; ++g) first[g] = g;
    for (std::size_t g = 0; g < 6; ++g) last[g] = 14 + g;
    const Dataset training = subset(all, first), others = subset(all, last);
    const std::vector<std::uint32_t> thresholds = filtration_thresholds(training, 3);
    NewGraphNotes notes;
    const CrossGram cross = fit("fwl:rounds=2,gamma=2", training)->against_training(others, notes);
    for (std::size_t g = 0; g < all.num_graphs(); ++g)  // what the oracle cannot tell apart
        for (std::size_t v = 0; v < all.graph(g).num_nodes(); ++v)
            for (const std::uint32_t u : all.graph(g).neighbors(v))
                ASSERT_GE(std::max(all.graph(g).degree(u), all.graph(g).degree(v)),
                          thresholds.back());
    const PlainFiltrationKernel plain(all, thresholds, 2, 2);
    for (std::size_t g = 0; g < 6; ++g)
        for (std::size_t t = 0; t < 14; ++t)
            EXPECT_NEAR(cross.row(g)[t], plain.value(14 + g, t), 1e-12);
}

TEST(FwlKernel, JudgesItsOptions) {
    for (const char* spec :
         {"fwl:thresholds=0", "fwl:gamma=-1", "fwl:gamma=inf", "fwl:rounds=101", "fwl:edges=maybe"})
        EXPECT_THROW(make_kernel(Spec::parse(spec), {}), ConfigError) << spec;
}

}  // namespace
}  // namespace dhgak
