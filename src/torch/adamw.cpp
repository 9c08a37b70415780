// SPDX-License-Identifier: MIT
#include "torch/adamw.h"

#include <cmath>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros_like.h>

#include "dhgak/core/parallel.h"
#include "torch/device.h"

namespace dhgak {
namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr double kLongestGradient = 1.0;

}  // namespace

void AdamW::add(const at::Tensor& parameter, bool decays) {
    entries_.push_back({parameter, decays, at::zeros_like(parameter), at::zeros_like(parameter)});
}

void AdamW::step(std::vector<at::Tensor>& gradients, double rate, std::size_t number) {
    std::vector<double> squares(gradients.size());
    parallel_for(gradients.size(), [&](std::size_t i) {
        const at::NoGradGuard no_grad;
        use_one_thread();
        squares[i] = std::pow(gradients[i].norm().item<double>(), 2);
    });
    double square = 0;
    for (const double part : squares) square += part;
    const double length = std::sqrt(square);
    const double scale = length > kLongestGradient ? kLongestGradient / length : 1;

    const auto count = static_cast<double>(number);
    const double first_bias = 1 - std::pow(kFirstDecay, count);
    const double second_bias = std::sqrt(1 - std::pow(kSecondDecay, count));
    parallel_for(gradients.size(), [&](std::size_t i) {
        const at::NoGradGuard no_grad;
        use_one_thread();
        Entry& entry = entries_[i];
        const at::Tensor gradient = gradients[i].mul_(scale);
        if (entry.decays) entry.parameter.mul_(1 - rate * weight_decay_);
        entry.first.mul_(kFirstDecay).add_(gradient, 1 - kFirstDecay);
        entry.second.mul_(kSecondDecay).addcmul_(gradient, gradient, 1 - kSecondDecay);
        const at::Tensor divisor = entry.second.sqrt().div_(second_bias).add_(kEpsilon);
        entry.parameter.addcdiv_(entry.first, divisor, -rate / first_bias);
    });
}

}  // namespace dhgak
