// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace dhgak {

struct Retry {
    int attempts;
    std::chrono::milliseconds pause;
    std::chrono::seconds stall_limit;
};

struct Download {
    bool found = false;  // false: the server has no such file, and nothing was written
    std::string commit;  // the hub's name for the state of the model, where it gives one
};

// Fetches `url` to `target`, which appears once its size and checksum are the server's. What has
// come so far stays in `target.part` until then, for this call's next attempt or the next call.
// Throws Error when attempts run out, the checksum is wrong twice or the disk refuses; InputError
// where the server denies access.
Download download(const std::string& url, const std::filesystem::path& target, const Retry& retry);

}  // namespace dhgak
