// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "io/json_text.h"

namespace dhgak {

// An object of a JSON file whose fields are asked for by type. A field that is null counts as
// absent, as transformers writes it. Errors name file, field, found and expected.
class JsonFields {
public:
    static JsonFields read(const std::filesystem::path& path);

    JsonFields(std::string place, nlohmann::json object);

    const std::string& place() const { return place_; }
    const nlohmann::json* find(const std::string& name) const;

    std::int64_t integer(const std::string& name, std::optional<std::int64_t> usual = {}) const;
    double number(const std::string& name, double usual) const;
    bool flag(const std::string& name, bool usual) const;
    std::string text(const std::string& name, std::optional<std::string> usual = {}) const;

    [[noreturn]] void refuse(const std::string& name, const std::string& found,
                             const std::string& expected) const;

private:
    const nlohmann::json* require(const std::string& name, bool needed,
                                  const std::string& expected) const;

    std::string place_;
    nlohmann::json object_;
};

}  // namespace dhgak
