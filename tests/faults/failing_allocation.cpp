// SPDX-License-Identifier: MIT
// Preloaded into the program by command_allocation_test: the allocation with the number in
// DHGAK_FAILING_ALLOCATION, counted from 0, fails. Where DHGAK_NUM_ALLOCATIONS names a file, that
// file gets the number of all.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "faults/replaced_new.h"

namespace {

long failing_allocation() {
    const char* number = std::getenv("DHGAK_FAILING_ALLOCATION");
    return number ? std::atol(number) : -1;
}

std::atomic<long> num_allocations = 0;

bool next_allocation_fails() {
    static const long failing = failing_allocation();
    return num_allocations.fetch_add(1, std::memory_order_relaxed) == failing;
}

[[gnu::destructor]] void write_number() {
    const char* path = std::getenv("DHGAK_NUM_ALLOCATIONS");
    std::FILE* file = path ? std::fopen(path, "w") : nullptr;
    if (!file) return;
    std::fprintf(file, "%ld", num_allocations.load());
    std::fclose(file);
}

}  // namespace
