// SPDX-License-Identifier: MIT
#include "dhgak/graph/reader.h"
#include "fuzz_target.h"

using namespace dhgak;

// The files of a TU dataset in this order; what is missing at the end, or is empty, is absent.
static constexpr const char* kParts[] = {"graph_indicator", "A",           "graph_labels",
                                         "node_labels",     "edge_labels", "node_attributes"};

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const auto texts = fuzz::split_files(fuzz::text_of(data, size));
    for (std::size_t p = 0; p < std::size(kParts); ++p) {
        const std::string name = std::string("X_") + kParts[p] + ".txt";
        if (p < texts.size() && !texts[p].empty())
            folder.write(name, texts[p]);
        else
            folder.remove(name);
    }
    return fuzz::expect_answer([&] { read_dataset(folder.path().string()); });
}
