// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/paper/reproduce.h"

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

bool is_registered(const std::string& kernel);

}  // namespace dhgak
