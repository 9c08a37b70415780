// SPDX-License-Identifier: MIT
#include "dhgak/learn/svm.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>
#include <svm.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "learn/known_classes.h"
#include "learn/svm/float_gram.h"

namespace dhgak {
namespace {

constexpr double kMegabyte = 1 << 20;

// libsvm keeps the kernel rows it has used as floats. All of them fit unless many threads train
// large problems at once; what the cache holds never changes a result.
double cache_megabytes(std::size_t num_train) {
    const auto size = static_cast<double>(num_train);
    const double all_rows = (size * size * sizeof(float) + size * 64) / kMegabyte + 1;
    const double share = 2048.0 / static_cast<double>(num_threads());
    return std::min(all_rows, std::max(share, 40.0));
}

// libsvm's only global variable is where it prints; set once, threads may train side by side.
void silence_libsvm() {
    [[maybe_unused]] static const bool done = [] {
        svm_set_print_string_function([](const char*) {});
        return true;
    }();
}

}  // namespace

// Row i is what libsvm calls a precomputed row: the serial number i + 1, then the kernel values of
// graph i at the places 1..size.
struct SvmGram::Rows {
    std::size_t size;
    std::size_t stride;
    std::vector<svm_node> nodes;

    // libsvm reads the head of every row for each row it fetches. With an odd number of cache lines
    // between heads they do not compete for the same cache sets.
    explicit Rows(const GramMatrix& gram)
        : size(gram.size()), stride((size / 4 + 1) / 2 * 8 + 4), nodes(size * stride) {
        parallel_for(size, 16, [&](std::size_t i) {
            require_finite(gram, i);
            svm_node* row = nodes.data() + i * stride;
            row[0] = {.index = 0, .value = static_cast<double>(i + 1)};
            for (std::size_t j = 0; j < size; ++j)
                row[j + 1] = {.index = static_cast<int>(j + 1), .value = gram(i, j)};
        });
    }

    svm_node* row(std::size_t i) { return nodes.data() + i * stride; }
};

SvmGram::SvmGram(const GramMatrix& gram) : rows_(std::make_unique<Rows>(gram)) {}
SvmGram::~SvmGram() = default;
SvmGram::SvmGram(SvmGram&&) noexcept = default;
SvmGram& SvmGram::operator=(SvmGram&&) noexcept = default;

std::size_t SvmGram::size() const { return rows_->size; }

struct SvmModel::State {
    SvmGram::Rows* rows;
    std::vector<std::size_t> graphs;  // in libsvm's order
    std::vector<std::uint32_t> known;
    svm_model* model = nullptr;

    ~State() { svm_free_and_destroy_model(&model); }
};

SvmModel::SvmModel(const SvmGram& gram, std::span<const std::size_t> train,
                   std::span<const std::uint32_t> classes, double C, bool balance)
    : state_(std::make_unique<State>()) {
    assert(classes.size() == gram.size());
    state_->rows = gram.rows_.get();
    state_->known = known_classes(train, classes);

    // libsvm orders classes by first occurrence: sorted, neither their order nor the model depends
    // on the order of `train`.
    std::vector<std::size_t>& graphs = state_->graphs;
    graphs.assign(train.begin(), train.end());
    std::ranges::sort(graphs, [&](std::size_t a, std::size_t b) {
        return std::pair(classes[a], a) < std::pair(classes[b], b);
    });
    if (state_->known.size() < 2) return;

    const std::vector<double> all_costs = class_costs(train, classes, balance);
    std::vector<double> targets;
    std::vector<svm_node*> rows;
    for (const std::size_t graph : graphs) {
        targets.push_back(classes[graph]);
        rows.push_back(state_->rows->row(graph));
    }
    const svm_problem problem = {
        .l = static_cast<int>(rows.size()), .y = targets.data(), .x = rows.data()};
    svm_parameter parameter = {};
    parameter.svm_type = C_SVC;
    parameter.kernel_type = PRECOMPUTED;
    parameter.cache_size = cache_megabytes(rows.size());
    parameter.eps = 1e-3;
    parameter.C = C;
    parameter.shrinking = 1;
    std::vector<int> weighted(state_->known.begin(), state_->known.end());
    std::vector<double> costs;
    for (const std::uint32_t c : state_->known) costs.push_back(all_costs[c]);
    if (balance) {
        parameter.nr_weight = static_cast<int>(weighted.size());
        parameter.weight_label = weighted.data();
        parameter.weight = costs.data();
    }
    if (const char* reason = svm_check_parameter(&problem, &parameter))
        throw ConfigError(fmt::format("libsvm refuses C = {}: {}", C, reason));
    silence_libsvm();
    state_->model = svm_train(&problem, &parameter);
}

SvmModel::~SvmModel() = default;
SvmModel::SvmModel(SvmModel&&) noexcept = default;
SvmModel& SvmModel::operator=(SvmModel&&) noexcept = default;

std::uint32_t SvmModel::predict(std::size_t graph) const {
    if (!state_->model) return state_->known.front();
    return static_cast<std::uint32_t>(svm_predict(state_->model, state_->rows->row(graph)));
}

double SvmModel::decision(std::size_t graph) const {
    if (!state_->model) return 0;
    assert(svm_get_nr_class(state_->model) == 2);
    double value = 0;  // libsvm's is positive for the first class
    svm_predict_values(state_->model, state_->rows->row(graph), &value);
    return -value;
}

SvmModel::Machines SvmModel::machines() const {
    Machines machines = {.classes = state_->known, .coefficients = {}, .offsets = {}};
    if (!state_->model) return machines;
    // Of the pair (a, b), libsvm keeps the graphs of class a in list b - 1 and those of b in list
    // a.
    const svm_model& model = *state_->model;
    std::vector<std::size_t> starts = {0};
    for (int k = 0; k < model.nr_class; ++k)
        starts.push_back(starts.back() + static_cast<std::size_t>(model.nSV[k]));
    const auto add = [&](std::size_t of_class, std::size_t list) {
        for (std::size_t s = starts[of_class]; s < starts[of_class + 1]; ++s)
            if (const double coefficient = model.sv_coef[list][s]; coefficient != 0)
                machines.coefficients.back().push_back(
                    {.graph = state_->graphs[static_cast<std::size_t>(model.sv_indices[s]) - 1],
                     .value = -coefficient});
    };
    for (std::size_t a = 0; a < state_->known.size(); ++a)
        for (std::size_t b = a + 1; b < state_->known.size(); ++b) {
            machines.coefficients.emplace_back();
            add(a, b - 1);
            add(b, a);
            machines.offsets.push_back(model.rho[machines.offsets.size()]);
        }
    return machines;
}

}  // namespace dhgak
