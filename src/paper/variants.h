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

// What an accuracy table compares, available or not.
std::vector<Variant> variants_of(const ReproduceOptions& options);

bool is_registered(const std::string& kernel);

}  // namespace dhgak
