// SPDX-License-Identifier: MIT
#include "dhgak/core/interrupt.h"

#include <atomic>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

std::atomic<bool> requested = false;
std::atomic<bool (*)() noexcept> watched = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free, "needed inside a signal handler");

}  // namespace

void request_interrupt() noexcept { requested.store(true, std::memory_order_relaxed); }
void clear_interrupt() noexcept { requested.store(false, std::memory_order_relaxed); }

bool is_interrupt_requested() noexcept {
    if (requested.load(std::memory_order_relaxed)) return true;
    const auto is_requested = watched.load(std::memory_order_relaxed);
    return is_requested && is_requested();
}

void watch_interrupts(bool (*is_requested)() noexcept) { watched = is_requested; }

void throw_if_interrupted() {
    if (is_interrupt_requested()) throw Interrupted();
}

}  // namespace dhgak
