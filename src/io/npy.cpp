// SPDX-License-Identifier: MIT
#include "io/npy.h"

#include <ostream>
#include <type_traits>

#include <fmt/format.h>
#include <zlib.h>

namespace dhgak {
namespace {

template <typename T>
std::string type_code() {
    if constexpr (std::is_same_v<T, float>) return "<f4";
    if constexpr (std::is_same_v<T, double>) return "<f8";
    if constexpr (std::is_same_v<T, std::int32_t>) return "<i4";
    if constexpr (std::is_same_v<T, std::int64_t>) return "<i8";
}

std::string type_of(const ArrayView& array) {
    return std::visit(
        [](const auto& values) -> std::string {
            using View = std::decay_t<decltype(values)>;
            if constexpr (std::is_same_v<View, std::string_view>)
                return fmt::format("|S{}", values.size());
            else
                return type_code<std::remove_const_t<typename View::element_type>>();
        },
        array.values);
}

std::string_view bytes_of(const ArrayView& array) {
    return std::visit(
        [](const auto& values) -> std::string_view {
            return {reinterpret_cast<const char*>(values.data()),
                    values.size() * sizeof(*values.data())};
        },
        array.values);
}

// Magic, version 1.0, header length, header; padded so that the values start at a multiple of 64.
std::string npy_header(const ArrayView& array) {
    std::string shape;
    for (const std::size_t extent : array.shape) shape += fmt::format("{}, ", extent);
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                     type_of(array), shape);
    constexpr std::size_t kPreamble = 10;
    while ((kPreamble + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    std::string result("\x93NUMPY\x01\x00", 8);
    result += static_cast<char>(header.size() & 0xff);
    result += static_cast<char>(header.size() >> 8);
    return result + header;
}

// Little-endian fields of the zip format. Not by libzip, which we have for reading: it goes back to
// fill in checksums once an entry is written, so that a pipe cannot be written to.
class ZipRecord {
public:
    ZipRecord& u16(std::uint64_t value) { return number(value, 2); }
    ZipRecord& u32(std::uint64_t value) { return number(value, 4); }
    ZipRecord& u64(std::uint64_t value) { return number(value, 8); }
    ZipRecord& text(std::string_view value) {
        bytes_ += value;
        return *this;
    }
    const std::string& bytes() const { return bytes_; }

private:
    ZipRecord& number(std::uint64_t value, int width) {
        for (int i = 0; i < width; ++i) bytes_ += static_cast<char>((value >> (8 * i)) & 0xff);
        return *this;
    }
    std::string bytes_;
};

struct ZipEntry {
    std::string name;
    std::uint64_t crc = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
};

constexpr std::uint64_t kInExtraField = 0xffffffff;
constexpr std::uint64_t kZip64Version = 45;
constexpr std::uint64_t kDate1980 = 0x21;  // fixed, so that equal arrays give equal files

std::uint64_t checksum(std::uint64_t crc, std::string_view bytes) {
    return crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

// Sizes go into zip64 fields always: one form to read, and no limit at 4 GiB.
std::string local_header(const ZipEntry& entry) {
    return ZipRecord()
        .u32(0x04034b50)
        .u16(kZip64Version)
        .u16(0)
        .u16(0)
        .u16(0)
        .u16(kDate1980)
        .u32(entry.crc)
        .u32(kInExtraField)
        .u32(kInExtraField)
        .u16(entry.name.size())
        .u16(20)
        .text(entry.name)
        .u16(1)
        .u16(16)
        .u64(entry.size)
        .u64(entry.size)
        .bytes();
}

std::string central_header(const ZipEntry& entry) {
    return ZipRecord()
        .u32(0x02014b50)
        .u16(kZip64Version)
        .u16(kZip64Version)
        .u16(0)
        .u16(0)
        .u16(0)
        .u16(kDate1980)
        .u32(entry.crc)
        .u32(kInExtraField)
        .u32(kInExtraField)
        .u16(entry.name.size())
        .u16(28)
        .u16(0)
        .u16(0)
        .u16(0)
        .u32(0)
        .u32(kInExtraField)
        .text(entry.name)
        .u16(1)
        .u16(24)
        .u64(entry.size)
        .u64(entry.size)
        .u64(entry.offset)
        .bytes();
}

std::string end_of_zip(std::uint64_t num_entries, std::uint64_t start, std::uint64_t size) {
    return ZipRecord()
        .u32(0x06064b50)
        .u64(44)
        .u16(kZip64Version)
        .u16(kZip64Version)
        .u32(0)
        .u32(0)
        .u64(num_entries)
        .u64(num_entries)
        .u64(size)
        .u64(start)
        .u32(0x07064b50)
        .u32(0)
        .u64(start + size)
        .u32(1)
        .u32(0x06054b50)
        .u16(0)
        .u16(0)
        .u16(0xffff)
        .u16(0xffff)
        .u32(kInExtraField)
        .u32(kInExtraField)
        .u16(0)
        .bytes();
}

}  // namespace

void write_npy(std::ostream& out, const ArrayView& array) {
    const std::string header = npy_header(array);
    const std::string_view bytes = bytes_of(array);
    out.write(header.data(), static_cast<std::streamsize>(header.size()));
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void write_npz(std::ostream& out, std::span<const NamedArray> arrays) {
    std::uint64_t position = 0;
    const auto put = [&](std::string_view bytes) {
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        position += bytes.size();
    };
    std::vector<ZipEntry> entries;
    for (const NamedArray& named : arrays) {
        const std::string header = npy_header(named.array);
        const std::string_view values = bytes_of(named.array);
        const ZipEntry entry = {.name = named.name + ".npy",
                                .crc = checksum(checksum(0, header), values),
                                .size = header.size() + values.size(),
                                .offset = position};
        put(local_header(entry));
        put(header);
        put(values);
        entries.push_back(entry);
    }
    const std::uint64_t start = position;
    for (const ZipEntry& entry : entries) put(central_header(entry));
    put(end_of_zip(entries.size(), start, position - start));
}

}  // namespace dhgak
