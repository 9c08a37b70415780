// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/run/model.h"
#include "dhgak/run/report.h"

namespace dhgak {

struct JudgedModel {
    Model model;
    Evaluation evaluation;  // of one fold, the held-out graphs
};

// Fits a model on the training part of hold_out (split.h) and judges it by the rest, which it does
// not see in any way. Only graphs of known class take part.
JudgedModel fit_held_out(const Run& run, const Dataset& dataset, double test_share,
                         bool probability, StageTimes& times);

}  // namespace dhgak
