// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dhgak {

// A token that is cut out of the text before anything else happens to it, such as [MASK].
struct AddedToken {
    std::string text;
    std::int32_t id = 0;
    bool single_word = false;  // only where no letter or digit touches it
    bool lstrip = false;       // takes the white space before it along
    bool rstrip = false;
    bool normalized = false;  // looked for after lower-casing and the like, not before
};

struct WordPieceOptions {
    bool clean_text = true;            // drop control characters, make every white space a blank
    bool handle_chinese_chars = true;  // each CJK ideograph is a word
    bool lowercase = true;
    std::optional<bool> strip_accents = {};  // unset: as `lowercase`
    std::string unk_token = "[UNK]";
    std::string cls_token = "[CLS]";
    std::string sep_token = "[SEP]";
    std::string pad_token = "[PAD]";
    std::string mask_token = "[MASK]";
    std::string continuing_prefix = "##";
    std::size_t max_word_chars = 100;  // a longer word is unknown
};

// BERT's tokenizer, equal to Hugging Face's for any text: cleaning, lower-casing and accent
// stripping, words at white space and punctuation, then the longest pieces that the vocabulary has.
// Cheap to copy; safe to use from several threads.
class WordPiece {
public:
    // From FOLDER/tokenizer.json, else FOLDER/vocab.txt; tokenizer_config.json is heeded in both.
    // Throws InputError naming file, found and expected.
    static WordPiece from_folder(const std::filesystem::path& folder);

    // Id i is vocabulary[i]; of equal entries the last counts, and an empty one takes its id out of
    // use. Without `added` the five special tokens of `options` are the added ones, as far as the
    // vocabulary has them. Throws InputError if unk_token is missing.
    explicit WordPiece(const std::vector<std::string>& vocabulary,
                       const WordPieceOptions& options = {});
    WordPiece(std::vector<std::string> vocabulary, WordPieceOptions options,
              std::vector<AddedToken> added);

    // The ids of the pieces of `text`, without [CLS] and [SEP]. Bytes that are not UTF-8 count as
    // U+FFFD.
    std::vector<std::int32_t> encode(std::string_view text) const;

    std::size_t num_pieces() const;  // the vocabulary without tokens added beyond its end
    std::size_t vocab_size() const;  // highest id + 1
    const std::string& token(std::int32_t id) const;  // throws InputError outside
    std::optional<std::int32_t> find(std::string_view token) const;
    std::int32_t id(std::string_view token) const;  // throws InputError where missing

    std::int32_t unk_id() const;
    std::int32_t pad_id() const { return id(options().pad_token); }
    std::int32_t mask_id() const { return id(options().mask_token); }

    const WordPieceOptions& options() const;
    std::vector<AddedToken> added_tokens() const;

    // Writes tokenizer.json, tokenizer_config.json and vocab.txt, from which transformers and
    // from_folder make the same tokenizer again. Throws InputError for a token with a line break.
    void save(const std::filesystem::path& folder) const;

private:
    struct State;
    std::shared_ptr<const State> state_;
};

}  // namespace dhgak
