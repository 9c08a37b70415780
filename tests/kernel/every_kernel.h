// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "kernels/registry.h"
#include "support/graphs.h"
#include "support/test_name.h"

namespace dhgak {

inline std::vector<testing_support::PlainGraph> random_graphs(std::size_t count,
                                                              std::uint64_t seed) {
    return testing_support::random_graphs(count, seed, {3, 15, 2.5, 4});
}

// The language models and clusterings that a kernel is tried with; one setting where it has none.
inline std::vector<std::string> language_models(const KernelTraits& traits) {
    if (!traits.uses_slices) return {"label"};
    return {"label", "w2v", "random"};
}

inline std::vector<std::string> clusterings(const KernelTraits& traits) {
    if (!traits.uses_clusters) return {"kmeans"};
    return {"kmeans",         "kmeans:iterations=1",
            "dbscan:eps=1",   "dbscan:eps=1,noise=singletons",
            "gmm:factor=0.2", "kmeans,dbscan:eps=0.5"};
}

inline AlignOptions small_options() {
    AlignOptions options;
    options.slices.H = 3;
    options.nlm = Spec::parse("label");
    return options;
}

inline std::vector<double> values_of(const GramMatrix& gram) {
    return {gram.values().begin(), gram.values().end()};
}

// Every registered kernel must pass these.
class EveryKernel : public testing::TestWithParam<std::string> {
protected:
    void TearDown() override {
        set_num_threads(0);
        set_log_sink({});
    }

    static std::unique_ptr<FittedKernel> fit(const Dataset& dataset, const AlignOptions& options) {
        StageTimes times;
        return make_kernel(Spec::parse(GetParam()), options)->fit(dataset, {times});
    }

    static GramMatrix gram(const Dataset& dataset, const AlignOptions& options) {
        return fit(dataset, options)->gram();
    }

    static KernelTraits traits() { return traits_of(Spec::parse(GetParam())); }

    // A graph of one node has something to compare.
    static bool compares_nodes() { return !traits().needs_edges; }

    // This kernel at another level: hops are an option of the slices, rounds one of the kernel.
    static std::unique_ptr<Kernel> at_level(int level, AlignOptions options) {
        Spec spec = Spec::parse(GetParam());
        if (traits().uses_slices)
            options.slices.H = level;
        else
            spec.set(traits().level, std::to_string(level));
        return make_kernel(spec, options);
    }

    static void expect_sound(const GramMatrix& gram) {
        for (std::size_t i = 0; i < gram.size(); ++i)
            for (std::size_t j = 0; j < gram.size(); ++j) {
                ASSERT_TRUE(std::isfinite(gram(i, j)));
                ASSERT_EQ(gram(i, j), gram(j, i));
            }
        if (!traits().is_semidefinite) return;
        const auto size = static_cast<Eigen::Index>(gram.size());
        const Eigen::Map<const Eigen::MatrixXd> matrix(gram.values().data(), size, size);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
        EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9);
    }
};

inline std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const MethodInfo& info : list_kernels()) names.emplace_back(info.name);
    // Options that make another kernel of it.
    for (const char* spec :
         {"wwl:nodes=degrees,rounds=2", "wwl:compat=package", "pm:compat=grakel",
          "pm:labels=no,d=3", "gwl:k=2", "retgk:features=100", "gntk:scale=degree,jumps=no"})
        names.emplace_back(spec);
    return names;
}

template <typename Holds>
std::vector<std::string> kernels_where(const Holds& holds) {
    std::vector<std::string> names = kernel_names();
    std::erase_if(names,
                  [&](const std::string& name) { return !holds(traits_of(Spec::parse(name))); });
    return names;
}

}  // namespace dhgak
