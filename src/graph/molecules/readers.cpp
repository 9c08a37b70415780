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
    MoleculeReader(std::vector<std::string> endings, OpenRecords open_records)
        : endings_(std::move(endings)), open_records_(open_records) {}

    bool accepts(const fs::path& source) const override {
        std::error_code error;
        return std::ranges::count(endings_, lower(without_gz(source).extension().string())) > 0 &&
               fs::exists(source, error) && !fs::is_directory(source, error);
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
        return {source.string(), without_gz(source).stem().string(), open_records_(source, options),
                options, parse};
    }

    std::vector<std::string> endings_;
    OpenRecords open_records_;
};

}  // namespace

std::unique_ptr<Reader> make_csv(const Spec&) {
    return std::make_unique<MoleculeReader>(std::vector<std::string>{".csv", ".tsv"}, open_csv);
}

std::unique_ptr<Reader> make_smi(const Spec&) {
    return std::make_unique<MoleculeReader>(std::vector<std::string>{".smi", ".smiles"}, open_smi);
}

std::unique_ptr<Reader> make_sdf(const Spec&) {
    return std::make_unique<MoleculeReader>(std::vector<std::string>{".sdf", ".sd", ".mol"},
                                            open_sdf);
}

}  // namespace dhgak
