// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
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

struct HubOptions {
    std::string base_url = {};             // empty: the variable HF_ENDPOINT, else huggingface.co
    std::filesystem::path cache_dir = {};  // empty: default_model_cache()
    std::string revision = "main";         // branch, tag or commit
    int attempts = 5;                      // per file; each goes on where the last was cut
    std::chrono::milliseconds pause{500};  // before the second attempt; doubles with each
    std::chrono::seconds stall_limit{30};  // without a byte for so long, an attempt has failed
};

// DHGAK_CACHE/models, else XDG_CACHE_HOME/dhgak/models, else ~/.cache/dhgak/models.
std::filesystem::path default_model_cache();

// The folder in the cache for a known name or any `owner/name`, whether or not it is there yet.
std::filesystem::path model_folder(std::string_view name, const HubOptions& options = {});

// True once get_model has finished for that name.
bool is_downloaded(std::string_view name, const HubOptions& options = {});

// Downloads config.json, the tokenizer's files and model.safetensors of a known name or any
// `owner/name` of the hub, and returns their folder. What is there already is not fetched again, an
// interrupted download goes on where it was cut, every file is checked against the hub's size and
// checksum before it takes its name, and progress is shown in bytes.
// Throws ConfigError for a name that is none, InputError where the hub has no such model or file,
// Error for a failing network, checksum or disk, each with the remedy.
std::filesystem::path get_model(std::string_view name, const HubOptions& options = {});

}  // namespace dhgak
