// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"
#include "io/safetensors.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kAlignment = 8;

// Bytes of one value; 0 for a type that is not written here.
std::size_t written_size(std::string_view dtype) {
    if (dtype == "F64" || dtype == "I64") return 8;
    if (dtype == "F32" || dtype == "I32" || dtype == "U32") return 4;
    return 0;
}

bool fills(const Tensor& tensor) {
    const std::size_t width = written_size(tensor.dtype);
    if (width == 0 ||
        std::ranges::any_of(tensor.shape, [](std::int64_t extent) { return extent < 0; }))
        return false;
    if (std::ranges::count(tensor.shape, 0) > 0) return tensor.bytes.empty();
    std::size_t left = tensor.bytes.size();
    if (left % width != 0) return false;
    left /= width;
    for (const std::int64_t extent : tensor.shape) {
        const auto factor = static_cast<std::size_t>(extent);
        if (left % factor != 0) return false;
        left /= factor;
    }
    return left == 1;
}

// Padded with blanks, so that the values are aligned when the file is mapped.
std::string header_of(const std::string& file, std::span<const Tensor> tensors,
                      const std::map<std::string, std::string>& metadata) {
    Json header = Json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    std::set<std::string_view> names = {"__metadata__"};
    std::uint64_t offset = 0;
    for (const Tensor& tensor : tensors) {
        if (!names.insert(tensor.name).second)
            throw InputError(fmt::format("{}: tensor '{}': found its name twice; expected once",
                                         file, tensor.name));
        if (!fills(tensor))
            throw InputError(fmt::format(
                "{}: tensor '{}': found {} bytes; expected [{}] values of type {}", file,
                tensor.name, tensor.bytes.size(), fmt::join(tensor.shape, ", "), tensor.dtype));
        const std::uint64_t end = offset + tensor.bytes.size();
        header[tensor.name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    try {
        std::string text = header.dump();
        text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
        return text;
    } catch (const Json::exception& error) {
        throw InputError(fmt::format("{}: a tensor's name is not UTF-8: {}", file, error.what()));
    }
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, std::span<const Tensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
    const std::string header = header_of(path.string(), tensors, metadata);
    write_atomically(path, [&](std::ostream& out) {
        const std::uint64_t length = header.size();
        out.write(reinterpret_cast<const char*>(&length), sizeof(length));
        out.write(header.data(), static_cast<std::streamsize>(header.size()));
        for (const Tensor& tensor : tensors)
            out.write(reinterpret_cast<const char*>(tensor.bytes.data()),
                      static_cast<std::streamsize>(tensor.bytes.size()));
    });
}

void write_safetensors(const std::filesystem::path& path, std::span<const FloatTensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
    std::vector<Tensor> plain;
    for (const FloatTensor& tensor : tensors)
        plain.push_back({.name = tensor.name,
                         .dtype = "F32",
                         .shape = tensor.shape,
                         .bytes = std::as_bytes(tensor.values)});
    write_safetensors(path, plain, metadata);
}

}  // namespace dhgak
