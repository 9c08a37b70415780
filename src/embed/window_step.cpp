// SPDX-License-Identifier: MIT
#include "embed/window_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embed/window_step.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h compiles what follows once for each instruction set.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kPadding>;

float dot(const float* a, const float* b, std::size_t size) {
    const Floats d;
    auto sum = hn::Zero(d);
    for (std::size_t i = 0; i < size; i += hn::Lanes(d))
        sum = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum);
    return hn::GetLane(hn::SumOfLanes(d, sum));
}

// Turns one context's scores into steps: scale * (1 - s) for the centre, -scale * count * s for
// noise.
void scores_to_steps(const LabelCounts& targets, float scale, float* scores) {
    const Floats d;
    const auto one = hn::Set(d, 1.0f);
    const auto limit = hn::Set(d, 30.0f);  // s is 0 or 1 in float there, and exp finite
    for (std::size_t t = 0; t < targets.size(); t += hn::Lanes(d)) {
        const auto score = hn::Max(hn::Min(hn::LoadU(d, scores + t), limit), hn::Neg(limit));
        const auto s = hn::Div(one, hn::Add(one, hn::Exp(d, hn::Neg(score))));
        const auto count = hn::LoadU(d, targets.counts() + t);
        hn::StoreU(hn::Mul(hn::Mul(s, count), hn::Set(d, -scale)), d, scores + t);
    }
    scores[0] += scale;
}

void train(Window& window, float rate, PaddedRows& input, PaddedRows& output) {
    const Floats d;
    const LabelCounts& contexts = window.contexts;
    const LabelCounts& targets = window.targets;
    const std::size_t row = padded(targets.size());
    float* const steps = window.scratch.data();
    float* const moves = steps + contexts.size() * row;

    for (std::size_t c = 0; c < contexts.size(); ++c) {
        const float* context = input.row(contexts.label(c));
        for (std::size_t t = 0; t < targets.size(); ++t)
            steps[c * row + t] = dot(context, output.row(targets.label(t)), input.stride);
        scores_to_steps(targets, rate * contexts.counts()[c], steps + c * row);
    }

    // All moves are found before any row moves.
    for (std::size_t i = 0; i < input.stride; i += hn::Lanes(d)) {
        for (std::size_t c = 0; c < contexts.size(); ++c) {
            auto move = hn::Zero(d);
            for (std::size_t t = 0; t < targets.size(); ++t)
                move = hn::MulAdd(hn::Set(d, steps[c * row + t]),
                                  hn::LoadU(d, output.row(targets.label(t)) + i), move);
            hn::StoreU(move, d, moves + c * hn::Lanes(d));
        }
        for (std::size_t t = 0; t < targets.size(); ++t) {
            float* const target = output.row(targets.label(t)) + i;
            auto moved = hn::LoadU(d, target);
            for (std::size_t c = 0; c < contexts.size(); ++c)
                moved = hn::MulAdd(hn::Set(d, steps[c * row + t]),
                                   hn::LoadU(d, input.row(contexts.label(c)) + i), moved);
            hn::StoreU(moved, d, target);
        }
        for (std::size_t c = 0; c < contexts.size(); ++c) {
            float* const context = input.row(contexts.label(c)) + i;
            hn::StoreU(hn::Add(hn::LoadU(d, context), hn::LoadU(d, moves + c * hn::Lanes(d))), d,
                       context);
        }
    }
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(train);

void train_window(Window& window, float rate, PaddedRows& input, PaddedRows& output) {
    window.scratch.resize(window.contexts.size() * (padded(window.targets.size()) + kPadding));
    HWY_DYNAMIC_DISPATCH(train)(window, rate, input, output);
}

}  // namespace dhgak
#endif
