// SPDX-License-Identifier: MIT
#include "bert/wordpiece.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "bert/text_normalizer.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>()(text);
    }
};

using TokenIds = std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>>;

struct Pattern {
    std::u32string text;
    AddedToken token;
};

// The longest pattern that matches at `begin`, or nullptr. A rejected one gives way to none: the
// published matcher decides on the longest first and judges its neighbours afterwards.
const Pattern* match_at(std::u32string_view text, std::size_t begin,
                        const std::vector<Pattern>& patterns) {
    const Pattern* best = nullptr;
    for (const Pattern& pattern : patterns)
        if (text.substr(begin).starts_with(pattern.text) &&
            (!best || pattern.text.size() > best->text.size()))
            best = &pattern;
    return best;
}

bool stands_alone(std::u32string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_word_character(text[begin - 1])) &&
           (end == text.size() || !is_word_character(text[end]));
}

// Cuts the patterns out of `text`: `on_text` gets what lies between them, `on_token` their ids.
void cut_out(std::u32string_view text, const std::vector<Pattern>& patterns,
             const std::function<void(std::u32string_view)>& on_text,
             const std::function<void(std::int32_t)>& on_token) {
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size() && !patterns.empty();) {
        const Pattern* pattern = match_at(text, i, patterns);
        if (!pattern) {
            ++i;
            continue;
        }
        std::size_t begin = i, end = i + pattern->text.size();
        i = end;
        if (begin < done || (pattern->token.single_word && !stands_alone(text, begin, end)))
            continue;
        while (pattern->token.lstrip && begin > done && is_white_space(text[begin - 1])) --begin;
        while (pattern->token.rstrip && end < text.size() && is_white_space(text[end])) ++end;
        if (begin > done) on_text(text.substr(done, begin - done));
        on_token(pattern->token.id);
        done = end;
    }
    if (done < text.size()) on_text(text.substr(done));
}

std::vector<AddedToken> usual_added_tokens(const std::vector<std::string>& vocabulary,
                                           const WordPieceOptions& options) {
    std::vector<AddedToken> added;
    for (const std::string& text : {options.unk_token, options.sep_token, options.pad_token,
                                    options.cls_token, options.mask_token}) {
        const auto last = std::find(vocabulary.rbegin(), vocabulary.rend(), text);
        if (last != vocabulary.rend())
            added.push_back(
                {.text = text, .id = static_cast<std::int32_t>(vocabulary.rend() - last - 1)});
    }
    return added;
}

}  // namespace

struct WordPiece::State {
    WordPieceOptions options;
    std::vector<std::string> tokens;  // by id; empty where an id is not taken
    TokenIds pieces;                  // the vocabulary
    TokenIds added;                   // beside it: no word is made of these
    std::vector<Pattern> raw, normalized;
    std::size_t longest_piece = 0;  // bytes, prefix included
    std::size_t num_pieces = 0;
    std::int32_t unk_id = 0;

    void add_pieces(std::u32string_view word, std::vector<std::int32_t>& out) const {
        if (word.size() > options.max_word_chars) return out.push_back(unk_id);
        const std::string text = encode_utf8(word);
        const std::size_t before = out.size();
        std::string piece;
        for (std::size_t begin = 0; begin < text.size();) {
            piece.assign(begin == 0 ? "" : options.continuing_prefix);
            const std::size_t prefix = piece.size();
            piece.append(text, begin, longest_piece - std::min(longest_piece, prefix));
            auto found = pieces.end();
            // Cutting inside a character is harmless: no entry of the vocabulary ends there.
            for (; piece.size() > prefix; piece.pop_back())
                if ((found = pieces.find(piece)) != pieces.end()) break;
            if (found == pieces.end()) {
                out.resize(before);
                return out.push_back(unk_id);
            }
            out.push_back(found->second);
            begin += piece.size() - prefix;
        }
    }

    void encode(std::string_view text, std::vector<std::int32_t>& out) const {
        const auto on_token = [&](std::int32_t id) { out.push_back(id); };
        const auto on_words = [&](std::u32string_view part) {
            for (const std::u32string_view word : split_words(part)) add_pieces(word, out);
        };
        const auto on_raw = [&](std::u32string_view part) {
            cut_out(normalize(part, options), normalized, on_words, on_token);
        };
        cut_out(decode_utf8(text), raw, on_raw, on_token);
    }
};

WordPiece::WordPiece(const std::vector<std::string>& vocabulary, const WordPieceOptions& options)
    : WordPiece(vocabulary, options, usual_added_tokens(vocabulary, options)) {}

WordPiece::WordPiece(std::vector<std::string> vocabulary, WordPieceOptions options,
                     std::vector<AddedToken> added) {
    State state;
    state.options = std::move(options);
    state.tokens = std::move(vocabulary);
    state.num_pieces = state.tokens.size();
    for (std::size_t i = 0; i < state.num_pieces; ++i) {
        if (state.tokens[i].empty()) continue;
        state.pieces[state.tokens[i]] = static_cast<std::int32_t>(i);
        state.longest_piece = std::max(state.longest_piece, state.tokens[i].size());
    }
    const auto unk = state.pieces.find(state.options.unk_token);
    if (unk == state.pieces.end())
        throw InputError(
            fmt::format("vocabulary: no '{}' among {} tokens; expected it for words "
                        "without pieces",
                        state.options.unk_token, state.tokens.size()));
    state.unk_id = unk->second;
    for (AddedToken& token : added) {
        if (token.text.empty()) continue;
        const auto id = static_cast<std::size_t>(token.id);
        if (id >= state.tokens.size()) state.tokens.resize(id + 1);
        if (state.tokens[id].empty()) state.tokens[id] = token.text;
        state.added[token.text] = token.id;
        std::u32string text = decode_utf8(token.text);
        if (token.normalized) text = normalize(text, state.options);
        auto& patterns = token.normalized ? state.normalized : state.raw;
        if (!text.empty()) patterns.push_back({std::move(text), std::move(token)});
    }
    state_ = std::make_shared<const State>(std::move(state));
}

std::vector<std::int32_t> WordPiece::encode(std::string_view text) const {
    std::vector<std::int32_t> ids;
    state_->encode(text, ids);
    return ids;
}

std::size_t WordPiece::num_pieces() const { return state_->num_pieces; }

std::size_t WordPiece::vocab_size() const { return state_->tokens.size(); }

const std::string& WordPiece::token(std::int32_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= vocab_size())
        throw InputError(fmt::format("token {}; expected 0 to {}", id, vocab_size() - 1));
    return state_->tokens[static_cast<std::size_t>(id)];
}

std::optional<std::int32_t> WordPiece::find(std::string_view token) const {
    for (const TokenIds* ids : {&state_->added, &state_->pieces})
        if (const auto found = ids->find(token); found != ids->end()) return found->second;
    return {};
}

std::int32_t WordPiece::id(std::string_view token) const {
    const auto found = find(token);
    if (!found)
        throw InputError(fmt::format("vocabulary: no '{}' among {} tokens", token, vocab_size()));
    return *found;
}

std::int32_t WordPiece::unk_id() const { return state_->unk_id; }

std::vector<AddedToken> WordPiece::added_tokens() const {
    std::vector<AddedToken> result;
    for (const auto* patterns : {&state_->raw, &state_->normalized})
        for (const Pattern& pattern : *patterns) result.push_back(pattern.token);
    std::ranges::stable_sort(result, {}, &AddedToken::id);
    return result;
}

const WordPieceOptions& WordPiece::options() const { return state_->options; }

}  // namespace dhgak
