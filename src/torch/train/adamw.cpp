// SPDX-License-Identifier: MIT
#include "torch/train/adamw.h"

#include <cmath>
#include <numeric>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros_like.h>

#include "dhgak/core/parallel.h"
#include "torch/device/device.h"

namespace dhgak {
namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr double kLongestGradient = 1.0;

}  // namespace

// A GPU takes all tensors in one operation, as it would one small tensor; threads take one each.
template <typename Body>
void AdamW::in_blocks(std::size_t size, const Body& body) const {
    const bool on_gpu = !entries_.empty() && entries_.front().parameter.is_cuda();
    parallel_blocks(size, on_gpu ? size : 1, [&](std::size_t begin, std::size_t end) {
        const at::NoGradGuard no_grad;
        if (!on_gpu) use_one_thread();
        body(begin, end);
    });
}

void AdamW::add(const at::Tensor& parameter, bool decays) {
    entries_.push_back({parameter, decays, at::zeros_like(parameter), at::zeros_like(parameter)});
}

double AdamW::length_of(std::span<const at::Tensor> gradients) const {
    std::vector<double> squares(gradients.size());
    in_blocks(gradients.size(), [&](std::size_t begin, std::size_t end) {
        const at::Tensor lengths =
            at::stack(at::_foreach_norm(at::TensorList(&gradients[begin], end - begin)));
        squares[begin] = lengths.to(at::kDouble).square().sum().item<double>();
    });
    return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

void AdamW::step(std::vector<at::Tensor>& gradients, double rate, std::size_t number) {
    const double length = length_of(gradients);
    const double scale = length > kLongestGradient ? kLongestGradient / length : 1;
    const auto count = static_cast<double>(number);
    const double first_bias = 1 - std::pow(kFirstDecay, count);
    const double second_bias = std::sqrt(1 - std::pow(kSecondDecay, count));
    in_blocks(gradients.size(), [&](std::size_t begin, std::size_t end) {
        std::vector<at::Tensor> parameters, decaying, first, second;
        for (std::size_t i = begin; i < end; ++i) {
            const Entry& entry = entries_[i];
            parameters.push_back(entry.parameter);
            if (entry.decays) decaying.push_back(entry.parameter);
            first.push_back(entry.first);
            second.push_back(entry.second);
        }
        const at::TensorList gradient(&gradients[begin], end - begin);
        at::_foreach_mul_(gradient, scale);
        if (!decaying.empty()) at::_foreach_mul_(decaying, 1 - rate * weight_decay_);
        at::_foreach_mul_(first, kFirstDecay);
        at::_foreach_add_(first, gradient, 1 - kFirstDecay);
        at::_foreach_mul_(second, kSecondDecay);
        at::_foreach_addcmul_(second, gradient, gradient, 1 - kSecondDecay);
        const std::vector<at::Tensor> divisor = at::_foreach_sqrt(second);
        at::_foreach_div_(divisor, second_bias);
        at::_foreach_add_(divisor, kEpsilon);
        at::_foreach_addcdiv_(parameters, first, divisor, -rate / first_bias);
    });
}

}  // namespace dhgak
