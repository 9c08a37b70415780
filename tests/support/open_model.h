// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "io/model_format.h"
#include "io/safetensors.h"

namespace dhgak {

// A model file taken apart, so that one thing in it can be made wrong under a right checksum.
struct OpenModel {
    struct Array {
        std::string dtype;
        std::vector<std::int64_t> shape;
        std::vector<std::byte> bytes;
    };
    std::vector<std::pair<std::string, Array>> arrays;
    std::map<std::string, std::string> metadata;
    nlohmann::ordered_json values;

    explicit OpenModel(const std::filesystem::path& path) {
        const Safetensors file(path);
        for (const Tensor& tensor : file.tensors())
            arrays.push_back(
                {tensor.name,
                 {tensor.dtype, tensor.shape, {tensor.bytes.begin(), tensor.bytes.end()}}});
        metadata = file.metadata();
        values = nlohmann::ordered_json::parse(metadata.at("values"));
    }

    Array& array(const std::string& name) {
        const auto found = std::ranges::find(arrays, name, [](const auto& a) { return a.first; });
        if (found == arrays.end()) throw std::out_of_range(name);
        return found->second;
    }

    void write(const std::filesystem::path& path) const {
        std::vector<Tensor> tensors;
        for (const auto& [name, array] : arrays)
            tensors.push_back({name, array.dtype, array.shape, array.bytes});
        auto changed = metadata;
        changed["values"] = values.dump();
        changed["checksum"] = model_checksum(changed["values"], tensors);
        write_safetensors(path, tensors, changed);
    }
};

inline std::size_t width_of(const std::string& dtype) {
    return dtype == "F64" || dtype == "I64" ? 8 : 4;
}

inline void put(OpenModel::Array& array, std::size_t place, double value) {
    std::byte* at = array.bytes.data() + place * width_of(array.dtype);
    const auto store = [&](auto typed) { std::memcpy(at, &typed, sizeof(typed)); };
    if (array.dtype == "F64") store(value);
    if (array.dtype == "F32") store(static_cast<float>(value));
    if (array.dtype == "I64") store(static_cast<std::int64_t>(value));
    if (array.dtype == "I32") store(static_cast<std::int32_t>(value));
    if (array.dtype == "U32") store(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
}

}  // namespace dhgak
