// SPDX-License-Identifier: MIT
// The same loops on std::thread, for ThreadSanitizer, which cannot see inside TBB.
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

std::atomic<std::size_t> chosen_threads = 0;
thread_local bool inside_loop = false;

}  // namespace

void set_num_threads(std::size_t threads) { chosen_threads = threads; }

std::size_t num_threads() {
    return chosen_threads ? chosen_threads.load()
                          : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void parallel_blocks(std::size_t size, std::size_t block,
                     const std::function<void(std::size_t, std::size_t)>& body) {
    block = std::max<std::size_t>(block, 1);
    const std::size_t num_blocks = (size + block - 1) / block;
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < num_blocks; i = next++) {
                throw_if_interrupted();
                body(i * block, std::min(size, (i + 1) * block));
            }
        } catch (...) {
            const std::scoped_lock lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            next = num_blocks;
        }
    };
    const std::size_t threads = inside_loop ? 1 : std::min(num_threads(), num_blocks);
    std::vector<std::thread> team;
    for (std::size_t t = 1; t < threads; ++t)
        team.emplace_back([&] {
            inside_loop = true;
            work();
        });
    const bool was_inside = inside_loop;
    inside_loop = true;
    work();
    inside_loop = was_inside;
    for (std::thread& member : team) member.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace dhgak
