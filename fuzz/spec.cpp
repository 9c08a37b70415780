// SPDX-License-Identifier: MIT
#include "dhgak/core/spec.h"

#include "dhgak/align/aligner.h"
#include "dhgak/embed/embedder.h"
#include "fuzz_target.h"

using namespace dhgak;

// The text of a spec parses to the same spec again, and every method judges any options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    fuzz::expect_answer([&] {
        const Spec spec = Spec::parse(text);
        fuzz::require(Spec::parse(spec.text()) == spec);
    });
    fuzz::expect_answer([&] {
        for (const Spec& spec : Spec::parse_list(text)) {
            fuzz::require(Spec::parse(spec.text()) == spec);
            fuzz::expect_answer([&] { make_aligner(spec); });
            fuzz::expect_answer([&] { make_embedder(spec, Spec::parse("off")); });
            fuzz::expect_answer([&] { make_embedder(Spec::parse("label"), spec); });
        }
    });
    return 0;
}
