// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dhgak {

// A tensor's name, type, shape and little-endian row-major values, borrowed from an open file or
// from whoever writes one.
struct Tensor {
    std::string name;
    std::string dtype;  // as the format spells it: F32, F16, BF16, F64, I64, I32, ...
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes;

    std::size_t num_values() const;
};

// A safetensors file, read whole: the tensors live as long as any copy of this object, whatever
// happens to the file.
class Safetensors {
public:
    // Throws InputError naming file, tensor, found and expected if the header lies about the file:
    // sizes beyond its end, overlapping or gapped ranges, shapes that do not fill their range.
    explicit Safetensors(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return path_; }
    std::span<const Tensor> tensors() const { return tensors_; }  // in the order of their bytes
    const std::map<std::string, std::string>& metadata() const { return metadata_; }

    // nullptr where there is none of that name.
    const Tensor* find(std::string_view name) const;

private:
    std::filesystem::path path_;
    std::shared_ptr<const std::string> content_;
    std::vector<Tensor> tensors_;
    std::map<std::string, std::string> metadata_;
};

// The values of an F32, F16, BF16 or F64 tensor as floats; `out` has room for num_values().
// Throws InputError for any other type.
void copy_floats(const Tensor& tensor, std::span<float> out);
std::vector<float> to_floats(const Tensor& tensor);

// Writes tensors in the given order, whole or not at all. Throws InputError on doubled names or
// values not filling a shape.
void write_safetensors(const std::filesystem::path& path, std::span<const Tensor> tensors,
                       const std::map<std::string, std::string>& metadata);

// A tensor of type F32 to be written, borrowed.
struct FloatTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::span<const float> values;
};

// The same for F32 tensors. The metadata `format: pt` is what Hugging Face's loader asks for.
void write_safetensors(const std::filesystem::path& path, std::span<const FloatTensor> tensors,
                       const std::map<std::string, std::string>& metadata = {{"format", "pt"}});

}  // namespace dhgak
