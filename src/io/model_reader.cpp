// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/utf8.h"
#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/io/model_file.h"
#include "io/json_text.h"
#include "io/model_format.h"
#include "io/safetensors.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse_file(const std::filesystem::path& path) {
    throw InputError(fmt::format("{}: not a model of dhgak; `dhgak fit DATA -o MODEL` writes one",
                                 path.string()));
}

// Eight bytes of length come first, then JSON.
bool may_be_safetensors(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    in.ignore(8);
    return in.get() == '{';
}

Safetensors open_model(const std::filesystem::path& path) {
    if (std::filesystem::is_regular_file(path) && !may_be_safetensors(path)) refuse_file(path);
    return Safetensors(path);
}

// Names of parts are in messages, as is who wrote the file.
void require_printable(const std::filesystem::path& path, std::string_view what,
                       std::string_view text) {
    if (has_control_character(text))
        throw InputError(
            fmt::format("{}: {} has a control character; no version of dhgak writes "
                        "such a model",
                        path.string(), what));
}

}  // namespace

struct ModelReader::Content {
    Safetensors file;
    std::map<std::string, Json> values;

    explicit Content(const std::filesystem::path& path) : file(open_model(path)) {
        const auto& metadata = file.metadata();
        const auto entry = [&](const char* key) {
            const auto found = metadata.find(key);
            return found == metadata.end() ? std::string() : found->second;
        };
        if (entry("format") != kModelFormat) refuse_file(path);
        for (const char* key : {"format_version", "written_by"})
            require_printable(path, key, entry(key));
        for (const Tensor& tensor : file.tensors())
            require_printable(path, "the name of an array", tensor.name);
        if (entry("format_version") != fmt::format("{}", kModelFormatVersion))
            throw InputError(
                fmt::format("{}: a model of format {}, written by {}; this is dhgak {}, which "
                            "reads format {}: fit the model again, or use that version",
                            path.string(), entry("format_version"), entry("written_by"), version(),
                            kModelFormatVersion));
        if (entry("checksum") != model_checksum(entry("values"), file.tensors()))
            throw InputError(
                fmt::format("{}: the model was changed or damaged after it was written (its "
                            "checksum differs); fit it again or copy it anew",
                            path.string()));
        constexpr int kDeepest = 4;
        const nlohmann::json object =
            parse_json(entry("values"), path.string() + ": the model's values", kDeepest);
        if (!object.is_object())
            throw InputError(path.string() + ": the model's values have no names");
        for (const auto& [name, value] : object.items()) {
            require_printable(path, "the name of a value", name);
            values.emplace(name, value);
        }
    }
};

ModelReader::ModelReader(const std::filesystem::path& path)
    : content_(std::make_shared<Content>(path)) {}

const std::filesystem::path& ModelReader::path() const { return content_->file.path(); }

ModelReader ModelReader::at(std::string_view part) const {
    ModelReader reader = *this;
    reader.prefix_ = name_inside(prefix_, part);
    return reader;
}

bool ModelReader::has(std::string_view name) const {
    const std::string key = name_inside(prefix_, name);
    return content_->values.contains(key) || content_->file.find(key) != nullptr;
}

void ModelReader::refuse(std::string_view name, std::string_view reason) const {
    throw InputError(
        fmt::format("{}: {}: {}", path().string(), name_inside(prefix_, name), reason));
}

namespace {

const Tensor& find_tensor(const ModelReader& reader, const Safetensors& file,
                          const std::string& key, std::string_view name, std::string_view dtype,
                          std::size_t rank) {
    const Tensor* tensor = file.find(key);
    if (!tensor) reader.refuse(name, "the model lacks it");
    if (tensor->dtype != dtype || tensor->shape.size() != rank)
        reader.refuse(name, fmt::format("found type {} and {} dimensions; expected {} and {}",
                                        tensor->dtype, tensor->shape.size(), dtype, rank));
    return *tensor;
}

template <typename T>
std::vector<T> values_of(const Tensor& tensor) {
    std::vector<T> values(tensor.num_values());
    if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
}

template <typename Values>
void require_finite(const ModelReader& reader, std::string_view name, const Values& values) {
    reader.require(std::ranges::all_of(values, [](auto x) { return std::isfinite(x); }), name,
                   "a value is not finite");
    reader.require(
        std::ranges::all_of(
            values, [](auto x) { return std::abs(static_cast<double>(x)) <= kLargestOfModel; }),
        name, fmt::format("a value is beyond {:g}", kLargestOfModel));
}

void require_text(const ModelReader& reader, std::string_view name, const std::string& text) {
    reader.require(!has_control_character(text), name, "a text has a control character");
}

template <typename T>
void require_range(const ModelReader& reader, std::string_view name, const std::vector<T>& values,
                   T least, T most) {
    for (const T value : values)
        if (!(value >= least && value <= most))
            reader.refuse(name, fmt::format("found {}; expected {} to {}", value, least, most));
}

}  // namespace

