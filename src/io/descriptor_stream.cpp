// SPDX-License-Identifier: MIT
#include "io/descriptor_stream.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace dhgak {

bool DescriptorBuffer::write(const char* bytes, std::streamsize size) {
    while (size > 0 && reason_ == 0) {
        const ssize_t count = ::write(descriptor_, bytes, static_cast<std::size_t>(size));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            reason_ = errno;
            break;
        }
        bytes += count;
        size -= count;
    }
    return reason_ == 0;
}

int DescriptorBuffer::sync() {
    const bool is_written = write(pbase(), pptr() - pbase());
    clear();
    return is_written ? 0 : -1;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type c) {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
}

std::streamsize DescriptorBuffer::xsputn(const char* bytes, std::streamsize size) {
    if (size <= 0) return 0;  // an empty array may be a null pointer
    if (size > epptr() - pptr()) {
        if (sync() != 0) return 0;
        if (size > epptr() - pptr()) return write(bytes, size) ? size : 0;
    }
    std::memcpy(pptr(), bytes, static_cast<std::size_t>(size));
    pbump(static_cast<int>(size));
    return size;
}

}  // namespace dhgak
