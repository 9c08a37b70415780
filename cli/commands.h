// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

namespace dhgak::cli {

// Each adds one subcommand to the program; its callback does the work when the command is named.
void add_compare(CLI::App& program);
void add_cv(CLI::App& program);
void add_demo(CLI::App& program);
void add_embed(CLI::App& program);
void add_explain(CLI::App& program);
void add_features(CLI::App& program);
void add_fit(CLI::App& program);
void add_finetune(CLI::App& program);
void add_generate(CLI::App& program);
void add_info(CLI::App& program);
void add_kernel(CLI::App& program);
void add_list(CLI::App& program);
void add_model(CLI::App& program);
void add_plot(CLI::App& program);
void add_predict(CLI::App& program);
void add_report(CLI::App& program);
void add_reproduce(CLI::App& program);
void add_search(CLI::App& program);
void add_slices(CLI::App& program);
void add_transform(CLI::App& program);

}  // namespace dhgak::cli
