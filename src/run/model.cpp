// SPDX-License-Identifier: MIT
#include "dhgak/run/model.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/registry.h"
#include "dhgak/learn/outer_folds.h"
#include "dhgak/run/evaluate.h"
#include "dhgak/run/known_classes.h"
#include "dhgak/run/split.h"

namespace dhgak {
namespace {

constexpr const char* kAtoms = "atoms";

ModelInfo describe(const Run& run, const Dataset& graphs, const FittedKernel& kernel) {
    ModelInfo info = {.version = version(),
                      .settings = kernel_settings(run.options),
                      .dataset = graphs.name,
                      .graphs = graphs.num_graphs(),
                      .nodes = graphs.num_nodes(),
                      .class_names = graphs.class_names,
                      .class_sizes = std::vector<std::size_t>(graphs.num_classes()),
                      .labels_are_degrees = graphs.labels_are_degrees,
                      .atoms = graphs.atoms,
                      .num_columns = kernel.num_columns()};
    for (const Setting& setting : judging_settings(run.options))
        if (setting.name == "seed" || setting.name == "balance" || setting.name == "score" ||
            setting.name == "inner_folds")
            info.settings.push_back(setting);
    if (!graphs.atoms.empty()) info.settings.push_back({kAtoms, graphs.atoms});
    for (const std::uint32_t c : graphs.classes) ++info.class_sizes[c];
    return info;
}

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
    writer.set("class_names", info.class_names);
    const std::vector<std::int64_t> sizes(info.class_sizes.begin(), info.class_sizes.end());
    writer.add("class_sizes", std::span<const std::int64_t>(sizes));
    writer.set("labels_are_degrees", info.labels_are_degrees);
    writer.set("C", info.C);
    writer.set("inner_score", info.inner_score);
    writer.set("svm", info.svm);
}

ModelInfo load_info(const ModelReader& reader) {
    constexpr std::int64_t kMany = std::int64_t{1} << 60;
    ModelInfo info = {.version = reader.text("version"),
                      .settings = {},
                      .dataset = reader.text("dataset"),
                      .graphs = static_cast<std::size_t>(reader.integer("graphs", 0, kMany)),
                      .nodes = static_cast<std::size_t>(reader.integer("nodes", 0, kMany)),
                      .class_names = reader.texts("class_names"),
                      .class_sizes = {},
                      .labels_are_degrees = reader.flag("labels_are_degrees"),
                      .atoms = {},
                      .C = reader.number("C"),
                      .inner_score = reader.number("inner_score"),
                      .svm = reader.text("svm"),
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
    reader.require(info.class_sizes.size() == info.class_names.size(), "class_sizes",
                   "there must be one for each class");
    return info;
}

}  // namespace

Model::Model(std::shared_ptr<const ModelInfo> info, std::shared_ptr<const FittedKernel> kernel,
             std::shared_ptr<const Classifier> classifier)
    : info_(std::move(info)), kernel_(std::move(kernel)), classifier_(std::move(classifier)) {}

Model Model::fit(const Run& run, const Dataset& dataset, bool probability, StageTimes& times) {
    validate(dataset);
    require_classes(dataset);
    const Dataset known = known_classes(dataset).dataset;
    FoldSource source = {.splits = {}, .group_of_graph = {}, .class_names = known.class_names};
    std::vector<std::uint32_t> scaffolds;
    if (run.options.split == SplitBy::scaffold)
        source.group_of_graph = scaffolds = scaffold_groups(known);
    const OuterFold whole = make_whole_fold(known.classes, run.options.cv, source);
    std::shared_ptr<const FittedKernel> kernel = run.kernel->fit(known, {times});
    auto info = std::make_shared<ModelInfo>(describe(run, known, *kernel));
    std::optional<Classifier> classifier;
    const int level = run.kernel->level();
    times.measure("kernel", [&] {
        visit_learning_data(
            *kernel, {}, {&level, 1}, run.options.svm, [&](int, const LearningData& data) {
                times.measure("learn", [&] {
                    const InnerScore choice = choose_c(data, whole, run.options.cv);
                    info->C = choice.C;
                    info->inner_score = choice.score;
                    info->svm = data.gram() ? "kernel" : "linear";
                    classifier.emplace(data, known.classes,
                                       ClassifierOptions{.C = choice.C,
                                                         .balance = run.options.cv.balance,
                                                         .probability = probability,
                                                         .inner_folds = run.options.cv.inner_folds,
                                                         .seed = run.options.cv.seed});
                });
            });
        if (run.traits.has_features && !classifier->takes_features())
            classifier.emplace(classifier->on_features(kernel->training_features()));
    });
    return {std::move(info), std::move(kernel),
            std::make_shared<const Classifier>(std::move(*classifier))};
}

Model Model::load(const std::filesystem::path& path) {
    const ModelReader reader(path);
    auto info = std::make_shared<ModelInfo>(load_info(reader.at("info")));
    const std::string name = Spec::parse(info->settings.front().text()).name;
    std::shared_ptr<const FittedKernel> kernel = load_kernel(name, reader);
    info->num_columns = kernel->num_columns();
    const ModelReader learn = reader.at("learn");
    auto classifier = std::make_shared<const Classifier>(learn);
    for (const std::uint32_t c : classifier->classes())
        learn.require(c < info->class_names.size(), "classes", "a class has no name");
    return {std::move(info), std::move(kernel), std::move(classifier)};
}

void Model::save(const std::filesystem::path& path) const {
    const ModelWriter writer;
    save_info(*info_, writer.at("info"));
    kernel_->save(writer);
    classifier_->save(writer.at("learn"));
    writer.write(path);
}

void Model::check(const Dataset& graphs, NewGraphNotes& notes) const {
    validate(graphs);
    if (graphs.num_nodes() > 0 && graphs.labels_are_degrees != info_->labels_are_degrees)
        notes.other_labels += graphs.num_graphs();
    if (!info_->atoms.empty() && !graphs.atoms.empty() && graphs.atoms != info_->atoms)
        throw InputError(fmt::format(
            "the model was fitted on molecules with atoms {}, and these have atoms {}; read them "
            "alike",
            info_->atoms, graphs.atoms));
}

SparseMatrix Model::transform(const Dataset& graphs, NewGraphNotes& notes) const {
    check(graphs, notes);
    return kernel_->features(graphs, notes);
}

Predictions Model::predict(const Dataset& graphs, NewGraphNotes& notes) const {
    check(graphs, notes);
    return classifier_->takes_features()
               ? classifier_->predict(kernel_->features(graphs, notes))
               : classifier_->predict(kernel_->against_training(graphs, notes).values);
}

}  // namespace dhgak
