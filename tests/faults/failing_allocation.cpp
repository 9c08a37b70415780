// SPDX-License-Identifier: MIT
// Preloaded into the program by command_allocation_test: the allocation with the number in
// DHGAK_FAILING_ALLOCATION, counted from 0, fails. Where DHGAK_NUM_ALLOCATIONS names a file, that
// file gets the number of all.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

long failing_allocation() {
    const char* number = std::getenv("DHGAK_FAILING_ALLOCATION");
    return number ? std::atol(number) : -1;
}

std::atomic<long> num_allocations = 0;

void* allocate(std::size_t size, std::size_t alignment) {
    static const long failing = failing_allocation();
    if (num_allocations.fetch_add(1, std::memory_order_relaxed) == failing) throw std::bad_alloc();
    size = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
    if (void* memory = std::aligned_alloc(alignment, size)) return memory;
    throw std::bad_alloc();
}

[[gnu::destructor]] void write_number() {
    const char* path = std::getenv("DHGAK_NUM_ALLOCATIONS");
    std::FILE* file = path ? std::fopen(path, "w") : nullptr;
    if (!file) return;
    std::fprintf(file, "%ld", num_allocations.load());
    std::fclose(file);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
