// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace dhgak {

enum class LogLevel { debug, info, warning };

using LogSink = std::function<void(LogLevel, std::string_view)>;

// Where messages go; without a sink, nowhere. Sinks are called from any thread, one call at a time,
// so a sink waits for no lock of somebody who may log, and neither logs nor sets a sink itself.
void set_log_sink(LogSink sink);

// Nothing is logged, by any thread, while one of them lives: what is done will be done again.
class LogSilence {
public:
    LogSilence();
    ~LogSilence();
    LogSilence(const LogSilence&) = delete;
    LogSilence& operator=(const LogSilence&) = delete;
};

void log_debug(std::string_view message);
void log_info(std::string_view message);
void log_warning(std::string_view message);

}  // namespace dhgak
