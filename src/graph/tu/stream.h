// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "dhgak/graph/stream.h"
#include "graph/tu/files.h"

namespace dhgak {

// See open_stream.
std::unique_ptr<DatasetStream> stream_tu(std::unique_ptr<TuFiles> files,
                                         std::size_t graphs_per_block);

}  // namespace dhgak
