// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace dhgak {

// Memory for many values, given back by free_block with the same size. Large blocks are put on huge
// pages where the system has them: filling a gigabyte of small ones takes 250,000 page faults.
void* allocate_block(std::size_t bytes);
void free_block(void* block, std::size_t bytes) noexcept;

}  // namespace dhgak
