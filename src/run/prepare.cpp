// SPDX-License-Identifier: MIT
#include "run/prepare.h"

#include <utility>

#include "dhgak/graph/reader.h"
#include "run/empty_graphs.h"

namespace dhgak {

std::shared_ptr<const Dataset> Source::read(const ReadOptions& options) const {
    auto graphs =
        graphs_ ? graphs_ : std::make_shared<const Dataset>(read_dataset(name_, options.molecules));
    validate(*graphs);
    return graphs;
}

Prepared prepare(const Source& source, const ReadOptions& options, std::span<const Spec> kernels) {
    Prepared prepared = {.source = source.name()};
    std::shared_ptr<const Dataset> whole =
        source.is_in_memory()
            ? source.read(options)
            : prepared.times.measure("read", [&] { return source.read(options); });
    require_classes(*whole);
    EmptyGraphs(*whole).warn(kernels);
    prepared.summary = summarize(*whole);
    prepared.known = known_classes(std::move(whole));
    return prepared;
}

}  // namespace dhgak
