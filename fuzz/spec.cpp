// SPDX-License-Identifier: MIT
#include "dhgak/core/spec.h"

#include "fuzz_target.h"

using namespace dhgak;

static void check(const Spec& spec) {
    fuzz::require(Spec::parse(spec.text()) == spec);
    for (const auto& option : spec.options) {
        const std::string& key = option.first;
        fuzz::require(spec.has(key));
        fuzz::expect_answer([&] { spec.get_number(key, 0); });
        fuzz::expect_answer([&] { spec.get_integer(key, 0); });
        fuzz::expect_answer([&] { spec.get_count(key, 1, 1, 10); });
        fuzz::expect_answer([&] { spec.get_choice(key, {"no", "yes"}); });
    }
}

// The text of a spec parses to the same spec again, alone and in a list.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    fuzz::expect_answer([&] { check(Spec::parse(text)); });
    fuzz::expect_answer([&] {
        for (const Spec& spec : Spec::parse_list(text)) check(spec);
    });
    return 0;
}
