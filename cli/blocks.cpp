// SPDX-License-Identifier: MIT
#include "blocks.h"

#include "dhgak/core/progress.h"
#include "dhgak/graph/blocks.h"

namespace dhgak::cli {

void for_each_block(const std::string& label, const std::string& source,
                    const MoleculeOptions& molecules,
                    const std::function<void(const Dataset&)>& use) {
    Progress progress(label, 0);
    blocks_of(source, molecules)([&](const Dataset& block) {
        use(block);
        progress.advance(block.num_graphs());
    });
}

}  // namespace dhgak::cli
