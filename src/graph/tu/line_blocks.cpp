// SPDX-License-Identifier: MIT
#include "graph/tu/line_blocks.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {

LineBlocks cut_into_blocks(std::string_view text, std::size_t block_bytes, std::size_t first_line) {
    LineBlocks lines;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find('\n', std::min(begin + block_bytes, text.size()));
        end = end == std::string_view::npos ? text.size() : end + 1;
        lines.blocks.push_back({.text = text.substr(begin, end - begin), .first_line = 0});
        begin = end;
    }

    std::vector<std::size_t> num_ends(lines.blocks.size());
    parallel_for(lines.blocks.size(), [&](std::size_t b) {
        num_ends[b] = static_cast<std::size_t>(std::ranges::count(lines.blocks[b].text, '\n'));
    });
    for (std::size_t b = 0; b < lines.blocks.size(); ++b) {
        lines.blocks[b].first_line = first_line + lines.num_lines;
        lines.num_lines += num_ends[b];
    }
    if (!text.empty() && text.back() != '\n') ++lines.num_lines;
    return lines;
}

void for_each_block(const TextFile& file, const LineBlocks& lines,
                    const std::function<void(const LineBlock&)>& body) {
    std::vector<std::optional<LineFault>> faults(lines.blocks.size());
    parallel_for(lines.blocks.size(), [&](std::size_t b) {
        try {
            body(lines.blocks[b]);
        } catch (LineFault& fault) {
            faults[b] = std::move(fault);
        }
    });
    for (const std::optional<LineFault>& fault : faults)
        if (fault) throw InputError(at_line(file.place(), *fault));
}

std::string at_line(std::string_view place, const LineFault& fault) {
    return fmt::format("{}:{}: {}", place, fault.line + 1, fault.message);
}

}  // namespace dhgak
