// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/reader.h"
#include "graph/molecules/class_values.h"
#include "graph/molecules/reading.h"
#include "graph/molecules/size_limits.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

using OpenRecords = std::unique_ptr<MoleculeRecords> (*)(const fs::path&, const MoleculeOptions&);

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

fs::path without_gz(const fs::path& source) {
    return lower(source.extension().string()) == ".gz" ? source.stem() : source.filename();
}

// A kind of file.
struct MoleculeFormat {
    std::vector<std::string> endings;  // of its name, in small letters and without .gz
    OpenRecords open;

    bool is_of(const fs::path& source) const {
        return std::ranges::count(endings, lower(without_gz(source).extension().string())) > 0;
    }
};

const MoleculeFormat kCsv = {.endings = {".csv", ".tsv"}, .open = open_csv};
const MoleculeFormat kSmi = {.endings = {".smi", ".smiles"}, .open = open_smi};
const MoleculeFormat kSdf = {.endings = {".sdf", ".sd", ".mol"}, .open = open_sdf};

class MoleculeStream : public DatasetStream {
public:
    MoleculeStream(MoleculeReading reading, std::size_t per_block)
        : reading_(std::move(reading)), per_block_(per_block) {}
    std::optional<Dataset> next() override { return reading_.next(per_block_); }

private:
    MoleculeReading reading_;
    std::size_t per_block_;
};

class MoleculeReader : public Reader {
public:
    explicit MoleculeReader(const MoleculeFormat& format) : format_(format) {}

    bool accepts(const fs::path& source) const override {
        std::error_code error;
        return format_.is_of(source) && fs::is_regular_file(source, error);
    }

    bool reads_molecules() const override { return true; }

    Dataset read(const fs::path& source, const MoleculeOptions& options) const override {
        Dataset dataset =
            open(source, options).next(std::numeric_limits<std::size_t>::max()).value();
        require_classes_not_values(source.string(), options.class_column, dataset);
        return dataset;
    }

    std::unique_ptr<DatasetStream> stream(const fs::path& source, std::size_t graphs_per_block,
                                          const MoleculeOptions& options) const override {
        return std::make_unique<MoleculeStream>(open(source, options), graphs_per_block);
    }

private:
    // RDKit comes first: that it is missing is said before anything about the file.
    MoleculeReading open(const fs::path& source, const MoleculeOptions& options) const {
        const ParseMolecule parse = rdkit_plugin().parse;
        return {source.string(), without_gz(source).stem().string(), format_.open(source, options),
                options, parse};
    }

    const MoleculeFormat& format_;
};

}  // namespace

std::unique_ptr<Reader> make_csv(const Spec&) { return std::make_unique<MoleculeReader>(kCsv); }
std::unique_ptr<Reader> make_smi(const Spec&) { return std::make_unique<MoleculeReader>(kSmi); }
std::unique_ptr<Reader> make_sdf(const Spec&) { return std::make_unique<MoleculeReader>(kSdf); }

MoleculeTexts read_molecule_texts(const fs::path& path, const MoleculeOptions& options) {
    for (const MoleculeFormat* format : {&kCsv, &kSmi, &kSdf}) {
        if (!format->is_of(path)) continue;
        const std::unique_ptr<MoleculeRecords> records = format->open(path, options);
        MoleculeTexts texts = {.records = {}, .are_mol_blocks = records->has_mol_blocks()};
        for (MoleculeRecord record; records->next(record);) {
            if (record.fault.empty())
                record.fault =
                    size_fault(record.structure, texts.are_mol_blocks, options.max_atoms);
            texts.records.push_back(std::move(record));
        }
        return texts;
    }
    throw ConfigError(fmt::format(
        "{}: expected a file of molecules, named .csv, .tsv, .smi or .sdf", path.string()));
}

}  // namespace dhgak
