// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/graph/stream.h"

namespace dhgak {

// Reads one format.
class Reader {
public:
    virtual ~Reader() = default;

    virtual bool accepts(const std::filesystem::path& source) const = 0;

    // Whether it reads molecules; others are not given options of these.
    virtual bool reads_molecules() const { return false; }

    // Throws InputError with file, line and remedy.
    virtual Dataset read(const std::filesystem::path& source,
                         const MoleculeOptions& molecules) const = 0;

    // See open_stream; unless overridden, reads whole and cuts.
    virtual std::unique_ptr<DatasetStream> stream(const std::filesystem::path& source,
                                                  std::size_t graphs_per_block,
                                                  const MoleculeOptions& molecules) const {
        return stream_of(read(source, molecules), graphs_per_block);
    }
};

// Reads `source`: a TU folder, a TU zip, molecules in a table (.csv, .tsv), in a list (.smi) or in
// records (.sdf), all of them plain or packed (.gz), or the word `demo` for the embedded dataset.
// Throws ConfigError where options of molecules differ from the defaults and there are none.
Dataset read_dataset(const std::string& source, const MoleculeOptions& molecules = {});

// Whether `source` is a file of molecules, by its name.
bool has_molecules(const std::string& source);

std::vector<MethodInfo> list_readers();

}  // namespace dhgak
