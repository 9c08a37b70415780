// SPDX-License-Identifier: MIT
#include "work.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <nanobind/stl/string.h>
#include <unistd.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"
#include "dhgak/core/progress.h"

namespace nb = nanobind;

namespace dhgak::python {
namespace {

// How long Ctrl-C, a message or a step may wait.
constexpr std::chrono::milliseconds kPatience{50};

struct Message {
    LogLevel level;
    std::string text;
};

struct Step {
    std::string label;
    std::size_t done = 0;
    std::size_t total = 0;
};

// What the library's threads have to say, until a thread that may call Python fetches it.
class Inbox : public ProgressSink {
public:
    void add(LogLevel level, std::string_view text) {
        const std::scoped_lock lock(mutex_);
        messages_.push_back({level, std::string(text)});
    }

    void update(const std::string& label, std::size_t done, std::size_t total) override {
        const std::scoped_lock lock(mutex_);
        if (steps_.empty() || steps_.back().label != label) steps_.push_back({label, 0, 0});
        steps_.back().done = std::max(steps_.back().done, done);
        steps_.back().total = total;
    }

    void finish(const std::string&) override {}

    std::vector<Message> take_messages() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(messages_, {});
    }

    std::vector<Step> take_steps() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(steps_, {});
    }

private:
    std::mutex mutex_;
    std::vector<Message> messages_;
    std::vector<Step> steps_;
};

const std::shared_ptr<Inbox>& inbox() {
    static const auto inbox = std::make_shared<Inbox>();
    return inbox;
}

int python_level(LogLevel level) {
    return level == LogLevel::debug ? 10 : level == LogLevel::info ? 20 : 30;
}

void deliver(nb::handle progress) {
    const std::vector<Message> messages = inbox()->take_messages();
    if (!messages.empty()) {
        const nb::object logger = nb::module_::import_("logging").attr("getLogger")("dhgak");
        for (const Message& message : messages)
            logger.attr("log")(python_level(message.level), "%s", message.text);
    }
    for (const Step& step : inbox()->take_steps())
        if (!progress.is_none()) progress(step.label, step.done, step.total);
}

// A thread with one piece of work, and whether it is done.
class Worker {
public:
    explicit Worker(const std::function<void()>& work)
        : thread_([this, &work] {
              try {
                  work();
              } catch (...) {
                  error_ = std::current_exception();
              }
              const std::scoped_lock lock(mutex_);
              is_done_ = true;
              done_.notify_one();
          }) {}
    ~Worker() { thread_.join(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    bool wait() {
        std::unique_lock lock(mutex_);
        return done_.wait_for(lock, kPatience, [this] { return is_done_; });
    }

    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::mutex mutex_;
    std::condition_variable done_;
    bool is_done_ = false;
    std::exception_ptr error_;
    std::thread thread_;
};

// Python's own lock lets its holder in again, and Ctrl-C and other threads run while it waits. A
// forked process has a new one: the thread that held the old one may not be there to release it.
const nb::object& turns() {
    static nb::object* lock = nullptr;  // never destroyed: Python may be gone before
    static pid_t process = 0;
    if (process != getpid()) {
        lock = new nb::object(nb::module_::import_("threading").attr("RLock")());
        process = getpid();
    }
    return *lock;
}

// What the library keeps once for all threads, the inbox and the interrupt, belongs to whoever has
// the turn.
class Turn {
public:
    Turn() : lock_(turns()) { lock_.attr("acquire")(); }
    ~Turn() { lock_.attr("release")(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    nb::object lock_;
};

bool wait_without_gil(Worker& worker) {
    const nb::gil_scoped_release release;
    return worker.wait();
}

}  // namespace

void run_beside_python(const std::function<void()>& work, nb::handle progress) {
    const Turn turn;
    Worker worker(work);
    std::optional<nb::python_error> raised;
    for (bool is_done = false; !is_done;) {
        is_done = wait_without_gil(worker);
        if (raised) continue;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            deliver(progress);
        } catch (const nb::python_error& error) {
            raised.emplace(error);
            request_interrupt();
        }
    }
    if (raised) {
        clear_interrupt();
        inbox()->take_steps();  // of work that the next call knows nothing of
        throw nb::python_error(std::move(*raised));
    }
    worker.rethrow();
}

void listen_to_library() {
    turns();
    set_log_sink([](LogLevel level, std::string_view text) { inbox()->add(level, text); });
    set_progress_sink(inbox());
}

}  // namespace dhgak::python
