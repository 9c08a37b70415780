// SPDX-License-Identifier: MIT
#include "dhgak/core/interrupt.h"

#include <atomic>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "needed inside a signal handler");

}  // namespace

void request_interrupt() noexcept { requested.store(true, std::memory_order_relaxed); }
void clear_interrupt() noexcept { requested.store(false, std::memory_order_relaxed); }

void throw_if_interrupted() {
    if (requested.load(std::memory_order_relaxed)) throw Interrupted();
}

}  // namespace dhgak
