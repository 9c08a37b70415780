// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <mutex>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

std::mutex arena_mutex;
std::size_t chosen_threads = 0;
std::shared_ptr<tbb::task_arena> arena;  // made on first use, remade when the number changes

std::size_t wanted_threads() {
    return chosen_threads ? chosen_threads
                          : static_cast<std::size_t>(tbb::info::default_concurrency());
}

std::shared_ptr<tbb::task_arena> current_arena() {
    const std::scoped_lock lock(arena_mutex);
    if (!arena) {
        // More threads than cores are allowed on request: that is how determinism is tested.
        static std::unique_ptr<tbb::global_control> limit;
        limit = std::make_unique<tbb::global_control>(
            tbb::global_control::max_allowed_parallelism,
            std::max<std::size_t>(wanted_threads(),
                                  static_cast<std::size_t>(tbb::info::default_concurrency())));
        arena = std::make_shared<tbb::task_arena>(static_cast<int>(wanted_threads()));
    }
    return arena;
}

void run_blocks(std::size_t size, std::size_t block,
                const std::function<void(std::size_t, std::size_t)>& body) {
    const std::size_t num_blocks = (size + block - 1) / block;
    tbb::task_group_context context;
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, num_blocks, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i) {
                throw_if_interrupted();
                body(i * block, std::min(size, (i + 1) * block));
            }
        },
        tbb::simple_partitioner(), context);
    // An exception elsewhere in a loop around this one cuts it short, which must not look like its
    // end. That exception is the one that leaves the outer loop, whatever is thrown here.
    if (context.is_group_execution_cancelled()) throw Interrupted();
}

}  // namespace

void set_num_threads(std::size_t threads) {
    const std::scoped_lock lock(arena_mutex);
    chosen_threads = threads;
    arena.reset();
}

std::size_t num_threads() {
    const std::scoped_lock lock(arena_mutex);
    return wanted_threads();
}

void parallel_blocks(std::size_t size, std::size_t block,
                     const std::function<void(std::size_t, std::size_t)>& body) {
    throw_if_interrupted();
    if (size == 0) return;
    block = std::max<std::size_t>(block, 1);
    if (size <= block) return body(0, size);
    // Isolation keeps a waiting thread from picking up foreign blocks in the middle of its own.
    const auto isolated = [&] {
        tbb::this_task_arena::isolate([&] { run_blocks(size, block, body); });
    };
    // A nested loop is in the arena already; entering it again would only cost.
    static thread_local int depth = 0;
    struct Deeper {
        Deeper() { ++depth; }
        ~Deeper() { --depth; }
    };
    if (tbb::this_task_arena::current_thread_index() >= 0 && depth > 0) return isolated();
    const auto here = current_arena();
    here->execute([&] {
        const Deeper deeper;
        isolated();
    });
}

}  // namespace dhgak
