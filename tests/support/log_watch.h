// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/log.h"

namespace dhgak {

// The warnings that are logged while it lives.
class LogWatch {
public:
    LogWatch() {
        set_log_sink([this](LogLevel level, std::string_view text) {
            if (level == LogLevel::warning) warnings.emplace_back(text);
        });
    }
    ~LogWatch() { set_log_sink({}); }
    LogWatch(const LogWatch&) = delete;
    LogWatch& operator=(const LogWatch&) = delete;

    std::vector<std::string> warnings;
};

}  // namespace dhgak
