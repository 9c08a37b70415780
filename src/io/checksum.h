// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace dhgak {

// A checksum of 128 bits (XXH3) over bytes that are added piece by piece. Finds every accident; it
// is no protection against somebody who wants to deceive.
class Checksum {
public:
    Checksum();
    ~Checksum();
    Checksum(Checksum&&) noexcept;
    Checksum& operator=(Checksum&&) noexcept;

    void add(std::span<const std::byte> bytes);

    // 32 hexadecimal digits.
    std::string text() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
