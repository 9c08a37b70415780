// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/kernels/slices/align_options.h"
#include "dhgak/learn/options.h"

namespace dhgak {

// Which kernel compares graphs, and all that decides its values but the seed.
struct KernelOptions {
    Spec method = {.name = "dhgak-oa", .options = {}};
    AlignOptions align;  // of kernels on slices
    std::size_t codebook_graphs =
        0;  // that vectors and clusters are learned from; 0: see codebook.h
};

// How a source is read.
struct ReadOptions {
    MoleculeOptions molecules;
};

// What a run may use.
struct Resources {
    std::size_t memory = 0;       // bytes that the run must not exceed; 0: no limit
    std::string device = "auto";  // of language models that can use a GPU: auto, cpu or cuda
};

// Everything that decides a run's result, with the defaults of the program.
struct RunOptions {
    std::uint64_t seed = 0;  // from which all parts derive theirs
    KernelOptions kernel;
    LearnOptions learn;
    FoldOptions folds;
    ReadOptions read;
    Resources resources;
};

// What the kernel of a run takes from it.
KernelSetup setup_of(const RunOptions& options);

// `random`, `scaffold` or `column:NAME`. Setting it lets molecules be read with what it needs; it
// throws ConfigError for another text.
std::string split_text(const RunOptions& options);
void set_split(RunOptions& options, const std::string& text);

// A run whose options were judged and whose parts are built: nothing that follows fails for an
// option. Everything that starts from options starts here.
struct Run {
    RunOptions options;
    KernelTraits traits;
    std::shared_ptr<const Kernel> kernel;
};

// Whether the folds are the user's, so that their number is not `folds.count`.
bool has_own_folds(const RunOptions& options);

// Throws ConfigError, naming the option and what it accepts, before any work.
Run resolve(const RunOptions& options);

// One option by the name that JSON and journals give it.
struct Setting {
    std::string name;
    std::variant<std::string, double, std::int64_t, std::uint64_t, bool, std::vector<double>> value;

    std::string text() const;
    bool operator==(const Setting&) const = default;
};

// The kernel and the options that matter to it, in reading order: those of slices for a kernel on
// slices only, a cluster factor only where a clustering method takes it.
std::vector<Setting> kernel_settings(const RunOptions& options);

// Those of them that people vary, and others that differ from the defaults: what text_of shows.
std::vector<Setting> shown_settings(const RunOptions& options);

// Throws ConfigError if an option differs from its default and means nothing to the kernel or the
// clusterings that were chosen; of several kernels, to none.
void require_used(const RunOptions& options);
void require_used(const RunOptions& options, std::span<const Spec> kernels);

// The kernel with one more option; none where it does not take it, or not beside those it has.
std::optional<Spec> with_option(const Spec& kernel, std::string_view key, std::string_view value);

// Whether edge labels decide the result, where a dataset has any.
bool uses_edge_labels(const RunOptions& options);
bool uses_attributes(const RunOptions& options);

// Those by which a result is judged; the number of folds where options decide it.
std::vector<Setting> judging_settings(const RunOptions& options);

// How molecules are read, where that differs from the defaults.
std::vector<Setting> molecule_settings(const MoleculeOptions& options);

// `dhgak-oa  nlm=w2v H=5 b=0 ...`: the kernel and those of its settings that people vary.
std::string text_of(const RunOptions& options);

// The same as options of `dhgak fit`: `--kernel dhgak --H 3`, what differs from the defaults.
std::string command_line_of(const RunOptions& options);

// One word of a command line for a shell: in quotes where it has blanks or other special
// characters.
std::string shell_quoted(const std::string& text);

std::string svm_text(const Spec& learner);
std::string title_of(const std::string& score);  // `balanced accuracy`
Spec parse_learner(const std::string& text);     // throw ConfigError, naming what is known
std::string parse_score(const std::string& text);

}  // namespace dhgak
