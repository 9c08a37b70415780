// SPDX-License-Identifier: MIT
#include "torch/encode/bert_parameters.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include <ATen/TensorOperators.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mv.h>
#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "io/safetensors.h"
#include "torch/device/device.h"

namespace dhgak {
namespace {

// Hands the tensors of a model file to the parameters, which come in the same order.
class ParameterList {
public:
    explicit ParameterList(const BertConfig& config) : tensors_(bert_tensors(config)) {
        std::erase_if(tensors_, [](const BertTensor& t) { return t.part == BertPart::pooler; });
    }

    void add(at::Tensor& tensor, std::initializer_list<std::string> names) {
        Parameter parameter{.tensor = &tensor, .parts = {}};
        for (const std::string& name : names) parameter.parts.push_back(find(name));
        parameters.push_back(std::move(parameter));
    }
    template <typename Layer>
    void add(Layer& layer, const std::string& name) {
        add(layer.weight, {name + ".weight"});
        add(layer.bias, {name + ".bias"});
    }

    std::vector<Parameter> parameters;

private:
    const BertTensor& find(const std::string& name) const {
        return *std::ranges::find(tensors_, name, &BertTensor::name);
    }

    std::vector<BertTensor> tensors_;
};

std::span<float> values_of(const at::Tensor& tensor) {
    return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

std::size_t num_values(const BertTensor& tensor) {
    std::size_t product = 1;
    for (const std::int64_t size : tensor.shape) product *= static_cast<std::size_t>(size);
    return product;
}

// Box and Muller's transform of our own stream: the same numbers on every platform.
void fill_normal(std::span<float> values, double deviation, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const double radius = deviation * std::sqrt(-2 * std::log(1 - random.uniform()));
        const double angle = 2 * std::numbers::pi * random.uniform();
        values[i] = static_cast<float>(radius * std::cos(angle));
        if (i + 1 < values.size()) values[i + 1] = static_cast<float>(radius * std::sin(angle));
    }
}

void initialize(const Parameter& parameter, const BertConfig& config, std::uint64_t seed) {
    *parameter.tensor = at::empty(parameter.shape(), at::kFloat);
    const std::span<float> values = values_of(*parameter.tensor);
    if (parameter.decays())
        fill_normal(values, config.initializer_range, seed);
    else
        std::ranges::fill(values, parameter.parts[0].name.ends_with(".weight") ? 1.0f : 0.0f);
}

}  // namespace

std::vector<std::int64_t> Parameter::shape() const {
    std::vector<std::int64_t> result = parts.front().shape;
    result[0] = 0;
    for (const BertTensor& part : parts) result[0] += part.shape[0];
    return result;
}

bool Parameter::decays() const { return parts.front().shape.size() > 1; }

bool Parameter::in_head() const { return parts.front().part == BertPart::mlm_head; }

std::vector<Parameter> list_parameters(BertParameters& parameters, const BertConfig& config) {
    ParameterList list(config);
    const std::string embeddings = "bert.embeddings.";
    list.add(parameters.words, {embeddings + "word_embeddings.weight"});
    list.add(parameters.positions, {embeddings + "position_embeddings.weight"});
    list.add(parameters.types, {embeddings + "token_type_embeddings.weight"});
    list.add(parameters.embedding_norm, embeddings + "LayerNorm");
    parameters.layers.resize(static_cast<std::size_t>(config.num_hidden_layers));
    for (std::size_t i = 0; i < parameters.layers.size(); ++i) {
        EncoderLayer& layer = parameters.layers[i];
        const std::string prefix = fmt::format("bert.encoder.layer.{}.", i);
        const std::string self = prefix + "attention.self.";
        list.add(layer.qkv.weight,
                 {self + "query.weight", self + "key.weight", self + "value.weight"});
        list.add(layer.qkv.bias, {self + "query.bias", self + "key.bias", self + "value.bias"});
        list.add(layer.attention_out, prefix + "attention.output.dense");
        list.add(layer.attention_norm, prefix + "attention.output.LayerNorm");
        list.add(layer.up, prefix + "intermediate.dense");
        list.add(layer.down, prefix + "output.dense");
        list.add(layer.output_norm, prefix + "output.LayerNorm");
    }
    list.add(parameters.head_transform, "cls.predictions.transform.dense");
    list.add(parameters.head_norm, "cls.predictions.transform.LayerNorm");
    list.add(parameters.head_bias, {"cls.predictions.bias"});
    return std::move(list.parameters);
}

BertParameters random_parameters(const BertConfig& config, std::uint64_t seed) {
    BertParameters parameters;
    std::uint64_t number = 0;
    for (const Parameter& parameter : list_parameters(parameters, config))
        initialize(parameter, config, derive_seed(seed, {number++}));
    return parameters;
}

BertParameters load_parameters(const BertWeights& weights, const BertConfig& config,
                               std::uint64_t seed) {
    BertParameters parameters;
    const std::vector<Parameter> list = list_parameters(parameters, config);
    parallel_for(list.size(), [&](std::size_t i) {
        const Parameter& parameter = list[i];
        if (parameter.in_head() && !weights.has_mlm_head) {
            initialize(parameter, config, derive_seed(seed, {i + 1}));
            return;
        }
        *parameter.tensor = at::empty(parameter.shape(), at::kFloat);
        std::span<float> rest = values_of(*parameter.tensor);
        for (const BertTensor& part : parameter.parts) {
            const std::size_t size = num_values(part);
            copy_floats(weights.tensors.at(part.name), rest.first(size));
            rest = rest.subspan(size);
        }
    });
    return parameters;
}

void save_parameters(const std::filesystem::path& folder, BertParameters& parameters,
                     const BertConfig& config) {
    std::vector<at::Tensor> kept;
    std::vector<FloatTensor> tensors;
    for (const Parameter& parameter : list_parameters(parameters, config)) {
        kept.push_back(parameter.tensor->detach().to(at::kCPU, at::kFloat).contiguous());
        std::span<const float> rest = values_of(kept.back());
        for (const BertTensor& part : parameter.parts) {
            const std::size_t size = num_values(part);
            tensors.push_back({part.name, part.shape, rest.first(size)});
            rest = rest.subspan(size);
        }
    }
    write_safetensors(folder / "model.safetensors", tensors);
}

BertParameters fold_biases(const BertParameters& parameters) {
    BertParameters folded = parameters;
    struct Fold {
        NormLayer* before;
        LinearLayer *adds, *reads;
    };
    std::vector<Fold> folds;
    NormLayer* before = &folded.embedding_norm;
    for (EncoderLayer& layer : folded.layers) {
        folds.push_back({before, &layer.attention_out, &layer.qkv});
        folds.push_back({&layer.attention_norm, &layer.down, &layer.up});
        before = &layer.output_norm;
    }
    parallel_for(folds.size(), [&](std::size_t i) {
        use_one_thread();
        const auto& [norm, adds, reads] = folds[i];
        norm->bias = norm->bias + adds->bias;
        reads->bias = reads->bias - at::mv(reads->weight, adds->bias);
        adds->bias.reset();
    });
    return folded;
}

BertParameters convert(const BertParameters& parameters, const BertConfig& config,
                       at::Device device, at::ScalarType dtype) {
    BertParameters result = parameters;
    const std::vector<Parameter> list = list_parameters(result, config);
    parallel_for(list.size(), [&](std::size_t i) {
        use_one_thread();
        if (list[i].tensor->defined()) *list[i].tensor = list[i].tensor->to(dtype);
    });
    for (const Parameter& parameter : list)
        if (parameter.tensor->defined()) *parameter.tensor = parameter.tensor->to(device);
    return result;
}

BertParameters convert_to_encode(const BertParameters& parameters, const BertConfig& config,
                                 at::Device device, at::ScalarType dtype) {
    return convert(device.is_cuda() ? fold_biases(parameters) : parameters, config, device, dtype);
}

}  // namespace dhgak
