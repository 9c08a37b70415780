// SPDX-License-Identifier: MIT
#include "slice/bags/ball_sweep.h"

#include <algorithm>

namespace dhgak {

BallSweep::BallSweep(const Graph& graph)
    : graph_(graph),
      words_((graph.num_nodes() + 63) / 64),
      inner_(graph.num_nodes() * words_),
      balls_(graph.num_nodes() * words_) {
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        balls_[v * words_ + v / 64] |= std::uint64_t{1} << (v % 64);
}

bool BallSweep::advance() {
    inner_.swap(balls_);
    bool grew = false;
    for (std::size_t v = 0; v < graph_.num_nodes(); ++v) {
        const std::uint64_t* const before = inner_.data() + v * words_;
        std::uint64_t* const ball = balls_.data() + v * words_;
        std::copy(before, before + words_, ball);
        for (const std::uint32_t u : graph_.neighbors(v)) {
            const std::uint64_t* const other = inner_.data() + u * words_;
            for (std::size_t w = 0; w < words_; ++w) ball[w] |= other[w];
        }
        grew = grew || !std::equal(ball, ball + words_, before);
    }
    return grew;
}

}  // namespace dhgak
