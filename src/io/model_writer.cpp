// SPDX-License-Identifier: MIT
#include <cassert>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/utf8.h"
#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/io/model_file.h"
#include "io/checksum.h"
#include "io/model_format.h"
#include "io/safetensors.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

void require_printable(const std::filesystem::path& path, const Json& value) {
    if (value.is_array())
        for (const Json& item : value) require_printable(path, item);
    if (value.is_string() && has_control_character(value.get_ref<const std::string&>()))
        throw InputError(fmt::format(
            "{}: the label, class or option {} has a control character, which a model file may not "
            "have; give it another name",
            path.string(), value.dump(-1, ' ', true, Json::error_handler_t::replace)));
}

}  // namespace

std::string name_inside(const std::string& prefix, std::string_view name) {
    return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

std::string model_checksum(std::string_view values, std::span<const Tensor> tensors) {
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(values)));
    for (const Tensor& tensor : tensors) {
        const std::string head =
            fmt::format("|{}|{}|{}|", tensor.name, tensor.dtype, fmt::join(tensor.shape, ","));
        checksum.add(std::as_bytes(std::span(head)));
        checksum.add(tensor.bytes);
    }
    return checksum.text();
}

struct ModelWriter::Content {
    struct Array {
        std::string dtype;
        std::vector<std::int64_t> shape;
        std::vector<std::byte> bytes;
    };
    std::map<std::string, Array> arrays;  // by name: the same content gives the same bytes
    std::map<std::string, Json> values;

    template <typename T>
    void add(const std::string& name, const char* dtype, std::vector<std::int64_t> shape,
             std::span<const T> values_in) {
        const auto bytes = std::as_bytes(values_in);
        [[maybe_unused]] const bool is_new =
            arrays.emplace(name, Array{dtype, std::move(shape), {bytes.begin(), bytes.end()}})
                .second;
        assert(is_new);
    }

    template <typename T>
    void add_list(const std::string& name, const char* dtype, std::span<const T> values_in) {
        add(name, dtype, {static_cast<std::int64_t>(values_in.size())}, values_in);
    }
};

ModelWriter::ModelWriter() : content_(std::make_shared<Content>()) {}

ModelWriter ModelWriter::at(std::string_view part) const {
    ModelWriter writer = *this;
    writer.prefix_ = name_inside(prefix_, part);
    return writer;
}

void ModelWriter::add(std::string_view name, const Matrix& values) const {
    content_->add(
        name_inside(prefix_, name), "F32",
        {static_cast<std::int64_t>(values.rows()), static_cast<std::int64_t>(values.cols())},
        values.values());
}
void ModelWriter::add(std::string_view name, std::span<const float> values) const {
    content_->add_list(name_inside(prefix_, name), "F32", values);
}
void ModelWriter::add(std::string_view name, std::span<const double> values) const {
    content_->add_list(name_inside(prefix_, name), "F64", values);
}
void ModelWriter::add(std::string_view name, std::span<const std::int32_t> values) const {
    content_->add_list(name_inside(prefix_, name), "I32", values);
}
void ModelWriter::add(std::string_view name, std::span<const std::uint32_t> values) const {
    content_->add_list(name_inside(prefix_, name), "U32", values);
}
void ModelWriter::add(std::string_view name, std::span<const std::int64_t> values) const {
    content_->add_list(name_inside(prefix_, name), "I64", values);
}

void ModelWriter::set(std::string_view name, std::string_view value) const {
    content_->values[name_inside(prefix_, name)] = value;
}
void ModelWriter::set(std::string_view name, double value) const {
    content_->values[name_inside(prefix_, name)] = value;
}
void ModelWriter::set(std::string_view name, std::int64_t value) const {
    content_->values[name_inside(prefix_, name)] = value;
}
void ModelWriter::set(std::string_view name, std::size_t value) const {
    content_->values[name_inside(prefix_, name)] = value;
}
void ModelWriter::set(std::string_view name, bool value) const {
    content_->values[name_inside(prefix_, name)] = value;
}
void ModelWriter::set(std::string_view name, const std::vector<std::string>& values) const {
    content_->values[name_inside(prefix_, name)] = values;
}

void ModelWriter::write(const std::filesystem::path& path) const {
    std::vector<Tensor> tensors;
    for (const auto& [name, array] : content_->arrays)
        tensors.push_back(
            {.name = name, .dtype = array.dtype, .shape = array.shape, .bytes = array.bytes});
    Json object = Json::object();
    for (const auto& [name, value] : content_->values) {
        require_printable(path, value);
        object[name] = value;
    }
    std::string values;
    try {
        values = object.dump();
    } catch (const Json::exception&) {
        throw InputError(
            fmt::format("{}: a label, class or option is not UTF-8 text, which a model file needs",
                        path.string()));
    }
    write_safetensors(path, tensors,
                      {{"format", kModelFormat},
                       {"format_version", fmt::format("{}", kModelFormatVersion)},
                       {"written_by", fmt::format("dhgak {}", version())},
                       {"values", values},
                       {"checksum", model_checksum(values, tensors)}});
}

}  // namespace dhgak
