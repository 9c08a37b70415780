// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dhgak/run/report.h"

namespace dhgak {

// What several reports say in the same words.
void add_dataset(Document& document, const Report& report);
void add_notes(Document& document, const Report& report);  // what decides the number
void add_notes(Document& document, const Report& report,
               std::span<const RunOptions> configurations);  // those of a search
void add_accuracy(Document& document, const Report& report, std::string_view kind = "");
void add_times(Document& document, const Report& report);

// What there is of edge labels and attributes, and which of the configurations use it.
void add_labels(Document& document, const DatasetSummary& dataset,
                std::span<const RunOptions> configurations);

// `81.50 % +- 3.91`: the mean over folds; a single one has no deviation.
std::string mean_text(const CvResult& cv);
std::string folds_text(std::size_t folds);  // `10 folds`

// Puts the number of each fold in front of its row, and that of its repeat if there are several.
void number_folds(TextTable& table, const CvResult& cv);

// How many test graphs have a twin among their training graphs, and what to do about it.
std::string straddling_text(std::size_t graphs, const RunOptions& options);

// Three digits; `-` where there is none.
std::string p_text(const std::optional<double>& p_value);

inline constexpr std::size_t kMostTabledClasses = 20;  // a table of more is too wide to read
TextTable confusion_table(const ConfusionMatrix& confusion, const std::vector<std::string>& names);

}  // namespace dhgak
