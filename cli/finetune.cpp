// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/pipeline.h"
#include "file_options.h"
#include "options.h"
#include "torch/finetune.h"

namespace dhgak::cli {
namespace {

struct FinetuneFlags : RunFlags {
    FinetuneOptions finetune;
};

std::string describe_training(const FinetuneResult& result) {
    std::string text = fmt::format(
        "{} distinct slices, {} steps{}\n", result.num_sentences, result.num_steps,
        result.resumed_at_step ? fmt::format(", resumed at {}", result.resumed_at_step) : "");
    text += fmt::format("{:>6} {:>10} {:>10}\n", "epoch", "train loss", "eval loss");
    text += fmt::format("{:>6} {:>10} {:>10.4f}\n", "before", "", result.eval_before);
    for (std::size_t e = 0; e < result.epochs.size(); ++e)
        text += fmt::format("{:>6} {:>10.4f} {:>10.4f}\n", e + 1, result.epochs[e].train,
                            result.epochs[e].eval);
    return text;
}

void finetune(FinetuneFlags flags) {
    if (flags.finetune.model.empty())
        if (const char* folder = std::getenv("DHGAK_BERT_DIR")) flags.finetune.model = folder;
    if (flags.finetune.model.empty())
        throw ConfigError(
            "which model shall be trained on? Name its folder with --bert, or with the variable "
            "DHGAK_BERT_DIR");
    const RunOptions run = flags.parse();
    flags.finetune.seed = run.seed;
    validate(flags.finetune);
    const Dataset dataset = read_dataset(flags.data, flags.molecule_options());
    const FinetuneResult result =
        finetune_bert(cut_slices(dataset, run.kernel.align.slices), flags.finetune);
    print(describe_training(result) + fmt::format("{}: use it with --nlm bert:dir={}\n",
                                                  flags.finetune.output.string(),
                                                  flags.finetune.output.string()));
}

}  // namespace

void add_finetune(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "finetune", "Teach a BERT model to guess masked labels of a dataset's slices");
    const auto flags = std::make_shared<FinetuneFlags>();
    FinetuneOptions& options = flags->finetune;
    add_data(*command, *flags);
    reads(
        command->add_option("--bert", options.model,
                            "Hugging Face folder to start from (or the variable DHGAK_BERT_DIR)"));
    writes_into(command->add_option(
                    "-o,--output", options.output,
                    "Folder to write; an interrupted run goes on from the checkpoint in it"))
        ->required();
    command->add_option("--epochs", options.epochs, "Passes over the slices")
        ->capture_default_str();
    command->add_option("--batch", options.batch, "Slices per step")->capture_default_str();
    command->add_option("--rate", options.rate, "Learning rate, falling linearly to 0")
        ->capture_default_str();
    command->add_option("--weight-decay", options.weight_decay, "Of AdamW")->capture_default_str();
    command->add_option("--mask-share", options.mask_share, "Share of labels to guess")
        ->capture_default_str();
    command->add_option("--eval-share", options.eval_share, "Share of slices held out")
        ->capture_default_str();
    command->add_option("--max-length", options.max_length, "Tokens of a slice that are read")
        ->capture_default_str();
    command
        ->add_option("--checkpoint-steps", options.checkpoint_steps,
                     "Steps between checkpoints; 0: at the end of epochs only")
        ->capture_default_str();
    command->add_option("--device", options.device, "auto, cpu or cuda")->capture_default_str();
    add_setting(*command, flags->given, *find_setting("seed"), "Same seed, same losses");
    add_run_options(*command, *flags, {"Slices"});
    command->callback([flags] { finetune(*flags); });
}

}  // namespace dhgak::cli
