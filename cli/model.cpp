// SPDX-License-Identifier: MIT
#include "dhgak/run/model.h"

#include "commands.h"
#include "file_options.h"
#include "model_text.h"
#include "options.h"

namespace dhgak::cli {

void add_model(CLI::App& program) {
    CLI::App* command = program.add_subcommand("model", "What is inside a model file");
    const auto path = std::make_shared<std::string>();
    reads(command->add_option("MODEL", *path, "A model that `dhgak fit` wrote"))->required();
    command->callback([path] { print(describe(Model::load(*path))); });
}

}  // namespace dhgak::cli
