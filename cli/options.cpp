// SPDX-License-Identifier: MIT
#include "options.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

#include "dhgak/core/error.h"
#include "dhgak/core/printable.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "kernels/slices/names.h"
#include "run/cost.h"

namespace dhgak::cli {
namespace {

void write_to_stdout(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace

RunOptions RunFlags::parse() const {
    RunOptions options = run;
    if (Spec::parse_list(kernel).size() > 1)
        throw ConfigError(
            fmt::format("{} are several kernels; dhgak compare DATA --kernels {} compares them",
                        kernel, kernel));
    options.kernel.method = Spec::parse(kernel);
    options.kernel.align.nlm = Spec::parse(nlm);
    options.kernel.align.attributes = Spec::parse(attributes);
    options.kernel.align.cluster = Spec::parse_list(cluster);
    options.kernel.align.refine = parse_rounds(refine);
    options.kernel.align.edge_labels = parse_edges(edges);
    options.kernel.align.slices.short_hops = parse_short_hops(short_hops);
    options.kernel.align.slices.hop0 = parse_first_slice(hop0);
    options.learn.learner = parse_learner(svm);
    options.learn.score = parse_score(score);
    options.read.molecules = molecule_options();
    set_split(options, split);
    if (folds && folds->count() > 0 && has_own_folds(options))
        throw ConfigError(
            fmt::format("{} brings the folds; leave --folds out",
                        options.folds.splits.empty() ? "--split column" : "--splits"));
    if (!memory.empty()) options.resources.memory = parse_bytes(memory);
    options.seed = seed;
    require_used(options);
    if (!json.empty()) require_writable(json);
    return options;
}

void add_slice_options(CLI::App& command, RunFlags& flags) {
    SliceOptions& slices = flags.run.kernel.align.slices;
    command.add_option("--H", slices.H, kMeaningOfH)->capture_default_str()->group("Slices");
    command.add_option("--b", slices.b, kMeaningOfB)->capture_default_str()->group("Slices");
    add_slice_rules(command, flags);
}

void add_slice_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option(
            "--short-hops", flags.short_hops,
            "What a hop is where no node is so many edges away. repeat: the farthest hop that has "
            "nodes, again; empty: nothing")
        ->check(CLI::IsMember({"repeat", "empty"}))
        ->capture_default_str()
        ->group("Slices");
    command
        .add_option("--hop0", flags.hop0,
                    "What hop 0 is. slice: the node with all that is within b edges of it; label: "
                    "the node alone")
        ->check(CLI::IsMember({"slice", "label"}))
        ->capture_default_str()
        ->group("Slices");
}

void add_embed_options(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--nlm", flags.nlm,
                    "How the labels of a slice become numbers. w2v: learned from which labels are "
                    "near each other; label: counted; bert, random; with options: w2v:size=64 (see "
                    "`dhgak list`)")
        ->capture_default_str()
        ->group("Embedding");
    command.add_option("--alpha", flags.run.kernel.align.alpha, kMeaningOfAlpha)
        ->capture_default_str()
        ->group("Embedding");
    add_embed_rules(command, flags);
}

void add_embed_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--attributes", flags.attributes,
                    "The numbers of NAME_node_attributes.txt. off: not used; mean or sum: that of "
                    "a slice's nodes stands beside its labels; mean:weight=2: counts twice as much")
        ->capture_default_str()
        ->group("Embedding");
    command
        .add_option("--device", flags.run.resources.device,
                    "Where BERT runs, and k-means after it. auto: on a GPU if there is one")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
        ->capture_default_str()
        ->group("Embedding");
    command
        .add_option("--seed", flags.seed,
                    "Where random numbers start: the same seed gives the same result, on any "
                    "number of threads")
        ->capture_default_str();
}

void add_kernel_options(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--kernel", flags.kernel,
                    "How two graphs are compared. dhgak-oa: how many of their slices can be paired "
                    "within clusters; dhgak: by the share of slices in each cluster, as the paper "
                    "does; dgak, dhw: its variants. wl, wl-oa, sp and others have no "
                    "slices (see `dhgak list`)")
        ->capture_default_str()
        ->group("Kernel");
    add_cluster_options(command, flags);
}

void add_cluster_options(CLI::App& command, RunFlags& flags) {
    AlignOptions& align = flags.run.kernel.align;
    command.add_option("--cluster-factor", align.cluster_factor, kMeaningOfClusterFactor)
        ->capture_default_str()
        ->group("Kernel");
    command.add_option("--T", align.T, kMeaningOfT)->capture_default_str()->group("Kernel");
    command.add_option("--refine", flags.refine, kMeaningOfRefine)
        ->capture_default_str()
        ->group("Kernel");
    add_kernel_rules(command, flags);
}

