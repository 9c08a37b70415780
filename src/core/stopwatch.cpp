// SPDX-License-Identifier: MIT
#include "dhgak/core/stopwatch.h"

#include <fstream>
#include <new>

#include <malloc.h>
#include <sys/resource.h>

namespace dhgak {

void StageTimes::add(const std::string& stage, double seconds) {
    for (auto& [name, sum] : stages_)
        if (name == stage) {
            sum += seconds;
            return;
        }
    // Stages end in a destructor, perhaps because memory ran out: their time is not worth an abort.
    try {
        stages_.emplace_back(stage, seconds);
    } catch (const std::bad_alloc&) {
    }
}

void StageTimes::add(const StageTimes& other) {
    for (const auto& [stage, seconds] : other.stages_) add(stage, seconds);
}

double StageTimes::seconds(const std::string& stage) const {
    for (const auto& [name, sum] : stages_)
        if (name == stage) return sum;
    return 0;
}

double StageTimes::total() const {
    double sum = 0;
    for (const auto& [name, seconds] : stages_) sum += seconds;
    return sum;
}

std::size_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

void reset_peak_bytes() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // proc(5): the peak becomes what is held now
}

}  // namespace dhgak
