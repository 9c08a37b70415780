// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace dhgak {

// The infinitely wide network whose training two graphs are compared by.
struct TangentOptions {
    std::size_t blocks = 3;  // each sums over neighbours, then goes through `layers`
    std::size_t layers = 2;  // of rectified units in a block
    bool by_degree = false;  // sums over neighbours are means
    bool jumps = true;       // all blocks are read out, not the last alone
    bool attention = false;  // between blocks nodes attend to each other (GraphQNTK)
    double correlation = 1;  // times this before they are cut at 1; 2 in the public GraphQNTK code
};

}  // namespace dhgak
