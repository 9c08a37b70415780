// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace dhgak {

// Wall-clock seconds of each stage, in the order in which the stages first ran. For use by one
// thread at a time.
class StageTimes {
public:
    // Runs `work`, adds its time to `stage` and passes its result on. What is measured inside of it
    // goes to its own stage only.
    template <typename Work>
    decltype(auto) measure(const std::string& stage, Work&& work) {
        const Running running(*this, stage);
        return std::forward<Work>(work)();
    }

    void add(const std::string& stage, double seconds);
    double seconds(const std::string& stage) const;
    double total() const;
    void add(const StageTimes& other);
    const std::vector<std::pair<std::string, double>>& stages() const { return stages_; }

private:
    class Running {
    public:
        Running(StageTimes& times, const std::string& stage)
            : times_(times), stage_(stage), outer_(times.running_) {
            times_.running_ = this;
        }
        ~Running() {
            const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
            times_.add(stage_, seconds - inside_);
            if (outer_) outer_->inside_ += seconds;
            times_.running_ = outer_;
        }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        using Clock = std::chrono::steady_clock;
        StageTimes& times_;
        std::string stage_;
        Running* outer_;
        double inside_ = 0;  // seconds of stages that were measured inside of this one
        Clock::time_point start_ = Clock::now();
    };

    Running* running_ = nullptr;

    std::vector<std::pair<std::string, double>> stages_;
};

// The most memory this process has held, in bytes.
std::size_t peak_bytes();

// From here on peak_bytes() is the most that is held from now, where the system can do that. Memory
// that is not in use any more is handed back first.
void reset_peak_bytes();

}  // namespace dhgak
