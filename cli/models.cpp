// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "dhgak/hub/hub.h"
#include "file_options.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct ModelsFlags {
    std::string name;
    std::string cache;
    std::string url;

    HubOptions parse() const { return {.base_url = url, .place = {.cache_dir = cache}}; }
};

void add_hub_options(CLI::App& command, ModelsFlags& flags) {
    writes_into(
        command.add_option("--cache", flags.cache,
                           "Folder to keep models in (default: DHGAK_CACHE or ~/.cache/dhgak)"));
    command.add_option("--url", flags.url, "Hub to ask (default: HF_ENDPOINT or huggingface.co)");
}

std::string list_models(const ModelsFlags& flags) {
    std::string text;
    for (const KnownModel& model : known_models())
        text += fmt::format("{:<24} {:>5} MB  {}{}\n", model.name, model.megabytes, model.summary,
                            is_downloaded(model.name, flags.parse().place) ? "  [here]" : "");
    return text + "Any owner/name of the hub that is a BERT model with safetensors works too.\n";
}

}  // namespace

void add_models(CLI::App& program) {
    CLI::App* command = program.add_subcommand("models", "BERT models: list them, get one");
    command->require_subcommand(1);
    const auto flags = std::make_shared<ModelsFlags>();

    CLI::App* list = command->add_subcommand("list", "Models known to load, and which are here");
    add_hub_options(*list, *flags);
    list->callback([flags] { print(list_models(*flags)); });

    CLI::App* get = command->add_subcommand("get", "Download a model to the cache; resumable");
    get->add_option("NAME", flags->name, "A name of `models list`, or owner/name")->required();
    add_hub_options(*get, *flags);
    get->callback([flags] {
        const auto folder = get_model(flags->name, flags->parse());
        print(fmt::format("{0}: use it with --nlm bert:dir={0}\n", folder.string()));
    });
}

}  // namespace dhgak::cli
