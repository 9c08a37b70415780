// SPDX-License-Identifier: MIT
#include "blocks.h"

#include <cstddef>
#include <future>
#include <optional>

#include "dhgak/core/interrupt.h"
#include "dhgak/graph/stream.h"

namespace dhgak::cli {
namespace {

// Enough graphs to share slices between them.
constexpr std::size_t kGraphsPerBlock = 4096;

}  // namespace

void for_each_block(const std::string& source, const MoleculeOptions& molecules,
                    const std::function<void(const Dataset&)>& use) {
    const auto stream = open_stream(source, kGraphsPerBlock, molecules);
    const auto read = [&] {
        return std::async(std::launch::async, [&] { return stream->next(); });
    };
    auto upcoming = read();
    while (const std::optional<Dataset> block = upcoming.get()) {
        upcoming = read();
        throw_if_interrupted();
        use(*block);
    }
}

}  // namespace dhgak::cli
