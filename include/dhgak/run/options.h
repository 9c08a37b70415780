// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/settings/options.h"

namespace dhgak {

// What the kernel of a run takes from it.
KernelSetup setup_of(const RunOptions& options);

// A run whose options were judged and whose parts are built: nothing that follows fails for an
// option. Everything that starts from options starts here.
struct Run {
    RunOptions options;
    KernelTraits traits;
    std::shared_ptr<const Kernel> kernel;
};

// Throws ConfigError, naming the option and what it accepts, before any work.
Run resolve(const RunOptions& options);

// The kernel and the options that matter to it, in reading order: those of slices for a kernel on
// slices only, a cluster factor only where a clustering method takes it.
std::vector<Setting> kernel_settings(const RunOptions& options);

// Settings of the kernel that people vary, and others that differ from the defaults: what text_of
// shows.
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

// Settings by which a result is judged, with what the run may use; the number of folds where
// options decide it.
std::vector<Setting> judging_settings(const RunOptions& options);

// How graphs are read, where that differs from the defaults.
std::vector<Setting> source_settings(const RunOptions& options);

// What a model says of its training, beside what training chose.
std::vector<Setting> training_settings(const RunOptions& options);

// `dhgak-oa  nlm=w2v H=5 b=0 ...`: the kernel and those of its settings that people vary.
std::string text_of(const RunOptions& options);

// A run as options of `dhgak fit`: `--kernel dhgak --H 3`, what differs from the defaults.
std::string command_line_of(const RunOptions& options);

// One word of a command line for a shell: in quotes where it has blanks or other special
// characters.
std::string shell_quoted(const std::string& text);

std::string title_of(const std::string& score);  // `balanced accuracy`

}  // namespace dhgak
