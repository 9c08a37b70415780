// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
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

inline Dataset read_texts(const TuTexts& texts) {
    const ScratchFolder folder;
    for (const auto& [part, text] : texts) folder.write("SMALL/SMALL_" + part + ".txt", text);
    return read_dataset((folder.path() / "SMALL").string());
}

// What reading them complains about, from the file's name on; empty if nothing.
inline std::string complaint(const TuTexts& texts) {
    try {
        read_texts(texts);
    } catch (const InputError& error) {
        const std::string text = error.what();
        return text.substr(text.find("SMALL/SMALL_") + 6);
    }
    return "";
}

}  // namespace dhgak
