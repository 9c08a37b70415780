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

using Floats = hn::CappedTag<float, kPadding / 2>;

float dot(const float* a, const float* b, std::size_t size) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    auto low = hn::Zero(d), high = hn::Zero(d);
    for (std::size_t i = 0; i < size; i += 2 * lanes) {
        low = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), low);
        high = hn::MulAdd(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes), high);
    }
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
}

// to = from + sum over r of factors[r * stride] * rows[r], for the 2 * lanes numbers at i.
void add_rows(const float* from, float* const* rows, std::size_t num_rows, const float* factors,
              std::size_t stride, std::size_t i, float* to) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + lanes);
    for (std::size_t r = 0; r < num_rows; ++r) {
        const auto factor = hn::Set(d, factors[r * stride]);
        low = hn::MulAdd(factor, hn::LoadU(d, rows[r] + i), low);
        high = hn::MulAdd(factor, hn::LoadU(d, rows[r] + i + lanes), high);
    }
    hn::StoreU(low, d, to);
    hn::StoreU(high, d, to + lanes);
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

// `contexts` and `targets` are the rows; `steps` has room for a row per context, then one more row
// of what each context will be.
void train(const Window& window, float rate, std::size_t size, float* const* contexts,
           float* const* targets, float* steps) {
    const std::size_t num_contexts = window.contexts.size(), num_targets = window.targets.size();
    const std::size_t stride = padded(num_targets);
    for (std::size_t c = 0; c < num_contexts; ++c) {
        for (std::size_t t = 0; t < num_targets; ++t)
            steps[c * stride + t] = dot(contexts[c], targets[t], size);
        scores_to_steps(window.targets, rate * window.contexts.counts()[c], steps + c * stride);
    }

    const std::size_t width = 2 * hn::Lanes(Floats());
    float* const moved = steps + num_contexts * stride;
    for (std::size_t i = 0; i < size; i += width) {
        // The contexts stay where they are until the targets have moved.
        for (std::size_t c = 0; c < num_contexts; ++c)
            add_rows(contexts[c] + i, targets, num_targets, steps + c * stride, 1, i,
                     moved + c * width);
        for (std::size_t t = 0; t < num_targets; ++t)
            add_rows(targets[t] + i, contexts, num_contexts, steps + t, stride, i, targets[t] + i);
        for (std::size_t c = 0; c < num_contexts; ++c)
            add_rows(moved + c * width, nullptr, 0, nullptr, 0, i, contexts[c] + i);
    }
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(train);

void train_window(Window& window, float rate, PaddedRows& input, PaddedRows& output) {
    const std::size_t num_contexts = window.contexts.size(), num_targets = window.targets.size();
    window.rows.resize(num_contexts + num_targets);
    float** const contexts = window.rows.data();
    float** const targets = contexts + num_contexts;
    for (std::size_t c = 0; c < num_contexts; ++c)
        contexts[c] = input.row(window.contexts.label(c));
    for (std::size_t t = 0; t < num_targets; ++t) targets[t] = output.row(window.targets.label(t));
    window.steps.resize(num_contexts * (padded(num_targets) + kPadding));
    HWY_DYNAMIC_DISPATCH(train)
    (window, rate, input.stride, contexts, targets, window.steps.data());
}

}  // namespace dhgak
#endif
