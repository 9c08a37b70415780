// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "dhgak/io/atomic_file.h"
#include "dhgak/io/safetensors.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kAlignment = 8;

bool fills(const FloatTensor& tensor) {
    if (std::ranges::any_of(tensor.shape, [](std::int64_t extent) { return extent < 0; }))
        return false;
    if (std::ranges::count(tensor.shape, 0) > 0) return tensor.values.empty();
    std::size_t left = tensor.values.size();
    for (const std::int64_t extent : tensor.shape) {
        const auto factor = static_cast<std::size_t>(extent);
        if (left % factor != 0) return false;
        left /= factor;
    }
    return left == 1;
}

// Padded with blanks, so that the values are aligned when the file is mapped.
std::string header_of(const std::string& file, std::span<const FloatTensor> tensors,
                      const std::map<std::string, std::string>& metadata) {
    Json header = Json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    std::set<std::string_view> names = {"__metadata__"};
    std::uint64_t offset = 0;
    for (const FloatTensor& tensor : tensors) {
        if (!names.insert(tensor.name).second)
            throw InputError(fmt::format("{}: tensor '{}': found its name twice; expected once",
                                         file, tensor.name));
        if (!fills(tensor))
            throw InputError(fmt::format("{}: tensor '{}': found {} values; expected [{}]", file,
                                         tensor.name, tensor.values.size(),
                                         fmt::join(tensor.shape, ", ")));
        const std::uint64_t end = offset + tensor.values.size_bytes();
        header[tensor.name] = {
            {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
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

void write_safetensors(const std::filesystem::path& path, std::span<const FloatTensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
    const std::string header = header_of(path.string(), tensors, metadata);
    write_atomically(path, [&](std::ostream& out) {
        const std::uint64_t length = header.size();
        out.write(reinterpret_cast<const char*>(&length), sizeof(length));
        out.write(header.data(), static_cast<std::streamsize>(header.size()));
        for (const FloatTensor& tensor : tensors)
            out.write(reinterpret_cast<const char*>(tensor.values.data()),
                      static_cast<std::streamsize>(tensor.values.size_bytes()));
    });
}

}  // namespace dhgak
