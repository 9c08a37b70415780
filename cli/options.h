// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "data_options.h"
#include "dhgak/core/spec.h"
#include "dhgak/run/report.h"
#include "kernels/slices/names.h"

namespace dhgak::cli {

// The options of a command line as they were typed; `parse` makes the library's of them.
struct RunFlags : DataFlags {
    RunOptions run;  // the library's defaults, which are the program's
    std::string kernel = run.kernel.method.text();
    std::string nlm = run.kernel.align.nlm.text();
    std::string attributes = run.kernel.align.attributes.text();
    std::string cluster = text_of(run.kernel.align.cluster);
    std::string refine = text_of_rounds(run.kernel.align.refine);
    std::string edges = "off";
    std::string short_hops = name_of(run.kernel.align.slices.short_hops);
    std::string hop0 = name_of(run.kernel.align.slices.hop0);
    std::string svm = svm_text(run.learn.learner);
    std::string score = run.learn.score;
    std::string split = split_text(run);
    std::uint64_t seed = run.seed;
    std::string memory;
    std::string json;
    const CLI::Option* folds = nullptr;  // --folds, of commands that have it

    // Throws ConfigError for a method that does not parse, and for options that exclude each other.
    RunOptions parse() const;
};

// What the options that `search` takes lists of do to a graph.
inline constexpr const char* kMeaningOfH =
    "How far a node sees: it is compared by what is 0, 1, .. H edges away from it (its hops)";
inline constexpr const char* kMeaningOfB =
    "Width of a slice. 0: a hop is the nodes at that distance; 1: each of them together with its "
    "neighbours; 2: with theirs, too";
inline constexpr const char* kMeaningOfAlpha =
    "How much of the nearer hops is added to a hop, 0 to 1. 0: each distance by itself; 1: "
    "everything up to it alike";
inline constexpr const char* kMeaningOfClusterFactor =
    "How finely slices are told apart: at each hop the slices of all graphs together are sorted "
    "into this many clusters for each training graph (0.5 with 200 graphs: 100 clusters)";
inline constexpr const char* kMeaningOfT =
    "How often the slices of a hop are clustered, from other random starts each time; all results "
    "count";

inline constexpr const char* kMeaningOfRefine =
    "Replace each label by its Weisfeiler-Leman colour after so many rounds, and average the "
    "kernels "
    "over the rounds given. 0: the labels as they are; 1: each label with those of its neighbours; "
    "0,1,2: all three";

// The options of each stage. Commands take those of the stages they run, and DATA.
void add_slice_options(CLI::App& command, RunFlags& flags);
void add_embed_options(CLI::App& command, RunFlags& flags);
void add_kernel_options(CLI::App& command, RunFlags& flags);
void add_cluster_options(CLI::App& command, RunFlags& flags);  // all of them but the kernel
void add_scale_options(CLI::App& command, RunFlags& flags);    // sample and memory
void add_learn_options(CLI::App& command, RunFlags& flags);    // what trains a classifier
void add_fold_options(CLI::App& command, RunFlags& flags);     // what judges it
void add_split_option(CLI::App& command, RunFlags& flags, const char* meaning);
void add_json_option(CLI::App& command, RunFlags& flags);

// Those of them that are one value even where the others are lists.
void add_slice_rules(CLI::App& command, RunFlags& flags);
void add_embed_rules(CLI::App& command, RunFlags& flags);
void add_kernel_rules(CLI::App& command, RunFlags& flags);

// Writes the report to --json, if that was given.
void write_json(const RunFlags& flags, const Report& report);

// Writes lines for people to standard output, control characters inside them as \xNN; a full disk
// or a closed pipe is an error, not a shrug.
void print(const std::string& text);

// The same of CSV or JSON for other programs, which get every byte; a terminal does not.
void print_data(const std::string& text);

}  // namespace dhgak::cli
