// SPDX-License-Identifier: MIT
#include "search/journal.h"

#include <algorithm>

#include "fuzz_target.h"
#include "search/entry.h"

using namespace dhgak;

// Six graphs of two classes in three folds, as a search would ask for them.
static const std::vector<std::uint32_t> kClasses = {0, 1, 0, 1, 0, 1};

static const std::vector<double> kC = {0.1, 1, 10};

static std::vector<OuterFold> make_folds() {
    std::vector<OuterFold> folds(3);
    for (std::size_t f = 0; f < folds.size(); ++f)
        for (std::size_t g = 0; g < kClasses.size(); ++g)
            (g / 2 == f ? folds[f].split.test : folds[f].split.train).push_back(g);
    for (OuterFold& fold : folds) fold.choosing = fold.split.train;
    return folds;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const std::vector<OuterFold> folds = make_folds();
    const auto path = folder.write("journal", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] {
        Journal journal(path, R"({"journal":"dhgak search","version":"1"})");
        for (std::size_t l = 0; l < journal.lines().size(); ++l)
            fuzz::expect_answer([&] {
                const Entry entry =
                    read_entry(journal.lines()[l], journal.place_of(l), folds, kClasses, kC);
                for (const InnerScore& inner : entry.results.inner) {
                    fuzz::require(inner.right <= 4 && inner.score >= 0 && inner.score <= 1);
                    fuzz::require(inner.C == 0 || std::ranges::count(kC, inner.C) == 1);
                }
            });
        journal.append("{}");
    });
}
