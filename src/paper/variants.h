// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "paper/reproduce.h"

namespace dhgak {

// One method of ours: a kernel, a language model and a set of clusterings, tried on the whole grid.
struct Variant {
    std::string title;
    std::vector<Spec> kernels;  // of one name; several where their options are searched too
    Spec nlm;
    std::vector<Spec> cluster = {{.name = "kmeans", .options = {}}};
    std::string paper_method;  // the paper's name for the same, where it has one
};

// The kernel under the limit of the options, if it takes one and has none.
Spec limited(Spec kernel, const ReproduceOptions& options);

// What an accuracy table compares, available or not. Kernels without slices are tried on the grids
// of their own papers.
std::vector<Variant> variants_of(const ReproduceOptions& options);

// `dhgak w2v`: a kernel and a language model in a table. The folder of bert is left out.
std::string title_of(const std::string& kernel, const Spec& nlm);

// What the paper calls a kernel with a language model; empty where it has no name for it.
std::string paper_method_of(const std::string& kernel, const Spec& nlm);

// The registered kernel that a method of the paper is, if there is one.
std::optional<std::string> kernel_of(const std::string& paper_method);

}  // namespace dhgak
