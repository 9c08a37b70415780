// SPDX-License-Identifier: MIT
#include "io/safetensors.h"

#include "fuzz_target.h"

using namespace dhgak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const auto path = folder.write("model.safetensors", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] {
        const Safetensors file(path);
        for (const Tensor& tensor : file.tensors()) {
            fuzz::require(file.find(tensor.name) == &tensor);
            fuzz::expect_answer([&] {
                const std::vector<float> values = to_floats(tensor);
                fuzz::require(values.size() == tensor.num_values());
            });
        }
    });
}
