// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/stream.h"

namespace dhgak {

// Reads one format.
class Reader {
public:
    virtual ~Reader() = default;

    virtual bool accepts(const std::filesystem::path& source) const = 0;

    // Throws InputError with file, line and remedy.
    virtual Dataset read(const std::filesystem::path& source) const = 0;

    // See open_stream; unless overridden, reads whole and cuts.
    virtual std::unique_ptr<DatasetStream> stream(const std::filesystem::path& source,
                                                  std::size_t graphs_per_block) const {
        return stream_of(read(source), graphs_per_block);
    }
};

// Reads `source`: a TU folder, a TU zip, or the word `demo` for the embedded dataset.
Dataset read_dataset(const std::string& source);

std::vector<MethodInfo> list_readers();

}  // namespace dhgak
