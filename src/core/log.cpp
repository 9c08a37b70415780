// SPDX-License-Identifier: MIT
#include "dhgak/core/log.h"

#include <mutex>
#include <utility>

namespace dhgak {
namespace {

std::mutex sink_mutex;
int num_silences = 0;

LogSink& current_sink() {
    static LogSink sink;
    return sink;
}

void send(LogLevel level, std::string_view message) {
    const std::scoped_lock lock(sink_mutex);
    if (current_sink() && num_silences == 0) current_sink()(level, message);
}

}  // namespace

void set_log_sink(LogSink sink) {
    const std::scoped_lock lock(sink_mutex);
    current_sink() = std::move(sink);
}

LogSilence::LogSilence() {
    const std::scoped_lock lock(sink_mutex);
    ++num_silences;
}

LogSilence::~LogSilence() {
    const std::scoped_lock lock(sink_mutex);
    --num_silences;
}

void log_debug(std::string_view message) { send(LogLevel::debug, message); }
void log_info(std::string_view message) { send(LogLevel::info, message); }
void log_warning(std::string_view message) { send(LogLevel::warning, message); }

}  // namespace dhgak
