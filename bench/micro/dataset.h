// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>

#include "dhgak/graph/reader.h"

namespace dhgak {

// What is measured: the dataset DHGAK_BENCH_DATA names, or the embedded one.
inline std::string bench_source() {
    const char* source = std::getenv("DHGAK_BENCH_DATA");
    return source ? source : "demo";
}

inline const Dataset& bench_dataset() {
    static const Dataset dataset = read_dataset(bench_source());
    return dataset;
}

}  // namespace dhgak
