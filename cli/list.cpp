// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "align/aligner.h"
#include "commands.h"
#include "dhgak/graph/reader.h"
#include "dhgak/learn/learner.h"
#include "kernels/registry.h"
#include "methods/embedders.h"
#include "options.h"

namespace dhgak::cli {
namespace {

std::string describe_all(const char* title, const std::vector<MethodInfo>& methods) {
    std::string text = fmt::format("{}\n", title);
    for (const MethodInfo& method : methods) {
        text += fmt::format("  {:<12} {}\n", method.name, method.summary);
        for (const OptionInfo& option : method.options)
            text += fmt::format(
                "      {:<24} {}{}\n", fmt::format("{}={}", option.key, option.fallback),
                option.meaning,
                option.tried.empty() ? "" : fmt::format(" (search tries {})", option.tried));
    }
    return text + "\n";
}

}  // namespace

void add_list(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "list", "Every file format, language model, clustering, kernel and learner, with options");
    command->callback([] {
        print(describe_all("DATA", list_readers()) +
              describe_all("--nlm NAME:option=value,...", list_embedders()) +
              describe_all("--cluster NAME:option=value,...", list_aligners()) +
              describe_all("--kernel NAME:option=value,...", list_kernels()) +
              describe_all("--learner NAME", list_learners()));
    });
}

}  // namespace dhgak::cli