Matrix ModelReader::matrix(std::string_view name) const {
    const Tensor& tensor =
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "F32", 2);
    // Without values, nothing in the file bounds the shape.
    constexpr std::int64_t kMostWithoutValues = std::int64_t{1} << 20;
    require(tensor.num_values() > 0 ||
                std::ranges::max(tensor.shape[0], tensor.shape[1]) <= kMostWithoutValues,
            name, "an array without values has too many rows or columns");
    Matrix values(static_cast<std::size_t>(tensor.shape[0]),
                  static_cast<std::size_t>(tensor.shape[1]));
    copy_floats(tensor, values.values());
    require_finite(*this, name, values.values());
    return values;
}

std::vector<float> ModelReader::floats(std::string_view name) const {
    auto values = values_of<float>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "F32", 1));
    require_finite(*this, name, values);
    return values;
}

std::vector<double> ModelReader::doubles(std::string_view name) const {
    auto values = values_of<double>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "F64", 1));
    require_finite(*this, name, values);
    return values;
}

std::vector<std::int64_t> ModelReader::offsets(std::string_view name) const {
    auto values = values_of<std::int64_t>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "I64", 1));
    require(!values.empty() && values.front() == 0 && std::ranges::is_sorted(values), name,
            "offsets must start at 0 and never fall");
    return values;
}

std::vector<std::int64_t> ModelReader::counts(std::string_view name) const {
    auto values = values_of<std::int64_t>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "I64", 1));
    require(std::ranges::all_of(values, [](std::int64_t count) { return count >= 0; }), name,
            "a count is negative");
    return values;
}

std::vector<std::int32_t> ModelReader::integers(std::string_view name, std::int32_t least,
                                                std::int32_t most) const {
    auto values = values_of<std::int32_t>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "I32", 1));
    require_range(*this, name, values, least, most);
    return values;
}

std::vector<std::uint32_t> ModelReader::numbers(std::string_view name, std::uint32_t most) const {
    auto values = values_of<std::uint32_t>(
        find_tensor(*this, content_->file, name_inside(prefix_, name), name, "U32", 1));
    require_range(*this, name, values, std::uint32_t{0}, most);
    return values;
}

namespace {

template <typename T>
T value_of(const ModelReader& reader, const std::map<std::string, Json>& values,
           const std::string& key, std::string_view name, bool (Json::*is_type)() const noexcept,
           const char* expected) {
    const auto found = values.find(key);
    if (found == values.end()) reader.refuse(name, "the model lacks it");
    if (!(found->second.*is_type)())
        reader.refuse(name, fmt::format("found {}; expected {}", found->second.dump(), expected));
    return found->second.get<T>();
}

}  // namespace

std::string ModelReader::text(std::string_view name) const {
    auto text = value_of<std::string>(*this, content_->values, name_inside(prefix_, name), name,
                                      &Json::is_string, "a text");
    require_text(*this, name, text);
    return text;
}

double ModelReader::number(std::string_view name) const {
    return number(name, -kLargestOfModel, kLargestOfModel);
}

double ModelReader::number(std::string_view name, double least, double most) const {
    const auto value = value_of<double>(*this, content_->values, name_inside(prefix_, name), name,
                                        &Json::is_number, "a number");
    require_range(*this, name, std::vector<double>{value}, least, most);
    return value;
}

double ModelReader::positive(std::string_view name) const {
    return number(name, 1 / kLargestOfModel, kLargestOfModel);
}

std::int64_t ModelReader::integer(std::string_view name, std::int64_t least,
                                  std::int64_t most) const {
    const auto value = value_of<std::int64_t>(*this, content_->values, name_inside(prefix_, name),
                                              name, &Json::is_number_integer, "a whole number");
    require_range(*this, name, std::vector<std::int64_t>{value}, least, most);
    return value;
}

bool ModelReader::flag(std::string_view name) const {
    return value_of<bool>(*this, content_->values, name_inside(prefix_, name), name,
                          &Json::is_boolean, "true or false");
}

std::vector<std::string> ModelReader::texts(std::string_view name) const {
    const std::string key = name_inside(prefix_, name);
    const auto found = content_->values.find(key);
    if (found == content_->values.end()) refuse(name, "the model lacks it");
    require(
        found->second.is_array() &&
            std::ranges::all_of(found->second, [](const Json& item) { return item.is_string(); }),
        name, "expected a list of texts");
    auto texts = found->second.get<std::vector<std::string>>();
    for (const std::string& text : texts) require_text(*this, name, text);
    return texts;
}

}  // namespace dhgak
