// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>

namespace dhgak::python {

// Runs `work` on a thread of its own while this one, with the GIL released, lets Python live: it
// looks for Ctrl-C, hands log messages to `logging` and steps to `progress`, a callable
// (label, done, total) or None. Python is only ever called from here, by the thread that called us,
// while no lock is held: the library's threads do no more than leave a note.
//
// Whatever Python raises in between (KeyboardInterrupt, an error of `progress`) stops the work at
// its next safe point and is raised. Throws what `work` throws.
//
// Calls of several Python threads wait for each other, so that a step, a message or an error
// reaches the call that it is about; `progress` itself may call again.
void run_beside_python(const std::function<void()>& work, nanobind::handle progress);

template <typename Work>
auto run(Work&& work, nanobind::handle progress = nanobind::none()) {
    using Result = std::invoke_result_t<Work>;
    if constexpr (std::is_void_v<Result>) {
        run_beside_python(work, progress);
    } else {
        std::optional<Result> result;
        run_beside_python([&] { result.emplace(work()); }, progress);
        return std::move(*result);
    }
}

// Makes the library leave its messages and steps for run().
void listen_to_library();

}  // namespace dhgak::python
