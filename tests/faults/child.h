// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "support/scratch_folder.h"

namespace dhgak {

struct Ending {
    int code = -1;    // exit code; -1 if a signal ended it
    int signal = 0;   // that signal
    std::string err;  // what it said on standard error
};

// The built program in a process of its own. `prepare` runs in the child before the program does,
// to set limits.
class Child {
public:
    explicit Child(
        const std::string& arguments, const std::function<void()>& prepare = [] {}) {
        const std::string command = fmt::format("exec {} {}", DHGAK_PROGRAM, arguments);
        const std::string err = (folder_ / "err").string();
        id_ = ::fork();
        if (id_ != 0) return;
        const int nothing = ::open("/dev/null", O_WRONLY),
                  log = ::open(err.c_str(), O_CREAT | O_WRONLY, 0600);
        ::dup2(nothing, STDOUT_FILENO);
        ::dup2(log, STDERR_FILENO);
        prepare();
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        ::_exit(127);
    }

    void kill(int signal) const { ::kill(id_, signal); }

    // Sends the signal after so many seconds, and waits for the end.
    Ending strike(int signal, double seconds) const {
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        kill(signal);
        return wait();
    }

    Ending wait() const {
        int status = 0;
        ::waitpid(id_, &status, 0);
        return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                .err = folder_.read("err")};
    }

private:
    ScratchFolder folder_;
    pid_t id_ = -1;
};

// A command with paths for the words that stand for them.
inline std::string filled_in(std::string command,
                             const std::map<std::string, std::filesystem::path>& places) {
    for (const auto& [word, path] : places)
        for (std::size_t at = 0; (at = command.find(word, at)) != std::string::npos;)
            command.replace(at, word.size(), path.string());
    return command;
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Rounds of a test that strikes at random moments: few, unless DHGAK_FAULT_ROUNDS says how many.
inline int fault_rounds() {
    const char* rounds = std::getenv("DHGAK_FAULT_ROUNDS");
    return rounds ? std::atoi(rounds) : 3;
}

}  // namespace dhgak
