// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "bert/text_normalizer.h"
#include "bert/wordpiece.h"
#include "dhgak/core/error.h"
#include "io/atomic_file.h"
#include "io/json_file.h"
#include "io/read_text.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::int64_t kMaxId = 1 << 24;  // far above any vocabulary

std::string valid_utf8(const std::string& place, std::string text) {
    if (encode_utf8(decode_utf8(text)) != text)
        throw InputError(fmt::format("{}: not valid UTF-8; expected a text file", place));
    return text;
}

// Lines end as Python reads them: \n, \r\n or \r.
std::vector<std::string> read_vocabulary(const fs::path& path) {
    const std::string text = valid_utf8(path.string(), read_text(path));
    std::vector<std::string> tokens;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        tokens.push_back(text.substr(begin, end - begin));
        begin = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    }
    if (tokens.size() > kMaxId)
        throw InputError(fmt::format("{}: found {} tokens; expected at most {}", path.string(),
                                     tokens.size(), kMaxId));
    return tokens;
}

// A special token is a text, or an object whose `content` is.
std::string token_text(const JsonFields& fields, const std::string& name,
                       const std::string& usual) {
    const Json* value = fields.find(name);
    if (value && value->is_object()) return JsonFields(fields.place(), *value).text("content");
    return fields.text(name, usual);
}

std::int32_t checked_id(const JsonFields& fields, std::int64_t id) {
    if (id < 0 || id >= kMaxId) fields.refuse("id", std::to_string(id), "0 to 2^24");
    return static_cast<std::int32_t>(id);
}

AddedToken added_token(const JsonFields& fields, std::int64_t id) {
    return {.text = fields.text("content"),
            .id = checked_id(fields, id),
            .single_word = fields.flag("single_word", false),
            .lstrip = fields.flag("lstrip", false),
            .rstrip = fields.flag("rstrip", false),
            .normalized = fields.flag("normalized", false)};
}

// What tokenizer_config.json says goes before what tokenizer.json says, as in transformers.
void apply_config(const JsonFields& config, WordPieceOptions& options) {
    options.lowercase = config.flag("do_lower_case", options.lowercase);
    options.handle_chinese_chars =
        config.flag("tokenize_chinese_chars", options.handle_chinese_chars);
    if (config.find("strip_accents")) options.strip_accents = config.flag("strip_accents", false);
    options.unk_token = token_text(config, "unk_token", options.unk_token);
    options.cls_token = token_text(config, "cls_token", options.cls_token);
    options.sep_token = token_text(config, "sep_token", options.sep_token);
    options.pad_token = token_text(config, "pad_token", options.pad_token);
    options.mask_token = token_text(config, "mask_token", options.mask_token);
}

std::vector<AddedToken> tokens_of_config(const JsonFields& config) {
    std::vector<AddedToken> added;
    const Json* decoder = config.find("added_tokens_decoder");
    if (!decoder) return added;
    const JsonFields checked(config.place() + ": added_tokens_decoder", *decoder);
    for (const auto& [id, token] : decoder->items()) {
        if (id.empty() || id.size() > 9 ||
            !std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }))
            checked.refuse(id, "an id that is no number", "one from 0 to 2^24");
        added.push_back(added_token({checked.place(), token}, std::stol(id)));
    }
    return added;
}

void require_type(const JsonFields& file, const std::string& name, const std::string& expected) {
    const Json* part = file.find(name);
    if (!part) file.refuse(name, "nothing", expected);
    const JsonFields fields(file.place() + ": " + name, *part);
    const std::string type = fields.text("type", expected);
    if (type != expected) fields.refuse("type", fmt::format("'{}'", type), expected);
}

JsonFields part(const JsonFields& file, const std::string& name) {
    return {file.place() + ": " + name, *file.find(name)};
}

std::vector<std::string> vocabulary_of(const JsonFields& model) {
    const Json* vocab = model.find("vocab");
    if (!vocab || !vocab->is_object())
        model.refuse("vocab", vocab ? vocab->type_name() : "nothing", "ids by token");
    std::vector<std::string> tokens;
    for (const auto& [token, id] : vocab->items()) {
        if (!id.is_number_integer()) model.refuse(token, id.dump(), "its id");
        const auto index = static_cast<std::size_t>(checked_id(model, id.get<std::int64_t>()));
        if (index >= tokens.size()) tokens.resize(index + 1);
        if (!tokens[index].empty())
            model.refuse(token, fmt::format("id {} of '{}' again", index, tokens[index]),
                         "an id of its own");
        tokens[index] = token;
    }
    return tokens;
}

WordPiece from_tokenizer_json(const fs::path& path, const JsonFields& config) {
    const JsonFields file = JsonFields::read(path);
    require_type(file, "model", "WordPiece");
    require_type(file, "normalizer", "BertNormalizer");
    require_type(file, "pre_tokenizer", "BertPreTokenizer");
    const JsonFields model = part(file, "model"), normalizer = part(file, "normalizer");
    WordPieceOptions options = {
        .clean_text = normalizer.flag("clean_text", true),
        .handle_chinese_chars = normalizer.flag("handle_chinese_chars", true),
        .lowercase = normalizer.flag("lowercase", true),
        .unk_token = model.text("unk_token", "[UNK]"),
        .continuing_prefix = model.text("continuing_subword_prefix", "##"),
        .max_word_chars = static_cast<std::size_t>(
            std::max<std::int64_t>(model.integer("max_input_chars_per_word", 100), 0)),
    };
    if (normalizer.find("strip_accents"))
        options.strip_accents = normalizer.flag("strip_accents", false);
    apply_config(config, options);

    std::vector<AddedToken> added;
    if (const Json* list = file.find("added_tokens")) {
        if (!list->is_array()) file.refuse("added_tokens", list->type_name(), "a list");
        for (const Json& token : *list) {
            const JsonFields fields(file.place() + ": added_tokens", token);
            added.push_back(added_token(fields, fields.integer("id")));
        }
    }
    return WordPiece(vocabulary_of(model), options, added);
}

