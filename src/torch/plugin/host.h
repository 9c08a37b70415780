// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "dhgak/core/log.h"
#include "dhgak/core/progress.h"

namespace dhgak {

// What the program that loaded us lends us: our copy of core/ has its own sinks and thread count.
struct TorchHost {
    LogSink log;
    std::shared_ptr<ProgressSink> progress;
    std::size_t (*num_threads)() = nullptr;
    bool (*is_interrupt_requested)() noexcept = nullptr;
};

void connect_host(const TorchHost& host);

// Takes over the host's thread count; called where work begins. Nothing happens without a host.
void follow_host();

}  // namespace dhgak
