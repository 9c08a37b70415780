// SPDX-License-Identifier: MIT
#include "torch/train/checkpoint.h"

#include <charconv>
#include <fstream>
#include <span>
#include <vector>

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"
#include "io/safetensors.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "checkpoint-";
constexpr std::string_view kUnfinished = ".part";

// The step of a complete checkpoint's folder; nothing for any other name.
std::optional<std::size_t> step_of(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!name.starts_with(kPrefix)) return {};
    std::size_t step = 0;
    const char* end = name.data() + name.size();
    const auto [rest, status] = std::from_chars(name.data() + kPrefix.size(), end, step);
    return status == std::errc() && rest == end ? std::optional(step) : std::nullopt;
}

std::optional<fs::path> latest_checkpoint(const fs::path& folder) {
    std::optional<fs::path> latest;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        if (step_of(entry.path()) && (!latest || *step_of(entry.path()) > *step_of(*latest)))
            latest = entry.path();
    return latest;
}

std::string moment_name(std::size_t order, std::size_t parameter) {
    return fmt::format("moment{}.{}", order, parameter);
}

void write_moments(const fs::path& path, std::vector<AdamW::Entry>& entries) {
    std::vector<at::Tensor> kept;
    std::vector<FloatTensor> tensors;
    const auto add = [&](std::string name, const at::Tensor& moment) {
        kept.push_back(moment.cpu().contiguous());
        tensors.push_back(
            {std::move(name),
             kept.back().sizes().vec(),
             {kept.back().data_ptr<float>(), static_cast<std::size_t>(kept.back().numel())}});
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        add(moment_name(1, i), entries[i].first);
        add(moment_name(2, i), entries[i].second);
    }
    write_safetensors(path, tensors);
}

void read_moment(const Safetensors& file, const std::string& name, at::Tensor& moment) {
    const Tensor* tensor = file.find(name);
    if (!tensor || tensor->num_values() != static_cast<std::size_t>(moment.numel()))
        throw InputError(fmt::format("{}: no tensor '{}' of {} values; remove the checkpoint",
                                     file.path().string(), name, moment.numel()));
    std::vector<float> values = to_floats(*tensor);
    moment.copy_(at::from_blob(values.data(), moment.sizes(), at::kFloat));
}

nlohmann::json to_json(const TrainingState& state, const std::string& work) {
    nlohmann::json epochs = nlohmann::json::array();
    for (const EpochLoss& epoch : state.epochs)
        epochs.push_back({{"train", epoch.train}, {"eval", epoch.eval}});
    return {{"work", work},     {"step", state.step},         {"eval_before", state.eval_before},
            {"epochs", epochs}, {"loss_sum", state.loss_sum}, {"loss_count", state.loss_count}};
}

}  // namespace

void write_checkpoint(const fs::path& folder, const std::string& work, MaskedTraining& training,
                      BertParameters& parameters, const BertConfig& config) {
    const fs::path final_path = folder / fmt::format("{}{}", kPrefix, training.state.step);
    const fs::path path = final_path.string() + std::string(kUnfinished);
    fs::remove_all(path);
    if (!fs::create_directory(path))  // what another put there meanwhile is not written to
        throw Error(fmt::format("cannot write {}: it exists", path.string()));
    save_parameters(path, parameters, config);
    write_moments(path / "moments.safetensors", training.optimizer().entries());
    write_atomically(path / "state.json", [&](std::ostream& out) {
        out << to_json(training.state, work).dump(1) << '\n';
    });
    const std::optional<fs::path> earlier = latest_checkpoint(folder);
    fs::rename(path, final_path);
    sync_folder(folder);
    if (earlier) fs::remove_all(*earlier);
}

bool restore_checkpoint(const fs::path& folder, const std::string& work, MaskedTraining& training,
                        BertParameters& parameters, const BertConfig& config) {
    const std::optional<fs::path> path = latest_checkpoint(folder);
    if (!path) return false;
    try {
        std::ifstream in(*path / "state.json");
        const nlohmann::json json = nlohmann::json::parse(in);
        if (json.at("work") != work)
            throw InputError(fmt::format(
                "{}: a checkpoint of other slices, settings or weights; remove it or choose "
                "another output folder",
                path->string()));
        TrainingState state;
        state.step = json.at("step");
        state.eval_before = json.at("eval_before");
        for (const nlohmann::json& epoch : json.at("epochs"))
            state.epochs.push_back({epoch.at("train"), epoch.at("eval")});
        state.loss_sum = json.at("loss_sum");
        state.loss_count = json.at("loss_count");
        training.state = std::move(state);
    } catch (const nlohmann::json::exception& error) {
        throw InputError(fmt::format("{}: {}; remove the checkpoint",
                                     (*path / "state.json").string(), error.what()));
    }
    const Safetensors moments(*path / "moments.safetensors");
    std::vector<AdamW::Entry>& entries = training.optimizer().entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        read_moment(moments, moment_name(1, i), entries[i].first);
        read_moment(moments, moment_name(2, i), entries[i].second);
    }
    const BertWeights weights = open_bert_weights(*path, config);
    BertParameters saved = load_parameters(weights, config, 0);
    const std::vector<Parameter> from = list_parameters(saved, config);
    const std::vector<Parameter> to = list_parameters(parameters, config);
    for (std::size_t i = 0; i < to.size(); ++i) to[i].tensor->copy_(*from[i].tensor);
    return true;
}

void remove_checkpoints(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        std::string name = entry.path().filename().string();
        if (name.ends_with(kUnfinished)) name.resize(name.size() - kUnfinished.size());
        if (step_of(name)) found.push_back(entry.path());
    }
    for (const fs::path& path : found) fs::remove_all(path);
}

}  // namespace dhgak
