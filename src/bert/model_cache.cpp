// SPDX-License-Identifier: MIT
#include "dhgak/bert/model_cache.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

// Plain BERT encoders whose repositories hold model.safetensors.
constexpr KnownModel kModels[] = {
    {"all-MiniLM-L12-v2", "sentence-transformers/all-MiniLM-L12-v2",
     "12 layers of width 384, for sentences", 134},
    {"all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2",
     "6 layers of width 384, for sentences; small and fast", 92},
    {"bert-base-cased", "google-bert/bert-base-cased", "12 layers of width 768, upper case kept",
     436},
    {"bert-base-multilingual-cased", "google-bert/bert-base-multilingual-cased",
     "12 layers of width 768, 104 languages", 716},
    {"bert-base-uncased", "google-bert/bert-base-uncased",
     "12 layers of width 768; the paper's model", 441},
    {"bert-large-uncased", "google-bert/bert-large-uncased", "24 layers of width 1024", 1346},
};

bool is_name(std::string_view text) {
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    return !text.empty() && text.front() != '.' && text.find("..") == std::string_view::npos &&
           std::ranges::all_of(text, is_allowed);
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string replaced(std::string text, char old, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
        text.replace(at, 1, with);
    return text;
}

bool is_complete(const fs::path& folder) {
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::is_regular_file(folder / name, ignored); };
    return has("config.json") && has("model.safetensors") &&
           (has("tokenizer.json") || has("vocab.txt"));
}

}  // namespace

std::span<const KnownModel> known_models() { return kModels; }

std::string model_repository(std::string_view name) {
    const auto known = std::ranges::find(kModels, name, &KnownModel::name);
    if (known != std::end(kModels)) return std::string(known->repository);
    const std::size_t slash = name.find('/');
    if (slash != std::string_view::npos && is_name(name.substr(0, slash)) &&
        is_name(name.substr(slash + 1)))
        return std::string(name);
    std::string names;
    for (const KnownModel& model : kModels) names += fmt::format(" {}", model.name);
    throw ConfigError(
        fmt::format("unknown model '{}'; known:{}, or owner/name of any BERT on the "
                    "hub",
                    name, names));
}

fs::path default_model_cache() {
    if (const std::string cache = variable("DHGAK_CACHE"); !cache.empty())
        return fs::path(cache) / "models";
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
        return fs::path(cache) / "dhgak" / "models";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path(home) / ".cache" / "dhgak" / "models";
    throw ConfigError("no place for models: set DHGAK_CACHE to a folder");
}

fs::path model_folder(std::string_view name, const ModelPlace& place) {
    std::string folder = replaced(model_repository(name), '/', "--");
    if (place.revision != "main") {
        const std::string revision = replaced(place.revision, '/', "--");
        if (!is_name(revision))
            throw ConfigError(
                fmt::format("revision '{}'; expected a branch, tag or commit", place.revision));
        folder += "@" + revision;
    }
    return (place.cache_dir.empty() ? default_model_cache() : place.cache_dir) / folder;
}

bool is_downloaded(std::string_view name, const ModelPlace& place) {
    return is_complete(model_folder(name, place));
}

}  // namespace dhgak
