// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/learn/folds.h"
#include "dhgak/learn/predictor.h"
#include "learn/svm.h"

namespace dhgak {

// C-SVMs for many C on parts of one kernel matrix: what chooses C in a cross-validation.
//
// The problems are those of SvmModel (one against one), solved for one C after the other instead of
// each from the start, to a tolerance of 0.01 or within two percent of the best objective, many
// times faster. Decision values are nearly the same, so that predictions may differ where a graph
// lies close to the border.
class SvmPath {
public:
    explicit SvmPath(const SvmGram& gram) : gram_(gram) {}  // which must outlive it
    explicit SvmPath(SvmGram&&) = delete;

    // What models trained on `split.train` say of `split.test`: an entry for each C of an ascending
    // list, with decision values if there are two classes. `classes` has the class of every graph
    // of the matrix; `balance` makes the training graphs of every class cost the same.
    std::vector<Predictions> predict(const Split& split, std::span<const std::uint32_t> classes,
                                     std::span<const double> C, bool balance = false) const;

private:
    const SvmGram& gram_;
};

}  // namespace dhgak
