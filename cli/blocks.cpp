// SPDX-License-Identifier: MIT
#include "blocks.h"

#include "dhgak/graph/blocks.h"

namespace dhgak::cli {

void for_each_block(const std::string& source, const MoleculeOptions& molecules,
                    const std::function<void(const Dataset&)>& use) {
    blocks_of(source, molecules)(use);
}

}  // namespace dhgak::cli
