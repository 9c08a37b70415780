// SPDX-License-Identifier: MIT
#include "learn/svm_path.h"

#include <algorithm>
#include <optional>

#include "learn/class_pairs.h"
#include "learn/known_classes.h"
#include "learn/svm/pair_solver.h"
#include "learn/svm/svm_rows.h"
#include "learn/svm/test_rows.h"

namespace dhgak {
namespace {

// Looser than libsvm's: which C is best depends on predictions, and these settle before. Where
// classes overlap and C is large, the last two percent of the objective take most of the time.
constexpr PairPrecision kToChooseC = {.tolerance = 1e-2F, .gap = 0.02};

}  // namespace

std::vector<Predictions> SvmPath::predict(const Split& split,
                                          std::span<const std::uint32_t> classes,
                                          std::span<const double> C, bool balance) const {
    const std::vector<std::uint32_t> known = classes_among(split.train, classes);
    const std::vector<double> costs = class_costs(split.train, classes, balance);
    const std::size_t num_tests = split.test.size();
    std::vector<Predictions> predictions(C.size());
    if (known.size() <= 2)
        for (Predictions& of_c : predictions) of_c.decisions.resize(num_tests);

    // Of many classes, few graphs are of one pair: whole rows would be run along in vain.
    constexpr std::size_t kManyClasses = 8;
    std::optional<TestRows> rows;
    if (known.size() > kManyClasses) rows.emplace(gram_.rows_->floats, split);

    // votes[(c * tests + test) * classes + class]
    std::vector<std::uint32_t> votes(C.size() * num_tests * known.size());
    for_pairs(known.size(), [&](std::size_t, std::size_t a, std::size_t b) {
        PairSolver solver(gram_.rows_->floats, pair_signs(split.train, classes, known[b], known[a]),
                          costs[known[b]], costs[known[a]], kToChooseC);
        for (std::size_t c = 0; c < C.size(); ++c) {
            gram_.rows_->warn_unless(solver.solve(C[c]), C[c]);
            const std::vector<double> decisions =
                rows ? rows->decisions(solver) : solver.decisions(split.test);
            for (std::size_t t = 0; t < num_tests; ++t)
                ++votes[(c * num_tests + t) * known.size() + (decisions[t] < 0 ? a : b)];
            if (known.size() == 2) predictions[c].decisions = decisions;
        }
    });

    auto first = votes.begin();
    for (Predictions& of_c : predictions)
        for (std::size_t t = 0; t < num_tests; ++t) {
            const auto last = first + static_cast<std::ptrdiff_t>(known.size());
            of_c.classes.push_back(
                known[static_cast<std::size_t>(std::max_element(first, last) - first)]);
            first = last;
        }
    return predictions;
}

}  // namespace dhgak
