// SPDX-License-Identifier: MIT
#include "dhgak/core/progress.h"

#include <mutex>
#include <utility>

namespace dhgak {
namespace {

std::mutex progress_mutex;
std::shared_ptr<ProgressSink> progress_sink;
bool is_shown = false;  // some work shows its progress now

}  // namespace

void set_progress_sink(std::shared_ptr<ProgressSink> sink) {
    const std::scoped_lock lock(progress_mutex);
    progress_sink = std::move(sink);
}

Progress::Progress(std::string label, std::size_t total) : label_(std::move(label)), total_(total) {
    const std::scoped_lock lock(progress_mutex);
    if (is_shown || !progress_sink) return;
    sink_ = progress_sink;
    is_shown = true;
}

Progress::~Progress() {
    if (!sink_) return;
    const std::scoped_lock lock(progress_mutex);
    sink_->finish(label_);
    is_shown = false;
}

void Progress::advance(std::size_t steps) {
    const std::size_t done = done_ += steps;
    if (!sink_) return;
    const std::scoped_lock lock(progress_mutex);
    sink_->update(label_, done, total_);
}

}  // namespace dhgak
