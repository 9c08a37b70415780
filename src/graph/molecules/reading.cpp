// SPDX-License-Identifier: MIT
#include "graph/molecules/reading.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "graph/molecules/molecule_set.h"
#include "graph/molecules/size_limits.h"

namespace dhgak {
namespace {

constexpr std::size_t kChunk = 8192;  // records whose text and molecules are in memory
constexpr std::size_t kChunkBytes = std::size_t{64} << 20;
constexpr std::size_t kBlock = 32;  // molecules that a thread reads at a time
constexpr std::size_t kMostNamed = 20;

std::string shortened(const std::string& text) {
    constexpr std::size_t kMost = 60;
    return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace

MoleculeReading::MoleculeReading(std::string place, std::string name,
                                 std::unique_ptr<MoleculeRecords> records,
                                 const MoleculeOptions& options, ParseMolecule parse)
    : place_(std::move(place)),
      name_(std::move(name)),
      records_(std::move(records)),
      options_(options),
      parse_(parse) {}

std::vector<MoleculeRecord> MoleculeReading::take(std::size_t num_records) {
    std::vector<MoleculeRecord> records;
    MoleculeRecord record;
    at_end_ = false;
    for (std::size_t bytes = 0; records.size() < num_records && bytes < kChunkBytes && !at_end_;) {
        throw_if_interrupted();
        at_end_ = !records_->next(record);
        if (at_end_) break;
        bytes += record.structure.size() + record.name.size();
        if (record.fault.empty())
            record.fault =
                size_fault(record.structure, records_->has_mol_blocks(), options_.max_atoms);
        records.push_back(std::exchange(record, {}));
    }
    num_records_ += records.size();
    return records;
}

void MoleculeReading::note_bad(const MoleculeRecord& record, const std::string& reason) {
    if (++num_bad_ > kMostNamed) return;
    bad_.push_back(
        {record.line, records_->has_mol_blocks() || record.structure.empty()
                          ? one_line(reason)
                          : fmt::format("{}: {}", shortened(record.structure), one_line(reason))});
}

std::string MoleculeReading::describe_bad() const {
    std::string text;
    for (const Bad& bad : bad_) text += fmt::format("\n  line {}: {}", bad.line, bad.reason);
    if (num_bad_ > bad_.size()) text += fmt::format("\n  and {} more", num_bad_ - bad_.size());
    return text;
}

void MoleculeReading::finish(std::size_t num_good) const {
    if (num_records_ == 0) throw InputError(place_ + ": holds no molecules");
    if (num_bad_ == 0) return;
    if (options_.bad == BadMolecules::fail)
        throw InputError(
            fmt::format("{}: {} of {} molecules cannot be read; correct them, or leave them out "
                        "with --bad skip{}",
                        place_, num_bad_, num_records_, describe_bad()));
    if (num_good == 0)
        throw InputError(fmt::format("{}: none of {} molecules can be read{}", place_, num_records_,
                                     describe_bad()));
    log_warning(fmt::format("{}: {} of {} molecules cannot be read and are left out{}", place_,
                            num_bad_, num_records_, describe_bad()));
}

std::vector<std::string> MoleculeReading::column_names() const {
    std::vector<std::string> names = {kLineColumn};
    if (records_->has_names()) names.emplace_back(kNameColumn);
    if (!records_->has_mol_blocks() || options_.write_smiles) names.emplace_back(kSmilesColumn);
    if (records_->has_mol_blocks() && options_.mol_blocks) names.emplace_back(kMolBlockColumn);
    if (options_.scaffolds) names.emplace_back(kScaffoldColumn);
    if (!options_.split_column.empty()) names.emplace_back(kSplitColumn);
    return names;
}

void MoleculeReading::add(std::vector<MoleculeRecord> records, MoleculeSet& set) {
    const bool has_blocks = records_->has_mol_blocks();
    const ParseRequest request = {.is_mol_block = has_blocks,
                                  .stereo = options_.stereo,
                                  .scaffold = options_.scaffolds,
                                  .smiles = options_.write_smiles && has_blocks};
    std::vector<ParsedMolecule> molecules(records.size());
    parallel_for(records.size(), kBlock, [&](std::size_t i) {
        throw_if_interrupted();  // RDKit may take a second for one
        if (records[i].fault.empty()) molecules[i] = parse_(records[i].structure, request);
    });
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::string& fault = records[i].fault.empty() ? molecules[i].fault : records[i].fault;
        if (!fault.empty())
            note_bad(records[i], fault);
        else if (!only_counts())
            set.add(molecules[i], std::move(records[i]));
    }
}

std::optional<Dataset> MoleculeReading::next(std::size_t num_molecules) {
    MoleculeSet set(name_, options_, column_names());
    while (!at_end_ && (set.size() < num_molecules || only_counts())) {
        throw_if_interrupted();
        add(take(only_counts() ? kChunk : std::min(num_molecules - set.size(), kChunk)), set);
        if (at_end_) finish(num_good_ + set.size());
    }
    num_good_ += set.size();
    if (set.size() == 0) return std::nullopt;
    return std::move(set).build();
}

}  // namespace dhgak
