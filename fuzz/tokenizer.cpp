// SPDX-License-Identifier: MIT
#include "bert/wordpiece.h"
#include "fuzz_target.h"

using namespace dhgak;

// Inputs are a text to tokenize and the files of a model folder, absent where empty.
static constexpr const char* kFiles[] = {"vocab.txt", "tokenizer.json", "tokenizer_config.json"};

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const auto texts = fuzz::split_files(fuzz::text_of(data, size));
    for (std::size_t f = 0; f < std::size(kFiles); ++f)
        if (f + 1 < texts.size() && !texts[f + 1].empty())
            folder.write(kFiles[f], texts[f + 1]);
        else
            folder.remove(kFiles[f]);
    return fuzz::expect_answer([&] {
        const WordPiece tokenizer = WordPiece::from_folder(folder.path());
        for (const std::int32_t id : tokenizer.encode(texts[0])) tokenizer.token(id);
    });
}
