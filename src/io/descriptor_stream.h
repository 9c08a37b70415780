// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <ostream>
#include <streambuf>
#include <vector>

namespace dhgak {

// Writes to an open file, which it does not close. The first failure is kept: its errno is in
// `reason()`, and the stream that writes through it is bad.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) { clear(); }
    int reason() const { return reason_; }

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* bytes, std::streamsize size) override;
    int sync() override;

private:
    void clear() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }
    bool write(const char* bytes, std::streamsize size);

    int descriptor_;
    int reason_ = 0;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
};

}  // namespace dhgak
