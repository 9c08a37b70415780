// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

namespace dhgak {

// Shows how far a piece of work has come; called as a LogSink is. The default shows nothing.
class ProgressSink {
public:
    virtual ~ProgressSink() = default;
    virtual void update(const std::string& label, std::size_t done, std::size_t total) = 0;
    virtual void finish(const std::string& label) = 0;
};

void set_progress_sink(std::shared_ptr<ProgressSink> sink);

// One piece of work of `total` steps, 0 if nobody knows how many; steps may be reported from any
// thread. Work inside other work stays silent: the outer one tells.
class Progress {
public:
    Progress(std::string label, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(std::size_t steps = 1);

private:
    std::string label_;
    std::size_t total_;
    std::atomic<std::size_t> done_ = 0;
    std::shared_ptr<ProgressSink> sink_;
};

}  // namespace dhgak
