// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <svm.h>

#include "dhgak/matrix/gram.h"
#include "learn/known_classes.h"

namespace dhgak {

// A Gram matrix as libsvm reads it; copies share it.
class LibsvmGram {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): models take matrices as they are.
    LibsvmGram(const GramMatrix& gram) {
        // What libsvm calls a precomputed row: the serial number, then the kernel values.
        auto rows = std::make_shared<Rows>(gram.size());
        for (std::size_t i = 0; i < gram.size(); ++i) {
            (*rows)[i].push_back({.index = 0, .value = static_cast<double>(i + 1)});
            for (std::size_t j = 0; j < gram.size(); ++j)
                (*rows)[i].push_back({.index = static_cast<int>(j + 1), .value = gram(i, j)});
        }
        rows_ = std::move(rows);
    }

    svm_node* row(std::size_t graph) const { return (*rows_)[graph].data(); }

private:
    using Rows = std::vector<std::vector<svm_node>>;
    std::shared_ptr<Rows> rows_;
};

// SvmModel as libsvm trains it: what our solver is judged by.
class LibsvmModel {
public:
    LibsvmModel(LibsvmGram gram, std::span<const std::size_t> train,
                std::span<const std::uint32_t> classes, double C, bool balance = false)
        : gram_(std::move(gram)) {
        // libsvm orders classes by first occurrence.
        std::vector<std::size_t> graphs(train.begin(), train.end());
        std::ranges::sort(graphs, {}, [&](std::size_t g) { return std::pair(classes[g], g); });
        for (const std::size_t graph : graphs) {
            targets_.push_back(classes[graph]);
            pointers_.push_back(gram_.row(graph));
        }
        const svm_problem problem = {
            .l = static_cast<int>(pointers_.size()), .y = targets_.data(), .x = pointers_.data()};
        svm_parameter parameter = {};
        parameter.svm_type = C_SVC;
        parameter.kernel_type = PRECOMPUTED;
        parameter.cache_size = 1000;
        parameter.eps = 1e-3;
        parameter.C = C;
        parameter.shrinking = 1;
        const std::vector<double> all_costs = class_costs(train, classes, balance);
        std::vector<double> costs;
        std::vector<int> weighted;
        for (std::size_t c = 0; c < all_costs.size(); ++c)
            if (all_costs[c] > 0) {
                weighted.push_back(static_cast<int>(c));
                costs.push_back(all_costs[c]);
            }
        parameter.nr_weight = static_cast<int>(weighted.size());
        parameter.weight_label = weighted.data();
        parameter.weight = costs.data();
        svm_set_print_string_function([](const char*) {});
        model_ = svm_train(&problem, &parameter);
    }
    ~LibsvmModel() { svm_free_and_destroy_model(&model_); }
    LibsvmModel(const LibsvmModel&) = delete;
    LibsvmModel& operator=(const LibsvmModel&) = delete;

    std::uint32_t predict(std::size_t graph) const {
        return static_cast<std::uint32_t>(svm_predict(model_, gram_.row(graph)));
    }

    // Of two classes: positive for the second.
    double decision(std::size_t graph) const {
        double value = 0;
        svm_predict_values(model_, gram_.row(graph), &value);
        return -value;
    }

private:
    LibsvmGram gram_;
    std::vector<double> targets_;
    std::vector<svm_node*> pointers_;
    svm_model* model_ = nullptr;
};

}  // namespace dhgak
