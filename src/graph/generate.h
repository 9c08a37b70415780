// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace dhgak {

struct GenerateOptions {
    std::size_t num_graphs = 1000;
    std::size_t num_nodes = 0;  // of a graph, about; 0: as those of the demo have
    double noise = 0;           // how likely a class is the wrong one, up to 0.5
    std::uint64_t seed = 0;
    std::string name;  // of the dataset; empty: that of the folder
};

struct GeneratedSizes {
    std::size_t graphs = 0;
    std::size_t nodes = 0;
    std::size_t edges = 0;
};

// Writes a TU folder of molecule-like graphs drawn as those of the demo, about 18 nodes each, or
// grown to between three and five quarters of `num_nodes`. A graph's structure tells its class for
// certain, so that the best accuracy is 1 - noise. Classes are equally likely: 0 is `ortho`, 1 is
// `meta`. Graphs may repeat.
//
// Graph g depends on the seed and g only, its structure not on the noise: of two numbers of graphs,
// the smaller gives the beginning of the larger. The same options give the same bytes.
//
// Takes memory for one block of graphs. The folder appears whole or not at all. Throws ConfigError
// for wrong options, InputError where the folder is there already or cannot be made.
GeneratedSizes generate_dataset(const std::filesystem::path& folder,
                                const GenerateOptions& options);

}  // namespace dhgak
