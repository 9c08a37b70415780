// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dhgak/align/alignment.h"
#include "dhgak/core/spec.h"
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

// What a kernel takes from the run, beside its own options.
struct KernelSetup {
    std::uint64_t seed = 0;
    std::string device = "auto";  // of language models that can use a GPU: auto, cpu or cuda
};

// Throws ConfigError, naming the option and what it accepts. Judges numbers only; build_alignment
// judges the methods.
void validate(const AlignOptions& options);
void validate(const KernelSetup& setup);

// Makes every part, after judging all of them: nothing that follows can fail for an option.
AlignmentParts build_alignment(const AlignOptions& options, const KernelSetup& setup);

// Whether a clustering method of the options takes its number of clusters from cluster_factor.
bool uses_cluster_factor(const std::vector<Spec>& cluster);

// Whether labels of some round are not the graphs' own.
bool refines_labels(const AlignOptions& options);

// `0,1,2`, in any order. Throws ConfigError if it is not a list of such numbers.
std::vector<int> parse_rounds(const std::string& text);
std::string text_of_rounds(const std::vector<int>& rounds);

// What slice embeddings, points and clusters depend on, each with what the one before depends on.
struct AlignmentKeys {
    std::string embedding;
    std::string points;
    std::string clusters;
};
AlignmentKeys keys_of(const AlignOptions& options, const KernelSetup& setup);

}  // namespace dhgak
