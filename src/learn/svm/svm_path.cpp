// SPDX-License-Identifier: MIT
#include "dhgak/learn/svm_path.h"

#include <algorithm>

#include "dhgak/core/error.h"
#include "learn/svm/float_gram.h"
#include "learn/svm/pair_solver.h"

namespace dhgak {

struct SvmPath::State {
    FloatGram gram;
};

SvmPath::SvmPath(const GramMatrix& gram)
    : state_(std::make_unique<State>(State{.gram = FloatGram(gram)})) {}
SvmPath::~SvmPath() = default;
SvmPath::SvmPath(SvmPath&&) noexcept = default;
SvmPath& SvmPath::operator=(SvmPath&&) noexcept = default;

std::vector<std::vector<std::uint32_t>> SvmPath::predict(const Split& split,
                                                         std::span<const std::uint32_t> classes,
                                                         std::span<const double> C) const {
    if (split.train.empty()) throw InputError("there are no graphs to train on");
    std::vector<std::uint32_t> known;
    for (const std::size_t graph : split.train) known.push_back(classes[graph]);
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());

    // votes[(c * tests + test) * classes + class]
    const std::size_t num_tests = split.test.size();
    std::vector<std::uint32_t> votes(C.size() * num_tests * known.size());
    std::vector<std::int8_t> signs(classes.size());
    for (std::size_t a = 0; a < known.size(); ++a)
        for (std::size_t b = a + 1; b < known.size(); ++b) {
            for (const std::size_t graph : split.train)
                signs[graph] = classes[graph] == known[a]   ? std::int8_t{1}
                               : classes[graph] == known[b] ? std::int8_t{-1}
                                                            : std::int8_t{0};
            PairSolver solver(state_->gram, signs);
            for (std::size_t c = 0; c < C.size(); ++c) {
                solver.solve(C[c]);
                for (std::size_t t = 0; t < num_tests; ++t)
                    ++votes[(c * num_tests + t) * known.size() +
                            (solver.decision(split.test[t]) > 0 ? a : b)];
            }
        }

    std::vector<std::vector<std::uint32_t>> predictions(C.size());
    auto first = votes.begin();
    for (std::vector<std::uint32_t>& of_c : predictions)
        for (std::size_t t = 0; t < num_tests; ++t) {
            const auto last = first + static_cast<std::ptrdiff_t>(known.size());
            of_c.push_back(known[static_cast<std::size_t>(std::max_element(first, last) - first)]);
            first = last;
        }
    return predictions;
}

}  // namespace dhgak
