// SPDX-License-Identifier: MIT
#include <optional>

#include "dhgak/graph/reader.h"
#include "fuzz_target.h"

using namespace dhgak;

// The files of a TU dataset in this order; what is missing at the end, or is empty, is absent.
static constexpr const char* kParts[] = {"graph_indicator", "A",           "graph_labels",
                                         "node_labels",     "edge_labels", "node_attributes"};

// An error here ends the program: a finding.
static std::size_t num_valid_graphs(const Dataset& dataset) noexcept {
    validate(dataset);
    return dataset.num_graphs();
}

// Read whole and read in blocks give as many graphs, all valid, or both give an error.
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
    const std::string source = folder.path().string();
    std::optional<std::size_t> whole, in_blocks;
    fuzz::expect_answer([&] { whole = num_valid_graphs(read_dataset(source)); });
    fuzz::expect_answer([&] {
        std::size_t count = 0;
        const auto stream = open_stream(source, 2);
        while (const auto block = stream->next()) count += num_valid_graphs(*block);
        in_blocks = count;
    });
    fuzz::require(whole == in_blocks);
    return 0;
}
