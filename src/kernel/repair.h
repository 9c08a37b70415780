// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/kernel/kernel.h"

namespace dhgak {

// A kernel whose Gram matrices may have negative eigenvalues, with the option `repair` of its spec:
//
//   none   a warning, once, where a matrix has some; SVMs then may find no optimum
//   clip   they are set to 0. New graphs are projected on the eigenvectors that are left, so that a
//          training graph has the row it had
//   shift  all eigenvalues grow by as much as the smallest is below 0: the diagonal does, and new
//          graphs keep their values
//
// A repaired kernel is not normalised again. One that is semi-definite with the other options of
// its spec stays as it is. Throws ConfigError for another value, and for a repair of such a one.
std::unique_ptr<Kernel> with_repair(std::unique_ptr<Kernel> kernel, const Spec& spec,
                                    bool is_semidefinite = false);

// The repair that was saved with a kernel; the kernel itself if there is none.
std::unique_ptr<FittedKernel> load_repaired(std::unique_ptr<FittedKernel> kernel,
                                            const ModelReader& reader);

}  // namespace dhgak
