// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "io/model_format.h"

namespace dhgak::fuzz {

// A model file taken apart, to be changed and put together again under a right checksum.
struct OpenModel {
    struct Array {
        std::string dtype;
        std::vector<std::int64_t> shape;
        std::string bytes;

        std::size_t width() const { return dtype == "F64" || dtype == "I64" ? 8 : 4; }
        std::size_t size() const { return bytes.size() / width(); }
        // Rows are the first dimension.
        std::size_t num_rows() const {
            return shape.empty() ? 0 : static_cast<std::size_t>(shape.front());
        }
        std::size_t bytes_of_row() const { return num_rows() == 0 ? 0 : bytes.size() / num_rows(); }
    };
    std::map<std::string, Array> arrays;
    nlohmann::json metadata, values;

    static std::optional<OpenModel> parse(std::string_view file) {
        try {
            std::uint64_t length = 0;
            if (file.size() < sizeof(length)) return {};
            std::memcpy(&length, file.data(), sizeof(length));
            file.remove_prefix(sizeof(length));
            if (length > file.size()) return {};
            nlohmann::json header = nlohmann::json::parse(file.substr(0, length));
            file.remove_prefix(length);
            OpenModel model;
            model.metadata = header.at("__metadata__");
            header.erase("__metadata__");
            model.values = nlohmann::json::parse(model.metadata.at("values").get<std::string>());
            if (!model.values.is_object()) return {};
            for (const auto& [name, entry] : header.items()) {
                const auto begin = entry.at("data_offsets").at(0).get<std::size_t>();
                const auto end = entry.at("data_offsets").at(1).get<std::size_t>();
                if (begin > end || end > file.size()) return {};
                model.arrays[name] = {entry.at("dtype").get<std::string>(),
                                      entry.at("shape").get<std::vector<std::int64_t>>(),
                                      std::string(file.substr(begin, end - begin))};
            }
            return model;
        } catch (const nlohmann::json::exception&) {
            return {};
        }
    }

    std::string text() const {
        nlohmann::json header = nlohmann::json::object();
        std::vector<Tensor> tensors;
        std::string data;
        for (const auto& [name, array] : arrays) {
            header[name] = {{"dtype", array.dtype},
                            {"shape", array.shape},
                            {"data_offsets", {data.size(), data.size() + array.bytes.size()}}};
            tensors.push_back({.name = name,
                               .dtype = array.dtype,
                               .shape = array.shape,
                               .bytes = std::as_bytes(std::span(array.bytes))});
            data += array.bytes;
        }
        // In the order of a reader: empty ones come before what begins at the same place.
        std::vector<std::size_t> begins;
        std::size_t begin = 0;
        for (const Tensor& tensor : tensors) {
            begins.push_back(begin);
            begin += tensor.bytes.size();
        }
        std::vector<std::size_t> order(tensors.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return std::pair(begins[a], tensors[a].bytes.size()) <
                   std::pair(begins[b], tensors[b].bytes.size());
        });
        std::vector<Tensor> sorted;
        for (const std::size_t i : order) sorted.push_back(tensors[i]);
        nlohmann::json changed = metadata;
        const std::string said =
            values.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        changed["values"] = said;
        changed["checksum"] = model_checksum(said, sorted);
        header["__metadata__"] = changed;
        std::string head = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        head.resize((head.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = head.size();
        std::string file(sizeof(length), '\0');
        std::memcpy(file.data(), &length, sizeof(length));
        return file + head + data;
    }
};

}  // namespace dhgak::fuzz
