// SPDX-License-Identifier: MIT
#include "io/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "io/json_text.h"
#include "io/read_text.h"

namespace dhgak {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

using HeaderJson = nlohmann::json;

constexpr std::size_t kLengthField = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000;  // the format's own limit

struct TypeSize {
    std::string_view dtype;
    std::size_t bytes;
};

constexpr TypeSize kTypes[] = {{"F32", 4}, {"F16", 2}, {"BF16", 2}, {"F64", 8},     {"I64", 8},
                               {"I32", 4}, {"I16", 2}, {"I8", 1},   {"U64", 8},     {"U32", 4},
                               {"U16", 2}, {"U8", 1},  {"BOOL", 1}, {"F8_E5M2", 1}, {"F8_E4M3", 1}};

std::optional<std::uint64_t> product(std::span<const std::int64_t> shape, std::uint64_t start) {
    std::uint64_t result = start;
    for (const std::int64_t extent : shape) {
        const auto factor = static_cast<std::uint64_t>(extent);
        if (factor != 0 && result > std::numeric_limits<std::int64_t>::max() / factor) return {};
        result *= factor;
    }
    return result;
}

struct Range {
    std::uint64_t begin = 0, end = 0;
};

// One entry of the header, judged by itself: what its neighbours say is checked afterwards.
class Entry {
public:
    Entry(std::string place, const HeaderJson& json) : place_(std::move(place)), json_(json) {
        if (!json.is_object()) refuse(json.dump(), "{dtype, shape, data_offsets}");
        for (const auto& [key, value] : json.items())
            if (key != "dtype" && key != "shape" && key != "data_offsets")
                refuse(fmt::format("'{}'", key), "dtype, shape and data_offsets only");
    }

    std::string dtype() const {
        const HeaderJson& value = field("dtype");
        const auto known = [&](const TypeSize& type) { return value == type.dtype; };
        if (!std::ranges::any_of(kTypes, known)) refuse("dtype " + value.dump(), "F32, F16, BF16");
        return value.get<std::string>();
    }

    std::vector<std::int64_t> shape() const {
        std::vector<std::int64_t> shape;
        for (const HeaderJson& extent : numbers("shape")) {
            const auto value = extent.get<std::uint64_t>();
            if (value > std::numeric_limits<std::int64_t>::max())
                refuse(fmt::format("extent {}", value), "one below 2^63");
            shape.push_back(static_cast<std::int64_t>(value));
        }
        return shape;
    }

    Range range(std::uint64_t data_size) const {
        const HeaderJson& offsets = numbers("data_offsets");
        if (offsets.size() != 2) refuse("data_offsets " + offsets.dump(), "[begin, end]");
        const Range range = {offsets[0].get<std::uint64_t>(), offsets[1].get<std::uint64_t>()};
        if (range.begin > range.end || range.end > data_size)
            refuse(
                fmt::format("bytes {} to {}", range.begin, range.end),
                fmt::format("a range within the file's {} bytes of data (cut short?)", data_size));
        return range;
    }

    [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
        throw InputError(fmt::format("{}: found {}; expected {}", place_, found, expected));
    }

private:
    const HeaderJson& field(const char* name) const {
        const auto found = json_.find(name);
        if (found == json_.end())
            refuse(fmt::format("no '{}'", name), "dtype, shape, data_offsets");
        return *found;
    }

    const HeaderJson& numbers(const char* name) const {
        const HeaderJson& value = field(name);
        const auto is_count = [](const HeaderJson& v) { return v.is_number_unsigned(); };
        if (!value.is_array() || !std::ranges::all_of(value, is_count))
            refuse(fmt::format("{} {}", name, value.dump()), "a list of numbers from 0 to 2^64");
        return value;
    }

