// SPDX-License-Identifier: MIT
#include "torch/train/masked_labels.h"

#include <ATen/core/Reduction.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/tensor.h>

#include "core/random.h"

namespace dhgak {

MaskedBatch mask_sentences(const TokenSequences& sentences, std::span<const std::uint32_t> ids,
                           const Masking& masking, std::uint64_t seed) {
    constexpr double kMasked = 0.8, kRandom = 0.1;
    MaskedBatch result;
    std::vector<std::int32_t> sentence;
    for (const std::uint32_t id : ids) {
        Random random(derive_seed(seed, {id}));
        sentence.assign(sentences[id].begin(), sentences[id].end());
        for (std::size_t i = 0; i < sentence.size(); ++i) {
            if (random.uniform() >= masking.share) continue;
            result.places.push_back(static_cast<std::int64_t>(result.batch.tokens.size() + i));
            result.answers.push_back(sentence[i]);
            const double kind = random.uniform();
            const auto num_words =
                static_cast<std::uint64_t>(masking.end_word - masking.first_word);
            if (kind < kMasked)
                sentence[i] = masking.mask_token;
            else if (kind < kMasked + kRandom)
                sentence[i] =
                    masking.first_word + static_cast<std::int32_t>(random.below(num_words));
        }
        result.batch.add(sentence);
    }
    return result;
}

at::Tensor masked_loss(const BertModel& model, const MaskedBatch& masked, Dropout* dropout) {
    const at::Tensor states = model.hidden_states(masked.batch, dropout);
    const at::Tensor places = at::tensor(masked.places, at::kLong).to(states.device());
    const at::Tensor answers = at::tensor(masked.answers, at::kLong).to(states.device());
    const at::Tensor scores = model.word_scores(at::index_select(states, 0, places));
    return at::cross_entropy_loss(scores.to(at::kFloat), answers, {}, at::Reduction::Sum);
}

}  // namespace dhgak
