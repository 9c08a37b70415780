// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

namespace dhgak {

// Adam with decoupled weight decay. The gradient is first scaled down to norm 1 if it is longer, as
// is usual for BERT.
class AdamW {
public:
    struct Entry {
        at::Tensor parameter;  // changed in place
        bool decays = false;
        at::Tensor first;  // moments
        at::Tensor second;
    };

    explicit AdamW(double weight_decay) : weight_decay_(weight_decay) {}

    void add(const at::Tensor& parameter, bool decays);

    // One step with one gradient for each parameter, which is overwritten. Steps count from 1.
    void step(std::vector<at::Tensor>& gradients, double rate, std::size_t number);

    std::vector<Entry>& entries() { return entries_; }

private:
    template <typename Body>
    void in_blocks(std::size_t size, const Body& body) const;
    double length_of(std::span<const at::Tensor> gradients) const;

    double weight_decay_;
    std::vector<Entry> entries_;
};

}  // namespace dhgak
