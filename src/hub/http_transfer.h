// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace dhgak {

// Where one attempt to fetch a file got to. It has failed if `problem` is not empty: the network
// broke, or did not answer.
struct Transfer {
    long status = 0;                             // of the last response; 0 if there was none
    std::map<std::string, std::string> headers;  // lower-case names; over all redirects
    std::string problem;
};

// Fetches `url` into `part`. What `part` holds already is kept and only the rest is asked for,
// provided that the server's file is still the one that `validator` (an ETag) stands for; a server
// that sends all of it again makes `part` start afresh. A response other than 200 and 206 leaves
// `part` alone. Progress is shown as `label`. Throws Error if the disk refuses, Interrupted on
// Ctrl-C.
Transfer transfer(const std::string& url, const std::filesystem::path& part,
                  const std::string& validator, std::chrono::seconds stall_limit,
                  const std::string& label);

}  // namespace dhgak
