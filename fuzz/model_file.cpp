// SPDX-License-Identifier: MIT
#include "dhgak/graph/builder.h"
#include "dhgak/io/safetensors.h"
#include "dhgak/run/model.h"
#include "fuzz_target.h"
#include "io/model_format.h"

using namespace dhgak;

// The input with the checksum that belongs to it, so that what the checksum guards is reached.
static std::string with_right_checksum(const std::filesystem::path& path, std::string_view input) {
    const Safetensors file(path);
    const auto value_of = [&](const char* key) {
        const auto found = file.metadata().find(key);
        return found == file.metadata().end() ? std::string() : found->second;
    };
    const std::string stated = value_of("checksum");
    const std::string right = model_checksum(value_of("values"), file.tensors());
    std::string repaired(input);
    const std::size_t place = repaired.find(stated);
    if (stated.size() == right.size() && place != std::string::npos)
        repaired.replace(place, right.size(), right);
    return repaired;
}

// Labels that the models of the corpus know and others; a graph without edges.
static Dataset make_graphs() {
    DatasetBuilder builder;
    builder.add_graph({.labels = {0, 1, 0, 2},
                       .edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}},
                       .edge_labels = {0, 1, 0, 2},
                       .attributes = {{1}, {0}, {0.5F}, {-3}}});
    builder.add_graph(
        {.labels = {1, 0}, .edges = {{0, 1}}, .edge_labels = {0}, .attributes = {{0}, {1}}});
    builder.add_graph({.labels = {0}, .attributes = {{0}}});
    return builder.build();
}

// A model that loads predicts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const Dataset graphs = make_graphs();
    const std::string_view input = fuzz::text_of(data, size);
    return fuzz::expect_answer([&] {
        folder.write("model", with_right_checksum(folder.write("model", input), input));
        const Model model = Model::load(folder.path() / "model");
        NewGraphNotes notes;
        const Predictions predictions = model.predict(graphs, notes);
        fuzz::require(predictions.classes.size() == graphs.num_graphs());
        for (const std::uint32_t c : predictions.classes)
            fuzz::require(c < model.info().class_names.size());
    });
}
