// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"

namespace dhgak::cli {

// Hands the graphs of a source to `use` in blocks, in their order, so that memory does not grow
// with their number. The next block is read while one is used. Shows how many are done under
// `label`.
void for_each_block(const std::string& label, const std::string& source,
                    const MoleculeOptions& molecules,
                    const std::function<void(const Dataset&)>& use);

}  // namespace dhgak::cli
