// SPDX-License-Identifier: MIT
#include "dhgak/run/model.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/io/model_file.h"
#include "dhgak/learn/learner.h"
#include "dhgak/learn/outer_folds.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "kernels/registry.h"

namespace dhgak {
namespace {

constexpr const char* kAtoms = "atoms";

void save_info(const ModelInfo& info, const ModelWriter& writer) {
    writer.set("version", info.version);
    std::vector<std::string> names, values;
    for (const Setting& setting : info.settings) {
        names.push_back(setting.name);
        values.push_back(setting.text());
    }
    writer.set("setting_names", names);
    writer.set("setting_values", values);
    writer.set("dataset", info.dataset);
    writer.set("graphs", info.graphs);
    writer.set("nodes", info.nodes);
    writer.set("codebook_graphs", info.codebook_graphs);
    writer.set("class_names", info.class_names);
    const std::vector<std::int64_t> sizes(info.class_sizes.begin(), info.class_sizes.end());
    writer.add("class_sizes", std::span<const std::int64_t>(sizes));
    writer.set("labels_are_degrees", info.labels_are_degrees);
    writer.set("C", info.C);
    writer.set("inner_score", info.inner_score);
    writer.set("learner", info.learner);
}

ModelInfo load_info(const ModelReader& reader) {
    constexpr std::int64_t kMany = std::int64_t{1} << 60;
    ModelInfo info = {
        .version = reader.text("version"),
        .settings = {},
        .dataset = reader.text("dataset"),
        .graphs = static_cast<std::size_t>(reader.integer("graphs", 0, kMany)),
        .nodes = static_cast<std::size_t>(reader.integer("nodes", 0, kMany)),
        .codebook_graphs = static_cast<std::size_t>(reader.integer("codebook_graphs", 0, kMany)),
        .class_names = reader.texts("class_names"),
        .class_sizes = {},
        .labels_are_degrees = reader.flag("labels_are_degrees"),
        .atoms = {},
        .C = reader.positive("C"),
        .inner_score = reader.number("inner_score", -1, 1),
        .learner = {},
        .num_columns = {}};
    const std::vector<std::string> names = reader.texts("setting_names");
    const std::vector<std::string> values = reader.texts("setting_values");
    reader.require(names.size() == values.size() && !names.empty() && names.front() == "kernel",
                   "setting_names", "the kernel must come first, and each name have a value");
    for (std::size_t i = 0; i < names.size(); ++i) {
        info.settings.push_back({names[i], values[i]});
        if (names[i] == kAtoms) info.atoms = values[i];
    }
    for (const std::int64_t size : reader.counts("class_sizes"))
        info.class_sizes.push_back(static_cast<std::size_t>(size));
    // Before 0.3 it was called svm, and one on a Gram matrix kernel.
    info.learner = reader.text(reader.has("svm") ? "svm" : "learner");
    if (info.learner == "kernel") info.learner = "svm";
    const std::vector<MethodInfo> learners = list_learners();
    reader.require(std::ranges::count(learners, info.learner, &MethodInfo::name) > 0, "learner",
                   "there is no such learner");
    reader.require(info.class_sizes.size() == info.class_names.size(), "class_sizes",
                   "there must be one for each class");
    return info;
}

// The kernel's own settings, which explanations read.
Spec load_spec(const ModelReader& reader, const ModelInfo& info) {
    try {
        Spec spec = Spec::parse(info.settings.front().text());
        traits_of(spec);
        return spec;
    } catch (const ConfigError& error) {
        reader.refuse("setting_values", error.what());
    }
}

// The level that a setting gives the kernel, if one does: hops, rounds or blocks.
std::optional<int> level_setting(const Spec& spec, const ModelInfo& info) {
    const std::string name(traits_of(spec).level);
    if (name.empty()) return {};
    std::string text = spec.get(name, "");
    if (!takes_option(spec, name))
        for (const Setting& setting : info.settings)
            if (setting.name == name) text = setting.text();
    int level = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return level;
}

void require_fit(const ModelReader& reader, const ModelInfo& info, const Spec& spec,
                 const FittedKernel& kernel, const Predictor& predictor) {
    if (const auto level = level_setting(spec, info))
        reader.at("info").require(*level == kernel.level(), "setting_values",
                                  fmt::format("{} is {}, but the arrays are those of {}",
                                              traits_of(spec).level, *level, kernel.level()));
    const ModelReader learn = reader.at("learn");
    for (const std::uint32_t c : predictor.classes())
        learn.require(c < info.class_names.size(), "classes", "a class has no name");
    if (predictor.takes_features()) {
        learn.require(kernel.num_training_graphs() == 0, "input",
                      "the kernel has no features, but the predictor takes them");
        learn.require(predictor.num_inputs() == kernel.num_features(kernel.level()), "num_inputs",
                      fmt::format("there must be {}, as many as the kernel has features",
                                  kernel.num_features(kernel.level())));
    } else {
        learn.require(predictor.num_inputs() == kernel.num_training_graphs(), "num_inputs",
                      "there must be one for each training graph");
    }
}

void log_notes(const NewGraphNotes& notes) {
    for (const std::string& sentence : notes.sentences()) log_warning(sentence);
}

}  // namespace

Model::Model(std::shared_ptr<const ModelInfo> info, std::shared_ptr<const FittedKernel> kernel,
             std::shared_ptr<const Predictor> predictor)
    : info_(std::move(info)), kernel_(std::move(kernel)), predictor_(std::move(predictor)) {}

Model Model::assemble(ModelInfo info, std::shared_ptr<const FittedKernel> kernel,
                      std::shared_ptr<const Predictor> predictor) {
    return {std::make_shared<const ModelInfo>(std::move(info)), std::move(kernel),
            std::move(predictor)};
}

Model Model::load(const std::filesystem::path& path) {
    const ModelReader reader(path);
    auto info = std::make_shared<ModelInfo>(load_info(reader.at("info")));
    const Spec spec = load_spec(reader.at("info"), *info);
    std::shared_ptr<const FittedKernel> kernel = load_kernel(spec.name, reader);
    info->num_columns = kernel->num_columns();
    std::shared_ptr<const Predictor> predictor = load_predictor(info->learner, reader.at("learn"));
    require_fit(reader, *info, spec, *kernel, *predictor);
    return {std::move(info), std::move(kernel), std::move(predictor)};
}

void Model::save(const std::filesystem::path& path) const {
    const ModelWriter writer;
    save_info(*info_, writer.at("info"));
    kernel_->save(writer);
    predictor_->save(writer.at("learn"));
    writer.write(path);
}

void note_other_labels(bool trained_on_degrees, const Dataset& graphs, NewGraphNotes& notes) {
    if (notes.has_read_labels && graphs.num_nodes() > 0 &&
        graphs.labels_are_degrees != trained_on_degrees)
        notes.other_labels += graphs.num_graphs();
}

void Model::check(const Dataset& graphs, NewGraphNotes& notes) const {
    validate(graphs);
    if (info_->codebook_graphs < info_->graphs) notes.codebook_graphs = info_->codebook_graphs;
    if (!info_->atoms.empty() && !graphs.atoms.empty() && graphs.atoms != info_->atoms)
        throw InputError(fmt::format(
            "the model was fitted on molecules with atoms {}, and these have atoms {}; read them "
            "alike",
            info_->atoms, graphs.atoms));
}

SparseMatrix Model::transform(const Dataset& graphs, NewGraphNotes& notes) const {
    check(graphs, notes);
    SparseMatrix features = kernel_->features(graphs, notes);
    note_other_labels(info_->labels_are_degrees, graphs, notes);
    return features;
}

Predictions Model::predict(const Dataset& graphs, NewGraphNotes& notes) const {
    if (predictor_->takes_features()) return predictor_->predict(transform(graphs, notes));
    check(graphs, notes);
    const CrossGram cross = kernel_->against_training(graphs, notes);
    note_other_labels(info_->labels_are_degrees, graphs, notes);
    return predictor_->predict(cross.values);
}

SparseMatrix Model::transform(const Dataset& graphs) const {
    NewGraphNotes notes;
    SparseMatrix features = transform(graphs, notes);
    log_notes(notes);
    return features;
}

Predictions Model::predict(const Dataset& graphs) const {
    NewGraphNotes notes;
    Predictions predictions = predict(graphs, notes);
    log_notes(notes);
    return predictions;
}

}  // namespace dhgak
