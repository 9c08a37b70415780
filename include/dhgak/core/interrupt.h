// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// Asks running work to stop at its next safe point. May be called from a signal handler.
void request_interrupt() noexcept;

void clear_interrupt() noexcept;
bool is_interrupt_requested() noexcept;

// Lets `is_requested` request interrupts too: for a library with a copy of this code of its own.
void watch_interrupts(bool (*is_requested)() noexcept);

// A safe point: throws Interrupted once an interrupt was requested. parallel_for and
// parallel_blocks call it before each block, so long loops need not.
void throw_if_interrupted();

}  // namespace dhgak
