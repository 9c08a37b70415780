// SPDX-License-Identifier: MIT
#include "torch/encode/slice_sentences.h"

#include <algorithm>
#include <limits>

#include "dhgak/core/parallel.h"
#include "dhgak/graph/dataset.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kGraphsPerBlock = 16;

// Sentences of a few graphs, found by one thread.
struct Block {
    TokenSequences sentences;
    std::vector<std::uint32_t> sentence_of_slice;  // node by node, hops inside
    std::size_t num_slice_tokens = 0;
};

Block write_block(const Slices& slices, std::size_t begin, std::size_t end,
                  std::span<const std::vector<std::int32_t>> tokens_of_label,
                  std::size_t max_tokens) {
    // Where every label has a token, no more labels than tokens are needed.
    const bool has_silent_label =
        std::ranges::any_of(tokens_of_label, [](const auto& tokens) { return tokens.empty(); });
    const std::size_t max_labels =
        has_silent_label ? std::numeric_limits<std::size_t>::max() : max_tokens;
    Block block;
    std::vector<std::int32_t> sentence;
    for (std::size_t g = begin; g < end; ++g) {
        SequenceWriter writer(slices, g);
        const std::size_t num_nodes = slices.dataset->graph(g).num_nodes();
        for (std::size_t v = 0; v < num_nodes; ++v)
            for (int h = 0; h < slices.num_hops(); ++h) {
                sentence.clear();
                for (const std::uint32_t label : writer.labels(v, h, max_labels)) {
                    if (sentence.size() >= max_tokens) break;
                    const std::vector<std::int32_t>& tokens = tokens_of_label[label];
                    sentence.insert(sentence.end(), tokens.begin(), tokens.end());
                }
                sentence.resize(std::min(sentence.size(), max_tokens));
                block.sentence_of_slice.push_back(block.sentences.add(sentence));
                block.num_slice_tokens += sentence.size();
            }
    }
    return block;
}

}  // namespace

SliceSentences write_sentences(const Slices& slices,
                               std::span<const std::vector<std::int32_t>> tokens_of_label,
                               std::size_t max_tokens) {
    const std::size_t num_graphs = slices.dataset->num_graphs();
    const auto num_hops = static_cast<std::size_t>(slices.num_hops());
    std::vector<Block> blocks((num_graphs + kGraphsPerBlock - 1) / kGraphsPerBlock);
    parallel_blocks(num_graphs, kGraphsPerBlock, [&](std::size_t begin, std::size_t end) {
        blocks[begin / kGraphsPerBlock] =
            write_block(slices, begin, end, tokens_of_label, max_tokens);
    });

    SliceSentences result;
    result.hops.resize(num_hops);
    std::vector<std::vector<std::uint32_t>> row_of_sentence(num_hops);
    for (Block& block : blocks) {
        std::vector<std::uint32_t> joined(block.sentences.size());
        for (std::size_t s = 0; s < joined.size(); ++s)
            joined[s] = result.sentences.add(block.sentences[s]);
        for (std::size_t i = 0; i < block.sentence_of_slice.size(); ++i) {
            const std::uint32_t sentence = joined[block.sentence_of_slice[i]];
            SliceSentences::Hop& hop = result.hops[i % num_hops];
            std::vector<std::uint32_t>& rows = row_of_sentence[i % num_hops];
            if (rows.size() <= sentence) rows.resize(result.sentences.size(), kNone);
            if (rows[sentence] == kNone) {
                rows[sentence] = static_cast<std::uint32_t>(hop.sentence_of_row.size());
                hop.sentence_of_row.push_back(sentence);
            }
            hop.row_of_node.push_back(rows[sentence]);
        }
        result.num_slices += block.sentence_of_slice.size();
        result.num_slice_tokens += block.num_slice_tokens;
        block = {};
    }
    return result;
}

}  // namespace dhgak
