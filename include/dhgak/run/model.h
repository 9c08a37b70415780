// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/learn/predictor.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"

namespace dhgak {

// What a model was fitted on, and how.
struct ModelInfo {
    std::string version;            // of the program that fitted it
    std::vector<Setting> settings;  // of the kernel and the learner
    std::string dataset;
    std::size_t graphs = 0;
    std::size_t nodes = 0;
    std::size_t codebook_graphs = 0;  // of them, that vectors and clusters were learned from
    std::vector<std::string> class_names;
    std::vector<std::size_t> class_sizes;
    bool labels_are_degrees = false;
    std::string atoms;                     // Dataset::atoms
    double C = 0;                          // that the inner folds chose
    double inner_score = 0;                // what it reached there
    std::string learner;                   // of list_learners
    std::vector<std::size_t> num_columns;  // by level of the kernel
};

struct FitOptions {
    bool probability = false;  // the model tells probabilities, too
    // A part of the graphs, about so large, that the model does not see and is judged by; how they
    // are chosen says RunOptions::folds.split.
    std::optional<double> test_share = {};
};

// Counts graphs labelled by degree for a kernel that was fitted on labels, or the reverse, where
// the kernel has read their labels.
void note_other_labels(bool trained_on_degrees, const Dataset& graphs, NewGraphNotes& notes);

// A fitted kernel with a predictor: what `dhgak fit` writes. Immutable; copies share their parts.
class Model {
public:
    // `fit` (fit.h) of graphs in memory, for those who want the model alone.
    static Model fit(const Run& run, const Dataset& graphs, const FitOptions& options = {});

    // A model of parts that belong together: the predictor takes the kernel's features or its
    // values with the training graphs, and its classes are numbers of info.class_names.
    static Model assemble(ModelInfo info, std::shared_ptr<const FittedKernel> kernel,
                          std::shared_ptr<const Predictor> predictor);

    // Throws InputError, naming the part, if the file is not a whole model of this version.
    static Model load(const std::filesystem::path& path);

    void save(const std::filesystem::path& path) const;

    const ModelInfo& info() const { return *info_; }
    const FittedKernel& kernel() const { return *kernel_; }
    const Predictor& predictor() const { return *predictor_; }

    // Features of any graphs; see FittedKernel::features.
    SparseMatrix transform(const Dataset& graphs, NewGraphNotes& notes) const;
    SparseMatrix transform(const Dataset& graphs) const;  // logs what is unusual

    // Classes are numbers of info().class_names. For graphs without nodes too: their decision is
    // the bias. Each graph's prediction depends on that graph alone.
    Predictions predict(const Dataset& graphs, NewGraphNotes& notes) const;
    Predictions predict(const Dataset& graphs) const;  // logs what is unusual

private:
    Model(std::shared_ptr<const ModelInfo> info, std::shared_ptr<const FittedKernel> kernel,
          std::shared_ptr<const Predictor> predictor);

    void check(const Dataset& graphs, NewGraphNotes& notes) const;

    std::shared_ptr<const ModelInfo> info_;
    std::shared_ptr<const FittedKernel> kernel_;
    std::shared_ptr<const Predictor> predictor_;
};

}  // namespace dhgak
