// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tu/text_file.h"

namespace dhgak {

// What is wrong with a line; for_each_block adds the place.
struct LineFault {
    std::size_t line;  // from 0
    std::string message;
};

// Some whole lines of a file.
struct LineBlock {
    std::string_view text;
    std::size_t first_line;  // from 0
};

struct LineBlocks {
    std::vector<LineBlock> blocks;
    std::size_t num_lines = 0;
};

inline constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

// Cuts a text at line ends into blocks of about `block_bytes` and counts the lines. The borders
// depend on the text only. `first_line` is the number of the text's first line.
LineBlocks cut_into_blocks(std::string_view text, std::size_t block_bytes = kBlockBytes,
                           std::size_t first_line = 0);

// Calls `body` for all blocks at the same time. A LineFault that it throws leaves as an InputError
// `FILE:LINE: message`: the first one of the file, whatever ran first.
void for_each_block(const TextFile& file, const LineBlocks& lines,
                    const std::function<void(const LineBlock&)>& body);

// `FILE:LINE: message`; lines count from 0 here and from 1 in the message.
std::string at_line(std::string_view place, const LineFault& fault);

}  // namespace dhgak