void add_kernel_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--edges", flags.edges,
                    "Edge labels, like bonds. off: not used; use: they take part in the labels of "
                    "--refine from round 1 on")
        ->check(CLI::IsMember({"off", "use"}))
        ->capture_default_str()
        ->group("Kernel");
    command
        .add_option("--cluster", flags.cluster,
                    "What sorts slices into clusters: kmeans, dbscan, gmm, or several of them side "
                    "by side; with options: kmeans:n_init=3,dbscan (see `dhgak list`)")
        ->capture_default_str()
        ->group("Kernel");
    command
        .add_option("--first-hop", flags.run.kernel.align.first_hop,
                    "The nearest hop that is compared; 1 leaves out hop 0, the node itself")
        ->capture_default_str()
        ->group("Kernel");
}

void add_scale_options(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--codebook-graphs", flags.run.kernel.codebook_graphs,
                    "Learn vectors and clusters from a sample of so many graphs, in which each "
                    "class has its share; the slices of all others go to the nearest cluster. The "
                    "number of clusters stays that of the whole dataset (at most that of 20,000 "
                    "graphs). 0: all graphs, or a sample beyond 20,000 graphs or a million nodes")
        ->capture_default_str()
        ->group("Kernel");
    command.add_option("--memory", flags.memory,
                       "Memory that the run must not exceed, as 8G or 500M: it learns from fewer "
                       "graphs where that helps, or stops before it starts and says what it needs");
}

void add_learn_options(CLI::App& command, RunFlags& flags) {
    LearnOptions& learn = flags.run.learn;
    const char* group = "Learning";
    command
        .add_option(
            "--svm", flags.svm,
            "What learns the classes. kernel: an SVM on the similarities of all pairs of graphs; "
            "linear: one on the features of each graph, for many graphs; auto: linear where that "
            "matrix would be large (from about 6,000 graphs)")
        ->check(CLI::IsMember({"kernel", "linear", "auto"}))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--inner-folds", learn.inner_folds,
                    "Parts of the training graphs by which C is chosen")
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--inner-graphs", learn.inner_graphs,
                    "C is chosen by at most so many training graphs, each class with its share; "
                    "the final model learns from all. 0: no limit")
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--C", learn.C,
                    "Values of C to choose from; the larger it is, the more a training graph on "
                    "the wrong side costs")
        ->delimiter(',')
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--score", flags.score,
                    "What C (and in search the configuration) is chosen by: accuracy, balanced "
                    "accuracy, or AUROC of two classes")
        ->check(CLI::IsMember({"accuracy", "balanced", "auroc"}))
        ->capture_default_str()
        ->group(group);
    command
        .add_flag(
            "--balance", learn.balance,
            "Errors on a class cost the more the rarer it is, so that all classes count alike")
        ->group(group);
}

void add_fold_options(CLI::App& command, RunFlags& flags) {
    FoldOptions& folds = flags.run.folds;
    const char* group = "Folds";
    flags.folds =
        command
            .add_option(
                "--folds", folds.count,
                "Parts that the graphs are dealt into, classes evenly; each is predicted once, "
                "by what the others teach")
            ->capture_default_str()
            ->group(group);
    command
        .add_option("--repeats", folds.repeats,
                    "Repeat the cross-validation, each time with other folds; at most 10000 times")
        ->capture_default_str()
        ->group(group);
    command
        .add_flag(
            "--inductive", folds.inductive,
            "Learn vectors and clusters from the training graphs of each fold alone, as for graphs "
            "that come tomorrow; otherwise from all graphs, though never from their classes")
        ->group(group);
    command
        .add_flag("--group-duplicates", folds.group_duplicates,
                  "Keep graphs that look the same to Weisfeiler-Leman in one fold, so that no test "
                  "graph has a copy among its training graphs")
        ->group(group);
    add_split_option(command, flags,
                     "What parts graphs into folds. random: the seed, classes evenly; scaffold: "
                     "molecules of one Bemis-Murcko scaffold stay in one fold; column:NAME: each "
                     "value of a table's column is a fold (train, valid and test: test judges)");
    reads(command.add_option(
              "--splits", folds.splits,
              "Folds of your own: a file with the fold number of each graph, one a line, or JSON "
              "[{\"train\": [...], \"test\": [...]}, ...]"))
        ->group(group);
}

void add_split_option(CLI::App& command, RunFlags& flags, const char* meaning) {
    command.add_option("--split", flags.split, meaning)->capture_default_str()->group("Folds");
}

void add_json_option(CLI::App& command, RunFlags& flags) {
    writes(command.add_option(
        "--json", flags.json,
        "Write the run, with every prediction if there are any, to this file as one JSON object "
        "(docs/formats.md)"));
}

void write_json(const RunFlags& flags, const Report& report) {
    if (flags.json.empty()) return;
    write_atomically(flags.json, [&](std::ostream& out) { out << to_json(report); });
}

void print(const std::string& text) { write_to_stdout(printable_lines(text)); }

void print_data(const std::string& text) {
    write_to_stdout(::isatty(STDOUT_FILENO) == 1 ? printable_lines(text) : text);
}

}  // namespace dhgak::cli
