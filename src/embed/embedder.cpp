// SPDX-License-Identifier: MIT
#include "embed/embedder.h"

namespace dhgak {

std::vector<HopVectors> SliceModel::embed(const Slices& slices) const {
    NewGraphNotes notes;
    return embed(slices, notes);
}

}  // namespace dhgak
