// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <unistd.h>

namespace dhgak {

// An open file, closed at the end. Negative: none.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    int release() { return std::exchange(number_, -1); }

    // False, with errno, where only closing tells that something was not written.
    bool reset() {
        const int number = release();
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

}  // namespace dhgak