    std::string place_;
    const HeaderJson& json_;
};

std::size_t size_of(std::string_view dtype) {
    return std::ranges::find(kTypes, dtype, &TypeSize::dtype)->bytes;
}

Tensor read_entry(const std::string& file, const std::string& name, const HeaderJson& json,
                  std::span<const std::byte> data) {
    const Entry entry(fmt::format("{}: tensor '{}'", file, name), json);
    Tensor tensor = {.name = name, .dtype = entry.dtype(), .shape = entry.shape(), .bytes = {}};
    const Range range = entry.range(data.size());
    const auto expected = product(tensor.shape, size_of(tensor.dtype));
    if (!expected || *expected != range.end - range.begin)
        entry.refuse(
            fmt::format("{} bytes", range.end - range.begin),
            fmt::format("{} for {} [{}]", expected ? std::to_string(*expected) : "more than 2^63",
                        tensor.dtype, fmt::join(tensor.shape, ", ")));
    tensor.bytes = data.subspan(range.begin, range.end - range.begin);
    return tensor;
}

// The format wants every byte of data to belong to exactly one tensor.
void require_tiling(const std::string& file, std::span<const Tensor> tensors,
                    std::span<const std::byte> data) {
    const std::byte* next = data.data();
    for (const Tensor& tensor : tensors) {
        if (tensor.bytes.data() != next)
            throw InputError(fmt::format(
                "{}: tensor '{}': found its bytes at {}; expected {}, where the one before ends",
                file, tensor.name, tensor.bytes.data() - data.data(), next - data.data()));
        next += tensor.bytes.size();
    }
    if (next != data.data() + data.size())
        throw InputError(fmt::format("{}: found {} bytes of data; expected {} as the header says",
                                     file, data.size(), next - data.data()));
}

float from_half(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16, exponent = (half >> 10) & 0x1fU;
    const std::uint32_t fraction = half & 0x3ffU;
    if (exponent == 0) {  // zero or subnormal: fraction * 2^-24
        const float value = static_cast<float>(fraction) * 0x1p-24F;
        return sign ? -value : value;
    }
    const std::uint32_t wide = exponent == 0x1f ? 0xffU : exponent + 127 - 15;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// Values in a file need not be aligned, so each is copied out before it is looked at.
template <typename Stored, typename Convert>
void convert_all(std::span<const std::byte> bytes, std::span<float> out, Convert convert) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        Stored value;
        std::memcpy(&value, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        out[i] = convert(value);
    }
}

}  // namespace

std::size_t Tensor::num_values() const { return bytes.size() / size_of(dtype); }

Safetensors::Safetensors(const std::filesystem::path& path) : path_(path) {
    content_ = std::make_shared<const std::string>(read_text(path));
    const std::string file = path.string();
    const std::string_view bytes = *content_;
    if (bytes.size() < kLengthField)
        throw InputError(fmt::format("{}: not a safetensors file: {} bytes", file, bytes.size()));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), kLengthField);
    if (length > kMaxHeader || length > bytes.size() - kLengthField)
        throw InputError(
            fmt::format("{}: not a safetensors file, or cut short: its first 8 bytes announce a "
                        "header of {} bytes, where {} follow",
                        file, length, bytes.size() - kLengthField));
    const HeaderJson header = parse_json(bytes.substr(kLengthField, length), file + ": header", 8);
    if (!header.is_object()) throw InputError(file + ": header: expected a JSON object");

    const std::span<const std::byte> data =
        std::as_bytes(std::span(bytes)).subspan(kLengthField + length);
    for (const auto& [name, value] : header.items()) {
        if (name != "__metadata__") {
            tensors_.push_back(read_entry(file, name, value, data));
            continue;
        }
        if (!value.is_object()) throw InputError(file + ": __metadata__: expected texts by name");
        for (const auto& [key, text_value] : value.items()) {
            if (!text_value.is_string())
                throw InputError(fmt::format("{}: __metadata__: '{}' is not a text", file, key));
            metadata_[key] = text_value.get<std::string>();
        }
    }
    // Empty tensors sort before the one that starts where they stand.
    std::ranges::stable_sort(tensors_, [](const Tensor& a, const Tensor& b) {
        return std::pair(a.bytes.data(), a.bytes.size()) <
               std::pair(b.bytes.data(), b.bytes.size());
    });
    require_tiling(file, tensors_, data);
}

const Tensor* Safetensors::find(std::string_view name) const {
    const auto found = std::ranges::find(tensors_, name, &Tensor::name);
    return found == tensors_.end() ? nullptr : &*found;
}

void copy_floats(const Tensor& tensor, std::span<float> out) {
    if (out.size() != tensor.num_values())
        throw InputError(fmt::format("tensor '{}': found {} values; expected {}", tensor.name,
                                     tensor.num_values(), out.size()));
    if (tensor.dtype == "F32") {
        if (!out.empty()) std::memcpy(out.data(), tensor.bytes.data(), out.size_bytes());
    } else if (tensor.dtype == "F16") {
        convert_all<std::uint16_t>(tensor.bytes, out, from_half);
    } else if (tensor.dtype == "BF16") {
        convert_all<std::uint16_t>(tensor.bytes, out, [](std::uint32_t value) {
            return std::bit_cast<float>(value << 16);
        });
    } else if (tensor.dtype == "F64") {
        convert_all<double>(tensor.bytes, out,
                            [](double value) { return static_cast<float>(value); });
    } else {
        throw InputError(fmt::format("tensor '{}': found type {}; expected F32, F16, BF16 or F64",
                                     tensor.name, tensor.dtype));
    }
}

std::vector<float> to_floats(const Tensor& tensor) {
    std::vector<float> values(tensor.num_values());
    copy_floats(tensor, values);
    return values;
}

}  // namespace dhgak