WordPiece from_vocabulary(const fs::path& path, const JsonFields& config) {
    WordPieceOptions options;
    apply_config(config, options);
    const std::vector<AddedToken> added = tokens_of_config(config);
    const std::vector<std::string> vocabulary = read_vocabulary(path);
    const WordPiece plain(vocabulary, options);
    std::vector<AddedToken> all = plain.added_tokens();
    for (const AddedToken& token : added) {
        std::erase_if(all, [&](const AddedToken& other) { return other.text == token.text; });
        all.push_back(token);
    }
    return WordPiece(vocabulary, options, all);
}

nlohmann::ordered_json tokenizer_json(const WordPiece& tokenizer) {
    const WordPieceOptions& options = tokenizer.options();
    nlohmann::ordered_json added = Json::array();
    for (const AddedToken& token : tokenizer.added_tokens())
        added.push_back({{"id", token.id},
                         {"content", token.text},
                         {"single_word", token.single_word},
                         {"lstrip", token.lstrip},
                         {"rstrip", token.rstrip},
                         {"normalized", token.normalized},
                         {"special", !token.normalized}});
    const nlohmann::ordered_json strip =
        options.strip_accents ? nlohmann::ordered_json(*options.strip_accents) : nullptr;
    const Json::object_t empty;
    const auto special = [&](const std::string& text) {
        return Json{{"id", text}, {"ids", {tokenizer.id(text)}}, {"tokens", {text}}};
    };
    const auto one = [](const char* kind, const std::string& id, int type) {
        return Json{{kind, {{"id", id}, {"type_id", type}}}};
    };
    const std::string &cls = options.cls_token, &sep = options.sep_token;
    Json frame = nullptr;  // a vocabulary without [CLS] and [SEP] is legal, but frames nothing
    if (tokenizer.find(cls) && tokenizer.find(sep))
        frame = {
            {"type", "TemplateProcessing"},
            {"single",
             {one("SpecialToken", cls, 0), one("Sequence", "A", 0), one("SpecialToken", sep, 0)}},
            {"pair",
             {one("SpecialToken", cls, 0), one("Sequence", "A", 0), one("SpecialToken", sep, 0),
              one("Sequence", "B", 1), one("SpecialToken", sep, 1)}},
            {"special_tokens", {{cls, special(cls)}, {sep, special(sep)}}}};
    Json vocab = empty;
    for (std::size_t i = 0; i < tokenizer.num_pieces(); ++i) {
        const auto id = static_cast<std::int32_t>(i);
        if (!tokenizer.token(id).empty()) vocab[tokenizer.token(id)] = id;
    }
    return {{"version", "1.0"},
            {"truncation", nullptr},
            {"padding", nullptr},
            {"added_tokens", added},
            {"normalizer",
             {{"type", "BertNormalizer"},
              {"clean_text", options.clean_text},
              {"handle_chinese_chars", options.handle_chinese_chars},
              {"strip_accents", strip},
              {"lowercase", options.lowercase}}},
            {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
            {"post_processor", frame},
            {"decoder",
             {{"type", "WordPiece"}, {"prefix", options.continuing_prefix}, {"cleanup", true}}},
            {"model",
             {{"type", "WordPiece"},
              {"unk_token", options.unk_token},
              {"continuing_subword_prefix", options.continuing_prefix},
              {"max_input_chars_per_word", options.max_word_chars},
              {"vocab", vocab}}}};
}

}  // namespace

WordPiece WordPiece::from_folder(const fs::path& folder) {
    const fs::path config_file = folder / "tokenizer_config.json";
    const JsonFields config = fs::exists(config_file)
                                  ? JsonFields::read(config_file)
                                  : JsonFields(config_file.string(), Json::object());
    if (fs::exists(folder / "tokenizer.json"))
        return from_tokenizer_json(folder / "tokenizer.json", config);
    if (fs::exists(folder / "vocab.txt")) return from_vocabulary(folder / "vocab.txt", config);
    throw InputError(
        fmt::format("{}: found neither tokenizer.json nor vocab.txt; expected a "
                    "BERT folder in Hugging Face layout",
                    folder.string()));
}

void WordPiece::save(const fs::path& folder) const {
    std::string lines;
    for (std::size_t i = 0; i < num_pieces(); ++i) {
        const std::string& text = token(static_cast<std::int32_t>(i));
        if (text.find_first_of("\r\n") != std::string::npos)
            throw InputError(fmt::format("token {} has a line break; vocab.txt cannot hold it", i));
        lines += text + '\n';
    }
    const WordPieceOptions& o = options();
    nlohmann::ordered_json config = {{"tokenizer_class", "BertTokenizer"},
                                     {"do_lower_case", o.lowercase},
                                     {"tokenize_chinese_chars", o.handle_chinese_chars},
                                     {"strip_accents", nullptr},
                                     {"unk_token", o.unk_token},
                                     {"cls_token", o.cls_token},
                                     {"sep_token", o.sep_token},
                                     {"pad_token", o.pad_token},
                                     {"mask_token", o.mask_token}};
    if (o.strip_accents) config["strip_accents"] = *o.strip_accents;
    const auto write = [&](const char* name, const std::string& text) {
        write_atomically(folder / name, [&](std::ostream& out) { out << text; });
    };
    write("tokenizer.json", tokenizer_json(*this).dump() + '\n');
    write("tokenizer_config.json", config.dump(2) + '\n');
    write("vocab.txt", lines);
}

}  // namespace dhgak
