// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "graph/lost_digits.h"

namespace dhgak {

std::unique_ptr<Reader> make_csv(const Spec&);        // molecules/readers.cpp
std::unique_ptr<Reader> make_demo(const Spec&);       // demo.cpp
std::unique_ptr<Reader> make_sdf(const Spec&);        // molecules/readers.cpp
std::unique_ptr<Reader> make_smi(const Spec&);        // molecules/readers.cpp
std::unique_ptr<Reader> make_tu_folder(const Spec&);  // tu/folder.cpp
std::unique_ptr<Reader> make_tu_zip(const Spec&);     // tu/zip.cpp

namespace {

std::span<const Method<Reader>> readers() {
    static const Method<Reader> kReaders[] = {
        {{"demo",
          "the embedded dataset of ortho and meta molecules; its source is the word demo",
          {}},
         make_demo},
        {{"tu-folder", "a folder NAME with NAME_A.txt and its companions", {}}, make_tu_folder},
        {{"csv", "molecules in a table, .csv or .tsv: a column of SMILES, one of classes", {}},
         make_csv},
        {{"smi", "molecules in a list, .smi or .smiles: SMILES and a name on each line", {}},
         make_smi},
        {{"sdf", "molecules in records, .sdf, .sd or .mol: V2000 or V3000 and data fields", {}},
         make_sdf},
        {{"tu-zip", "the files of a tu-folder in a zip archive, in a folder or not", {}},
         make_tu_zip},
    };
    return kReaders;
}

std::unique_ptr<Reader> reader_of(const std::string& source) {
    for (const Method<Reader>& method : readers()) {
        std::unique_ptr<Reader> reader =
            method.make({.name = std::string(method.info.name), .options = {}});
        if (reader->accepts(source)) return reader;
    }
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(source, error);
    const bool exists = std::filesystem::exists(status);
    // It might never end, or never begin.
    if (exists && !std::filesystem::is_regular_file(status))
        throw InputError(fmt::format(
            "{}: is a {}; graphs are read from files and folders alone: write it to a file first",
            source,
            std::filesystem::is_fifo(status)     ? "pipe"
            : std::filesystem::is_socket(status) ? "socket"
                                                 : "device"));
    throw InputError(fmt::format(
        "{}: {}; expected a TU folder, a TU zip, molecules in a file .csv, .tsv, .smi or .sdf "
        "(.gz too), or the word 'demo' for the embedded dataset",
        source.empty() ? "''" : source,
        exists ? "is none of the formats by its name" : "does not exist"));
}

void require_molecules(const Reader& reader, const std::string& source, MoleculeOptions options) {
    options.write_smiles = options.mol_blocks = false;  // no wish of the user
    if (!reader.reads_molecules() && options != MoleculeOptions{})
        throw ConfigError(
            fmt::format("{}: holds no molecules; --smiles, --class, --name, --atoms, --stereo, "
                        "--bad, --max-atoms, --max-record and --split scaffold or column are for "
                        ".csv, .smi and .sdf files",
                        source));
}

}  // namespace

Dataset read_dataset(const std::string& source, const MoleculeOptions& molecules) {
    const std::unique_ptr<Reader> reader = reader_of(source);
    require_molecules(*reader, source, molecules);
    Dataset dataset = reader->read(source, molecules);
    warn_of_lost_digits(dataset);
    return dataset;
}

std::unique_ptr<DatasetStream> open_stream(const std::string& source, std::size_t graphs_per_block,
                                           const MoleculeOptions& molecules) {
    if (graphs_per_block == 0) throw ConfigError("blocks of 0 graphs; expected at least 1");
    const std::unique_ptr<Reader> reader = reader_of(source);
    require_molecules(*reader, source, molecules);
    return reader->stream(source, graphs_per_block, molecules);
}

bool has_molecules(const std::string& source) { return reader_of(source)->reads_molecules(); }

std::vector<MethodInfo> list_readers() { return describe(readers()); }

}  // namespace dhgak
