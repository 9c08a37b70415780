// SPDX-License-Identifier: MIT
#include "dhgak/graph/blocks.h"

#include <algorithm>
#include <filesystem>
#include <future>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "dhgak/core/interrupt.h"
#include "dhgak/graph/stream.h"

namespace dhgak {

GraphBlocks blocks_of(const Dataset& dataset) {
    return [&dataset](const auto& use) {
        for (std::size_t first = 0; first < dataset.num_graphs(); first += kGraphsPerBlock) {
            throw_if_interrupted();
            std::vector<std::size_t> graphs(
                std::min(kGraphsPerBlock, dataset.num_graphs() - first));
            std::iota(graphs.begin(), graphs.end(), first);
            use(subset(dataset, graphs));
        }
    };
}

GraphBlocks blocks_of(std::string source, MoleculeOptions molecules) {
    return [source = std::move(source), molecules = std::move(molecules)](const auto& use) {
        const auto stream = open_stream(source, kGraphsPerBlock, molecules);
        const auto read = [&] {
            return std::async(std::launch::async, [&] { return stream->next(); });
        };
        auto upcoming = read();
        while (const std::optional<Dataset> block = upcoming.get()) {
            upcoming = read();
            throw_if_interrupted();
            use(*block);
        }
    };
}

std::size_t text_bytes(const std::string& source) {
    constexpr std::size_t kPacked = 6;  // what packing saves on rows of numbers
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_regular_file(source, error))
        return fs::file_size(source, error) *
               (fs::path(source).extension() == ".zip" ? kPacked : 1);
    std::size_t bytes = 0;
    if (fs::is_directory(source, error))
        for (const fs::directory_entry& file : fs::directory_iterator(source, error))
            if (file.is_regular_file(error)) bytes += file.file_size(error);
    return bytes;
}

}  // namespace dhgak
