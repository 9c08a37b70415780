// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace dhgak::python {

namespace nb = nanobind;

// An array that Python hands over; what does not fit its type is refused or copied by nanobind.
template <typename T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> span_of(const Input<T>& array) {
    return {array.data(), array.shape(0)};
}

template <typename T>
using Output = nb::ndarray<nb::numpy, T>;

// Arrays that borrow from `value`, which Python now owns: nothing is copied.
template <typename Value>
class Handover {
public:
    explicit Handover(Value value) : value_(new Value(std::move(value))) {
        owner_ = nb::capsule(value_, [](void* held) noexcept { delete static_cast<Value*>(held); });
    }

    Value& value() { return *value_; }

    template <typename T>
    Output<T> array(std::span<T> values, std::initializer_list<std::size_t> shape) const {
        static T nothing = {};  // NumPy wants an address even for an array without entries
        return Output<T>(values.empty() ? &nothing : values.data(), shape, owner_);
    }

    template <typename T>
    Output<T> array(std::span<T> values) const {
        return array(values, {values.size()});
    }

private:
    Value* value_;
    nb::capsule owner_;
};

template <typename T>
Output<T> array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    Handover owned(std::move(values));
    return owned.array(std::span(owned.value()), shape);
}

template <typename T>
Output<T> array_of(std::vector<T> values) {
    Handover owned(std::move(values));
    return owned.array(std::span(owned.value()));
}

template <typename T>
std::vector<T> vector_of(nb::handle array) {
    const auto values = nb::cast<Input<T>>(array);
    return {values.data(), values.data() + values.shape(0)};
}

}  // namespace dhgak::python
