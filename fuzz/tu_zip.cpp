// SPDX-License-Identifier: MIT
#include "dhgak/graph/reader.h"
#include "fuzz_target.h"

using namespace dhgak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const auto file = folder.write("X.zip", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] { read_dataset(file.string()); });
}
