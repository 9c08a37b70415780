// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "core/printable.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"
#include "dhgak/core/progress.h"

namespace dhgak::cli {
namespace {

using Clock = std::chrono::steady_clock;

// One line that is drawn over itself, at most twenty times a second.
class ProgressBar : public ProgressSink {
public:
    void update(const std::string& label, std::size_t done, std::size_t total) override {
        const auto now = Clock::now();
        if (label != label_) {
            label_ = label;
            start_ = now;
        }
        if (now - drawn_ < std::chrono::milliseconds(50)) return;
        drawn_ = now;
        const double spent = std::chrono::duration<double>(now - start_).count();
        if (total == 0)
            fmt::print(stderr, "\r{:<8} {} done in {:.0f} s \x1b[K", label, done, spent);
        else
            draw(label, static_cast<double>(done) / static_cast<double>(total), spent);
        std::fflush(stderr);
    }

    void finish(const std::string&) override {
        if (drawn_ == Clock::time_point{}) return;
        fmt::print(stderr, "\r\x1b[K");
        std::fflush(stderr);
        drawn_ = {};
    }

private:
    static void draw(const std::string& label, double share, double spent) {
        constexpr std::size_t kWidth = 30;
        const auto filled = static_cast<std::size_t>(share * kWidth);
        fmt::print(stderr, "\r{:<8} [{}{}] {:3.0f} %  {:.0f} s left \x1b[K", label,
                   std::string(filled, '='), std::string(kWidth - filled, ' '), 100 * share,
                   spent * (1 - share) / share);
    }

    std::string label_;
    Clock::time_point start_;
    Clock::time_point drawn_;
};

bool has_bar = false;

// `nohup` has it ignored, and so it stays.
bool is_hangup_ignored() {
    struct sigaction action = {};
    return sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Takes Ctrl-C, kill and a terminal that closes on a thread of their own rather than in a handler:
// libraries put theirs in its place for a while (NVRTC does while it compiles, and crashes in it).
// Every thread made from here on has these signals blocked.
void take_interrupts() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (!is_hangup_ignored()) sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals] {
        int signal = 0;
        sigwait(&signals, &signal);
        request_interrupt();
        sigwait(&signals, &signal);  // the second Ctrl-C ends it at once
        std::signal(signal, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
        std::raise(signal);
    }).detach();
}

}  // namespace

void connect_terminal(Verbosity verbosity) {
    auto logger = spdlog::stderr_color_mt("dhgak");
    logger->set_pattern("%n: %^%l%$: %v");
    logger->set_level(verbosity == Verbosity::quiet     ? spdlog::level::warn
                      : verbosity == Verbosity::verbose ? spdlog::level::debug
                                                        : spdlog::level::info);
    set_log_sink([logger](LogLevel level, std::string_view text) {
        const std::string message = printable(text);
        switch (level) {
            case LogLevel::debug:
                logger->debug("{}", message);
                break;
            case LogLevel::info:
                logger->info("{}", message);
                break;
            case LogLevel::warning:
                logger->warn("{}", message);
                break;
        }
    });
    has_bar = verbosity != Verbosity::quiet && ::isatty(STDERR_FILENO) == 1;
    if (has_bar) set_progress_sink(std::make_shared<ProgressBar>());
    take_interrupts();
}

bool shows_progress() { return has_bar; }

}  // namespace dhgak::cli
