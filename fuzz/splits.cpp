// SPDX-License-Identifier: MIT
#include "dhgak/learn/folds.h"
#include "fuzz_target.h"

using namespace dhgak;

// A file of folds that is accepted splits the graphs: none on both sides, none that is not there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    constexpr std::size_t kGraphs = 6;
    const auto path = folder.write("splits", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] {
        for (const Split& split : read_splits(path, kGraphs)) {
            fuzz::require(!split.train.empty() && !split.test.empty());
            std::vector<int> times(kGraphs);
            for (const std::size_t graph : split.train) ++times.at(graph);
            for (const std::size_t graph : split.test) ++times.at(graph);
            for (const int count : times) fuzz::require(count <= 1);
        }
    });
}
