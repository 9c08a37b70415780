// SPDX-License-Identifier: MIT
#include "torch/plugin/host.h"

#include <atomic>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

std::atomic<std::size_t (*)()> threads_of_host = nullptr;

}  // namespace

void connect_host(const TorchHost& host) {
    set_log_sink(host.log);
    set_progress_sink(host.progress);
    threads_of_host = host.num_threads;
    watch_interrupts(host.is_interrupt_requested);
}

void follow_host() {
    if (const auto threads = threads_of_host.load()) set_num_threads(threads());
}

}  // namespace dhgak
