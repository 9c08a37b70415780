// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "dhgak/graph/stream.h"
#include "graph/same_dataset.h"
#include "support/scratch_folder.h"

namespace dhgak {

// The texts of a TU dataset by part: {"A", "1, 2\n2, 1\n"}.
using TuTexts = std::map<std::string, std::string>;

// Two graphs: a path of three nodes, and an edge.
inline TuTexts small_texts() {
    return {{"A", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"},
            {"graph_indicator", "1\n1\n1\n2\n2\n"},
            {"graph_labels", "1\n-1\n"},
            {"node_labels", "7\n3\n7\n3\n3\n"},
            {"edge_labels", "0\n0\n4\n4\n0\n0\n"},
            {"node_attributes", "0.5, 1\n-2.5, 1e2\n3, 4\n5, 6\n7, 8\n"}};
}

// The blocks of a stream, joined.
inline Dataset join_stream(const std::string& source, std::size_t graphs_per_block) {
    std::vector<Dataset> blocks;
    const std::unique_ptr<DatasetStream> stream = open_stream(source, graphs_per_block);
    while (std::optional<Dataset> block = stream->next()) {
        validate(*block);
        EXPECT_LE(block->num_graphs(), graphs_per_block);
        blocks.push_back(std::move(*block));
    }
    return concatenate(blocks);
}

inline constexpr std::size_t kBlockSizes[] = {1, 7, 1000};

// What reading complains about; empty if nothing.
template <typename Read>
std::string complaint_of(const Read& read) {
    try {
        read();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

// A folder SMALL of these texts.
class TuFolderOf {
public:
    explicit TuFolderOf(const TuTexts& texts) {
        for (const auto& [part, text] : texts) folder_.write("SMALL/SMALL_" + part + ".txt", text);
    }
    std::string path() const { return (folder_.path() / "SMALL").string(); }

private:
    ScratchFolder folder_;
};

// Reads them whole, and expects the same of streams.
inline Dataset read_texts(const TuTexts& texts) {
    const TuFolderOf folder(texts);
    Dataset dataset = read_dataset(folder.path());
    for (const std::size_t size : kBlockSizes)
        expect_same(join_stream(folder.path(), size), dataset);
    return dataset;
}

// What reading them complains about, from the file's name on; empty if nothing. Expects streams to
// complain in the same words.
inline std::string complaint(const TuTexts& texts) {
    const TuFolderOf folder(texts);
    const std::string text = complaint_of([&] { read_dataset(folder.path()); });
    for (const std::size_t size : kBlockSizes)
        EXPECT_EQ(complaint_of([&] { join_stream(folder.path(), size); }), text);
    return text.empty() ? text : text.substr(text.find("SMALL/SMALL_") + 6);
}

}  // namespace dhgak
