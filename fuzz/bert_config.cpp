// SPDX-License-Identifier: MIT
#include "bert/bert_config.h"

#include "bert/bert_tensors.h"
#include "fuzz_target.h"

using namespace dhgak;

// A configuration that is accepted names its tensors, unless there would be very many.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    folder.write("config.json", fuzz::text_of(data, size));
    return fuzz::expect_answer([&] {
        const BertConfig config = read_bert_config(folder.path());
        validate(config);
        if (config.num_hidden_layers < 1000) bert_tensors(config);
    });
}
