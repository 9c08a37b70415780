// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"

namespace dhgak {

std::unique_ptr<Reader> make_demo(const Spec&);       // demo.cpp
std::unique_ptr<Reader> make_tu_folder(const Spec&);  // tu_folder.cpp
std::unique_ptr<Reader> make_tu_zip(const Spec&);     // tu_zip.cpp

namespace {

std::span<const Method<Reader>> readers() {
    static const Method<Reader> kReaders[] = {
        {{"demo",
          "the embedded dataset of ortho and meta molecules; its source is the word demo",
          {}},
         make_demo},
        {{"tu-folder", "a folder NAME with NAME_A.txt and its companions", {}}, make_tu_folder},
        {{"tu-zip", "the same files in a zip archive, in a folder or not", {}}, make_tu_zip},
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
    const bool exists = std::filesystem::exists(source, error);
    throw InputError(fmt::format(
        "{}: {}; expected a TU folder, a TU zip, or the word 'demo' for the embedded dataset",
        source.empty() ? "''" : source,
        exists ? "is neither a folder nor a zip" : "does not exist"));
}

}  // namespace

Dataset read_dataset(const std::string& source) { return reader_of(source)->read(source); }

std::unique_ptr<DatasetStream> open_stream(const std::string& source,
                                           std::size_t graphs_per_block) {
    if (graphs_per_block == 0) throw ConfigError("blocks of 0 graphs; expected at least 1");
    return reader_of(source)->stream(source, graphs_per_block);
}

std::vector<MethodInfo> list_readers() { return describe(readers()); }

}  // namespace dhgak
