// SPDX-License-Identifier: MIT
#include <cmath>

#include "dhgak/report/figure.h"
#include "fuzz_target.h"

using namespace dhgak;

// A matrix that is read is square, finite, and can be drawn.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const auto path = folder.write("K.npy", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] {
        const GramMatrix gram = read_gram(path);
        for (std::size_t i = 0; i < gram.size(); ++i)
            for (const double value : gram.row(i)) fuzz::require(std::isfinite(value));
        fuzz::require(gram_figure(gram).find("nan") == std::string::npos);
    });
}
