// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace dhgak {

// A model that is known to load, by the name users call it.
struct KnownModel {
    std::string_view name;
    std::string_view repository;  // on the hub
    std::string_view summary;
    int megabytes;  // to download
};

std::span<const KnownModel> known_models();

// Where downloaded models lie, and which state of them is meant.
struct ModelPlace {
    std::filesystem::path cache_dir = {};  // empty: default_model_cache()
    std::string revision = "main";         // branch, tag or commit
};

// The hub's `owner/name` for a known name or any `owner/name`. Throws ConfigError for others.
std::string model_repository(std::string_view name);

// DHGAK_CACHE/models, else XDG_CACHE_HOME/dhgak/models, else ~/.cache/dhgak/models.
std::filesystem::path default_model_cache();

// The folder in the cache for a known name or any `owner/name`, whether or not it is there yet.
std::filesystem::path model_folder(std::string_view name, const ModelPlace& place = {});

// True once all files of that model are there.
bool is_downloaded(std::string_view name, const ModelPlace& place = {});

}  // namespace dhgak
