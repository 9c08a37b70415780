// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "dhgak/run/model.h"
#include "dhgak/run/report.h"
#include "dhgak/run/source.h"

namespace dhgak {

// A model and how it came to be.
struct FitReport {
    Model model;
    Report report;  // with an evaluation, of one fold, where graphs were held out
};

// Learns from the graphs whose class is known. C is chosen by inner folds as in a cross-validation:
// the model of the training graphs of a fold predicts what that fold's model predicts.
//
// A large file is read a block at a time, three times, if the kernel learns a codebook: to count
// its graphs, to take the codebook's, and to count their slices in its clusters. Memory is then
// that of the codebook and of the features.
//
// Throws InputError if there are fewer than two classes.
FitReport fit(const Source& source, const Run& run, const FitOptions& options = {});

}  // namespace dhgak
