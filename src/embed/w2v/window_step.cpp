// SPDX-License-Identifier: MIT
#include "embed/w2v/window_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embed/w2v/window_step.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h compiles what follows once for each instruction set.
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

// Moves a context along the targets and along itself, and the targets along it, all from where
// they stood.
void move(float* context, const WordTargets& targets, float along_itself, std::size_t size) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d), num_targets = targets.labels.size();
    const float* const steps = targets.steps.data();
    float* const* const rows = targets.rows.data();
    const auto self = hn::Set(d, along_itself);
    for (std::size_t i = 0; i < size; i += 2 * lanes) {
        const auto low = hn::LoadU(d, context + i), high = hn::LoadU(d, context + i + lanes);
        auto new_low = hn::MulAdd(self, low, low), new_high = hn::MulAdd(self, high, high);
        for (std::size_t t = 0; t < num_targets; ++t) {
            const auto step = hn::Set(d, steps[t]);
            float* const target = rows[t] + i;
            const auto target_low = hn::LoadU(d, target);
            const auto target_high = hn::LoadU(d, target + lanes);
            new_low = hn::MulAdd(step, target_low, new_low);
            new_high = hn::MulAdd(step, target_high, new_high);
            hn::StoreU(hn::MulAdd(step, low, target_low), d, target);
            hn::StoreU(hn::MulAdd(step, high, target_high), d, target + lanes);
        }
        hn::StoreU(new_low, d, context + i);
        hn::StoreU(new_high, d, context + i + lanes);
    }
}

void train(std::span<const std::uint32_t> words, std::size_t centre, WordTargets& targets,
           float rate, const PairSigmoid& sigmoid, PaddedRows& input) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == centre) continue;
        float* const context = input.row(words[i]);
        for (std::size_t t = 0; t < targets.labels.size(); ++t)
            targets.steps[t] =
                rate * targets.labels.count(t) *
                sigmoid.error(t == 0 ? 1.0f : 0.0f, dot(context, targets.rows[t], input.stride));
        move(context, targets, 0.0f, input.stride);
    }
}

// A target that was drawn again stands where the last draw moved it: along the context, by the
// steps so far. No vector moves until the end.
void train_one(float* context, WordTargets& targets, float rate, const PairSigmoid& sigmoid,
               std::size_t size) {
    const float square = dot(context, context, size);
    float along_itself = 0.0f;
    for (std::size_t t = 0; t < targets.labels.size(); ++t) {
        const float wanted = t == 0 ? 1.0f : 0.0f, count = targets.labels.count(t);
        const float product = dot(context, targets.rows[t], size);
        float sum = rate * sigmoid.error(wanted, product);
        for (float n = 1.0f; n < count; ++n) {
            const float step = rate * sigmoid.error(wanted, product + sum * square);
            along_itself += step * sum;
            sum += step;
        }
        targets.steps[t] = sum;
    }
    move(context, targets, along_itself, size);
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(train);
HWY_EXPORT(train_one);

namespace {

void find_rows(WordTargets& targets, PaddedRows& output) {
    targets.rows.resize(targets.labels.size());
    targets.steps.resize(targets.labels.size());
    for (std::size_t t = 0; t < targets.labels.size(); ++t)
        targets.rows[t] = output.row(targets.labels.label(t));
}

}  // namespace

void train_window(std::span<const std::uint32_t> words, std::size_t centre, WordTargets& targets,
                  float rate, const PairSigmoid& sigmoid, PaddedRows& input, PaddedRows& output) {
    find_rows(targets, output);
    HWY_DYNAMIC_DISPATCH(train)(words, centre, targets, rate, sigmoid, input);
}

void train_pair(std::uint32_t word, WordTargets& targets, float rate, const PairSigmoid& sigmoid,
                PaddedRows& input, PaddedRows& output) {
    find_rows(targets, output);
    HWY_DYNAMIC_DISPATCH(train_one)(input.row(word), targets, rate, sigmoid, input.stride);
}

}  // namespace dhgak
#endif
