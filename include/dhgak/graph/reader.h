// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {

// Reads one format.
class Reader {
public:
    virtual ~Reader() = default;

    virtual bool accepts(const std::filesystem::path& source) const = 0;

    // Throws InputError with file, line and remedy.
    virtual Dataset read(const std::filesystem::path& source) const = 0;
};

// Reads `source`: a TU folder, a TU zip, or the word `demo` for the embedded dataset.
Dataset read_dataset(const std::string& source);

std::vector<MethodInfo> list_readers();

}  // namespace dhgak
