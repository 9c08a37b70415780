// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/learn/options.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// Everything a kernel on aligned slices depends on, as it is asked for. A kernel that has no slices
// ignores it. How the defaults were chosen: docs/results.md.
struct AlignOptions {
    SliceOptions slices;
    float alpha = 0.6f;                                // decay of the previous hop, Eq. 1
    Spec nlm = {.name = "w2v", .options = {}};         // the language model
    Spec attributes = {.name = "off", .options = {}};  // off, mean or sum; option weight
    std::vector<Spec> cluster = {{.name = "kmeans", .options = {}}};  // the set Psi
    double cluster_factor = 2;  // clusters per training graph, where a method does not say itself
    int T = 3;                  // experiments of each method
    int first_hop = 0;          // the sum over hops starts here: 0 (Alg. 2) or 1 (Eq. 7)
    std::vector<int> refine = {0};  // rounds of refined labels, ascending; 0: labels as they are
    bool edge_labels = false;       // they take part in the labels of rounds 1 and up
};

// Which kernel compares graphs, and all that decides its values but the seed.
struct KernelOptions {
    Spec method = {.name = "dhgak-oa", .options = {}};
    AlignOptions align;  // of kernels on slices
    std::size_t codebook_graphs =
        0;  // that vectors and clusters are learned from; 0: see codebook.h
};

// How a source is read.
struct ReadOptions {
    MoleculeOptions molecules;
};

// What a kernel takes from the run, beside its own options.
struct KernelSetup {
    std::uint64_t seed = 0;
    std::string device = "auto";  // of language models that can use a GPU: auto, cpu or cuda
};

// What a run may use.
struct Resources {
    std::size_t memory = 0;       // bytes that the run must not exceed; 0: no limit
    std::string device = "auto";  // of language models that can use a GPU: auto, cpu or cuda
};

// Everything that decides a run's result, with the defaults of the program. What its fields are
// called elsewhere, and what they mean: src/settings/settings.cpp.
struct RunOptions {
    std::uint64_t seed = 0;  // from which all parts derive theirs
    KernelOptions kernel;
    LearnOptions learn;
    FoldOptions folds;
    ReadOptions read;
    Resources resources;
};

using SettingValue =
    std::variant<std::string, double, std::int64_t, std::uint64_t, bool, std::vector<double>>;

// One option by the name that JSON and journals give it.
struct Setting {
    std::string name;
    SettingValue value;

    std::string text() const;
    bool operator==(const Setting&) const = default;
};

// Whether a clustering method of the options takes its number of clusters from cluster_factor.
bool uses_cluster_factor(const std::vector<Spec>& cluster);

// Whether labels of some round are not the graphs' own.
bool refines_labels(const AlignOptions& options);

// `0,1,2`, in any order. Throws ConfigError if it is not a list of such numbers.
std::vector<int> parse_rounds(const std::string& text);
std::string text_of_rounds(const std::vector<int>& rounds);

// Whether the folds are the user's, so that their number is not `folds.count`.
bool has_own_folds(const RunOptions& options);

// `random`, `scaffold` or `column:NAME`. Setting it lets molecules be read with what it needs; it
// throws ConfigError for another text.
std::string split_text(const RunOptions& options);
void set_split(RunOptions& options, const std::string& text);

}  // namespace dhgak
