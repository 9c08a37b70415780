// SPDX-License-Identifier: MIT
#include "align/aligner.h"
#include "fuzz_target.h"
#include "kernels/registry.h"
#include "methods/embedders.h"

using namespace dhgak;

// Every method judges any options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::expect_answer([&] {
        for (const Spec& spec : Spec::parse_list(fuzz::text_of(data, size))) {
            fuzz::expect_answer([&] { make_aligner(spec); });
            fuzz::expect_answer([&] { make_embedder(spec, Spec::parse("off")); });
            fuzz::expect_answer([&] { make_embedder(Spec::parse("label"), spec); });
            fuzz::expect_answer([&] { make_kernel(spec, {}); });
        }
    });
}
