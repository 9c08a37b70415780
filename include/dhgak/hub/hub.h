// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "dhgak/bert/model_cache.h"

namespace dhgak {

struct HubOptions {
    std::string base_url = {};             // empty: the variable HF_ENDPOINT, else huggingface.co
    ModelPlace place = {};                 // what to get, and where to keep it
    int attempts = 5;                      // per file; each goes on where the last was cut
    std::chrono::milliseconds pause{500};  // before the second attempt; doubles with each
    std::chrono::seconds stall_limit{30};  // without a byte for so long, an attempt has failed
};

// Downloads config.json, the tokenizer's files and model.safetensors of a known name or any
// `owner/name` of the hub, and returns their folder. What is there already is not fetched again, an
// interrupted download goes on where it was cut, every file is checked against the hub's size and
// checksum before it takes its name, and progress is shown in bytes.
// Throws ConfigError for a name that is none, InputError where the hub has no such model or file,
// Error for a failing network, checksum or disk, each with the remedy.
std::filesystem::path get_model(std::string_view name, const HubOptions& options = {});

}  // namespace dhgak
