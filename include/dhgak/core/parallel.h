// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace dhgak {

// Threads that parallel loops may use; 0 means every core. The number never changes a result.
void set_num_threads(std::size_t threads);
std::size_t num_threads();

// Calls body(begin, end) for the blocks [0, block), [block, 2 block), ... of [0, size), in any
// order and at the same time. Block borders depend on `size` and `block` only, so work that keeps
// one result per block and joins them in order gives the same bits at any thread count.
//
// Loops may be nested. A waiting thread may run other blocks of the loop it waits for, never
// foreign work. The first exception leaves the loop; so does an interrupt.
void parallel_blocks(std::size_t size, std::size_t block,
                     const std::function<void(std::size_t, std::size_t)>& body);

// Calls body(i) for each i in [0, size), each call a block of its own: for coarse work.
template <typename Body>
void parallel_for(std::size_t size, const Body& body) {
    parallel_blocks(size, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

// A parallel loop with `block` calls at a time: for fine work.
template <typename Body>
void parallel_for(std::size_t size, std::size_t block, const Body& body) {
    parallel_blocks(size, block, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

}  // namespace dhgak
