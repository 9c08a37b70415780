// SPDX-License-Identifier: MIT
#include "dhgak/core/large_block.h"

#include <sys/mman.h>

#include <new>

namespace dhgak {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Of smaller blocks, much would be on what is left beyond whole pages.
bool is_large(std::size_t bytes) { return bytes >= 4 * kHugePage; }

}  // namespace

void* allocate_block(std::size_t bytes) {
    if (!is_large(bytes)) return ::operator new(bytes);
    void* block = ::operator new (bytes, std::align_val_t{kHugePage});
    // Whole pages only; advice that is not taken costs nothing but time.
    madvise(block, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
    return block;
}

void free_block(void* block, std::size_t bytes) noexcept {
    if (is_large(bytes))
        ::operator delete (block, std::align_val_t{kHugePage});
    else
        ::operator delete(block);
}

}  // namespace dhgak
