// SPDX-License-Identifier: MIT
#include "graph/tu/graph_walk.h"

#include <algorithm>

#include "graph/tu/parts.h"
#include "graph/tu/tables.h"

namespace dhgak {
namespace {

std::unique_ptr<TextStream> open_indicator(const TuFiles& files) {
    std::unique_ptr<TextStream> text = files.stream("graph_indicator");
    if (!text) fail_missing(files, "graph_indicator");
    return text;
}

}  // namespace

GraphWalk::GraphWalk(const TuFiles& files)
    : indicator_(open_indicator(files), make_column_parser, kGraphLine) {}

bool GraphWalk::step() {
    auto some = indicator_.ready();
    if (some.empty()) return false;
    first_ = last_;
    graph_ = some.front();
    while (!some.empty()) {
        const auto end = std::ranges::find_if(some, [this](std::int64_t g) { return g != graph_; });
        indicator_.skip(static_cast<std::size_t>(end - some.begin()));
        if (end != some.end()) break;
        some = indicator_.ready();
    }
    last_ = indicator_.line();
    return true;
}

}  // namespace dhgak
