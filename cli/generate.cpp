// SPDX-License-Identifier: MIT
#include <memory>

#include <fmt/format.h>

#include "commands.h"
#include "file_options.h"
#include "graph/generate.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct GenerateFlags : GenerateOptions {
    std::string output;
};

void generate(const GenerateFlags& flags) {
    const GeneratedSizes sizes = generate_dataset(flags.output, flags);
    print(fmt::format("{}: {} graphs, {} nodes, {} edges, best accuracy {:g} %\n", flags.output,
                      sizes.graphs, sizes.nodes, sizes.edges, 100 * (1 - flags.noise)));
}

}  // namespace

void add_generate(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "generate", "Molecule-like graphs as in the demo, any number, as a new TU folder");
    const auto flags = std::make_shared<GenerateFlags>();
    command->add_option("--graphs", flags->num_graphs, "How many")->required();
    writes_into(command->add_option("-o,--output", flags->output, "The folder to make"))
        ->required();
    command
        ->add_option("--nodes", flags->num_nodes,
                     "How many atoms each has, about; 0: as in the demo, about 18")
        ->capture_default_str();
    command
        ->add_option("--noise", flags->noise,
                     "How likely a class is wrong, up to 0.5: the best accuracy is 1 less this")
        ->capture_default_str();
    command->add_option("--seed", flags->seed, "Same seed, same graphs")->capture_default_str();
    command->add_option("--name", flags->name, "Of the dataset (default: that of the folder)");
    command->callback([flags] { generate(*flags); });
}

}  // namespace dhgak::cli
