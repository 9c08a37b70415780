// SPDX-License-Identifier: MIT
#include "options.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ostream>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/io/atomic_file.h"

namespace dhgak::cli {

RunOptions RunFlags::parse() const {
    RunOptions options = run;
    options.kernel = Spec::parse(kernel);
    options.align.nlm = Spec::parse(nlm);
    options.align.attributes = Spec::parse(attributes);
    options.align.cluster = Spec::parse_list(cluster);
    options.align.slices.short_hops = short_hops == "repeat" ? ShortHops::repeat : ShortHops::empty;
    options.align.slices.hop0 = hop0 == "slice" ? FirstSlice::slice : FirstSlice::label;
    options.svm = parse_svm_kind(svm);
    options.cv.score = parse_score(score);
    set_seed(options, seed);
    if (!json.empty()) require_writable(json);
    return options;
}

void add_data(CLI::App& command, RunFlags& flags) {
    command.add_option("DATA", flags.data, "A TU folder, a TU zip, or 'demo'")->required();
}

void add_slice_options(CLI::App& command, RunFlags& flags) {
    SliceOptions& slices = flags.run.align.slices;
    command.add_option("--H", slices.H, "Hops 0..H are compared")
        ->capture_default_str()
        ->group("Slices");
    command.add_option("--b", slices.b, "Width of a slice around each node of a hop")
        ->capture_default_str()
        ->group("Slices");
    add_slice_rules(command, flags);
}

void add_slice_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--short-hops", flags.short_hops,
                    "A node without nodes that far: repeat its last slice, or empty")
        ->check(CLI::IsMember({"repeat", "empty"}))
        ->capture_default_str()
        ->group("Slices");
    command.add_option("--hop0", flags.hop0, "Hop 0 is the node's slice, or its label alone")
        ->check(CLI::IsMember({"slice", "label"}))
        ->capture_default_str()
        ->group("Slices");
}

void add_embed_options(CLI::App& command, RunFlags& flags) {
    command.add_option("--nlm", flags.nlm, "Language model, with options: w2v:size=64 (see list)")
        ->capture_default_str()
        ->group("Embedding");
    command.add_option("--alpha", flags.run.align.alpha, "Weight of the hop before")
        ->capture_default_str()
        ->group("Embedding");
    add_embed_rules(command, flags);
}

void add_embed_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--attributes", flags.attributes,
                    "Node attributes in the slices: off, mean or sum; mean:weight=2 scales them")
        ->capture_default_str()
        ->group("Embedding");
    command
        .add_option("--device", flags.run.align.device,
                    "Where BERT runs, and k-means after it: auto, cpu or cuda")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
        ->capture_default_str()
        ->group("Embedding");
    command.add_option("--seed", flags.seed, "Same seed, same result, any number of threads")
        ->capture_default_str();
}

void add_kernel_options(CLI::App& command, RunFlags& flags) {
    AlignOptions& align = flags.run.align;
    command.add_option("--kernel", flags.kernel, "Kernel: dhgak, dhgak-oa, dgak, dhw (see list)")
        ->capture_default_str()
        ->group("Kernel");
    command.add_option("--cluster-factor", align.cluster_factor, "Clusters per graph")
        ->capture_default_str()
        ->group("Kernel");
    command.add_option("--T", align.T, "Experiments of each clustering method")
        ->capture_default_str()
        ->group("Kernel");
    add_kernel_rules(command, flags);
}

void add_kernel_rules(CLI::App& command, RunFlags& flags) {
    command
        .add_option("--cluster", flags.cluster,
                    "Clustering methods, with options: kmeans:n_init=3,dbscan (see list)")
        ->capture_default_str()
        ->group("Kernel");
    command
        .add_option("--first-hop", flags.run.align.first_hop,
                    "The sum over hops starts here: 0 or 1")
        ->capture_default_str()
        ->group("Kernel");
}

void add_learn_options(CLI::App& command, RunFlags& flags) {
    CvOptions& cv = flags.run.cv;
    const char* group = "Learning";
    command
        .add_option("--svm", flags.svm,
                    "kernel: libsvm on the kernel matrix. linear: on the features. auto: linear "
                    "where the features are smaller than the matrix")
        ->check(CLI::IsMember({"kernel", "linear", "auto"}))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--inner-folds", cv.inner_folds, "Folds of the training graphs that choose C")
        ->capture_default_str()
        ->group(group);
    command.add_option("--C", cv.C, "Values of C to choose from")
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
            "--balance", cv.balance,
            "Errors on a class cost the more the rarer it is, so that all classes count alike")
        ->group(group);
}

void add_fold_options(CLI::App& command, RunFlags& flags) {
    CvOptions& cv = flags.run.cv;
    const char* group = "Folds";
    command.add_option("--folds", cv.folds, "Stratified folds that judge the result")
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--repeats", cv.repeats,
                    "Repeat the cross-validation, each time with other folds")
        ->capture_default_str()
        ->group(group);
    command
        .add_flag(
            "--inductive", flags.run.inductive,
            "Fit the kernel on the training graphs of each fold only, as for graphs that come "
            "tomorrow; otherwise it sees all graphs, never their classes")
        ->group(group);
    command
        .add_flag("--group-duplicates", flags.run.group_duplicates,
                  "Keep graphs that look the same in one fold")
        ->group(group);
    command
        .add_option("--splits", flags.run.splits,
                    "Folds of your own: a file with the fold number of each graph, one a line, or "
                    "JSON [{\"train\": [...], \"test\": [...]}, ...]")
        ->group(group);
}

void add_json_option(CLI::App& command, RunFlags& flags) {
    command.add_option("--json", flags.json, "Write the run as one JSON object to this file");
}

void write_json(const RunFlags& flags, const Report& report) {
    if (flags.json.empty()) return;
    write_atomically(flags.json, [&](std::ostream& out) { out << to_json(report); });
}

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace dhgak::cli
