// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dhgak/graph/dataset.h"
#include "graph/tu/text_file.h"
#include "graph/tu/text_stream.h"

namespace dhgak {

inline constexpr std::string_view kTuParts[] = {
    "A", "graph_indicator", "graph_labels", "node_labels", "edge_labels", "node_attributes"};

// The files NAME_<part>.txt of one TU dataset, wherever they lie.
class TuFiles {
public:
    virtual ~TuFiles() = default;

    virtual std::string name() const = 0;

    // How messages name a part, there or not.
    virtual std::string place(std::string_view part) const = 0;

    // Nothing if there is no such file. Throws InputError if there is one but it cannot be read.
    virtual std::optional<TextFile> open(std::string_view part) const = 0;

    // The same text some lines at a time, as often and as many at once as wished; null if there is
    // no such file. Borrows these files.
    virtual std::unique_ptr<TextStream> stream(std::string_view part) const;
};

// Throws InputError with file, line and remedy.
Dataset read_tu(const TuFiles& files);

}  // namespace dhgak
