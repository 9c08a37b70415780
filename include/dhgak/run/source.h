// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/run/options.h"

namespace dhgak {

// Where graphs come from: a TU folder or zip, a file of molecules or `demo` by its name, or graphs
// in memory. Every command and the library's verbs take one.
class Source {
public:
    Source(std::string name) : name_(std::move(name)) {}
    Source(const char* name) : name_(name) {}
    Source(std::shared_ptr<const Dataset> graphs)
        : name_(graphs->name), graphs_(std::move(graphs)) {}

    // Borrows the graphs, which must outlive the source.
    Source(const Dataset& graphs)
        : Source(std::shared_ptr<const Dataset>(std::shared_ptr<void>(), &graphs)) {}

    // What reports call it: the name as it was given, or the dataset's.
    const std::string& name() const { return name_; }

    bool is_in_memory() const { return graphs_ != nullptr; }

    // The graphs, judged. Throws InputError naming the place where something is wrong with them.
    std::shared_ptr<const Dataset> read(const ReadOptions& options) const;

private:
    std::string name_;
    std::shared_ptr<const Dataset> graphs_;  // null: to be read
};

}  // namespace dhgak
