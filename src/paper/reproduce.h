// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"

namespace dhgak {

// A table or figure of the paper that can be run again.
struct ExperimentInfo {
    std::string name;      // `table1`
    std::string contents;  // what the paper shows there
};

std::vector<ExperimentInfo> list_experiments();

// word2vec as the paper has it: gensim's.
inline Spec paper_word2vec() { return {.name = "w2v", .options = {{"train", "gensim"}}}; }

struct ReproduceOptions {
    std::string experiment;
    std::filesystem::path data;         // a folder of TU folders or zips
    std::filesystem::path output;       // journals, JSON and Markdown; made where it is missing
    std::vector<std::string> datasets;  // empty: those of the paper's table
    bool quick = false;                 // a small grid
    std::vector<Spec> kernels = {{.name = "dhgak", .options = {}},
                                 {.name = "dhgak-oa", .options = {}}};
    std::vector<Spec> nlms = {paper_word2vec(), {.name = "label", .options = {}}};
    Spec bert = {.name = "bert", .options = {}};  // used where it is available
    double time_limit = 3600;  // seconds for kernels that compare graphs pair by pair; 0: none
    std::uint64_t seed = 0;
};

// Runs the experiment on the datasets that are there and writes `NAME.json` and `NAME.md`, the
// paper's values beside ours, into the output folder. What cannot run says why in its place. Every
// result is kept in a journal there: a second call goes on where the first was stopped. Returns
// the Markdown. Throws ConfigError for an unknown name.
std::string reproduce(const ReproduceOptions& options);

}  // namespace dhgak
