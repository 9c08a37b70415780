// SPDX-License-Identifier: MIT
#include <map>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "core/plugin_library.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "torch/plugin/early_gpu.h"
#include "torch/plugin/plugin.h"

namespace dhgak {
namespace {

// Shows the plugin's progress as ours.
class ForwardedProgress final : public ProgressSink {
public:
    void update(const std::string& label, std::size_t done, std::size_t total) override {
        const std::scoped_lock lock(mutex_);
        Bar& bar = bars_[label];
        if (!bar.progress) bar.progress = std::make_unique<Progress>(label, total);
        if (done > bar.done) bar.progress->advance(done - bar.done);
        bar.done = std::max(bar.done, done);
    }
    void finish(const std::string& label) override {
        const std::scoped_lock lock(mutex_);
        bars_.erase(label);
    }

private:
    struct Bar {
        std::unique_ptr<Progress> progress;
        std::size_t done = 0;
    };
    std::mutex mutex_;
    std::map<std::string, Bar> bars_;
};

void forward_log(LogLevel level, std::string_view message) {
    switch (level) {
        case LogLevel::debug:
            return log_debug(message);
        case LogLevel::info:
            return log_info(message);
        case LogLevel::warning:
            return log_warning(message);
    }
}

const TorchPlugin& load(std::string_view who) {
    const auto& plugin =
        *static_cast<const TorchPlugin*>(open_plugin({.file = "libdhgak_torch.so",
                                                      .function = "dhgak_torch_plugin",
                                                      .uses = "LibTorch",
                                                      .package = "libtorch-dev"},
                                                     fmt::format("{} needs", who)));
    plugin.connect_host({.log = forward_log,
                         .progress = std::make_shared<ForwardedProgress>(),
                         .num_threads = num_threads,
                         .is_interrupt_requested = is_interrupt_requested});
    return plugin;
}

}  // namespace

const TorchPlugin& torch_plugin(std::string_view who, bool for_gpu) {
    if (DHGAK_TORCH_HAS_CUDA && for_gpu) start_gpu_early();
    static const TorchPlugin& plugin = load(who);
    return plugin;
}

}  // namespace dhgak
