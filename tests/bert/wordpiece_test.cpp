// SPDX-License-Identifier: MIT
#include "bert/wordpiece.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using Ids = std::vector<std::int32_t>;
using Json = nlohmann::json;

const std::filesystem::path kGolden = std::filesystem::path(DHGAK_GOLDEN_DIR) / "wordpiece";

Json read_json(const std::filesystem::path& file) { return Json::parse(std::ifstream(file)); }

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

void expect_ids(const WordPiece& tokenizer, const Json& cases, const std::string& variant) {
    ASSERT_GT(cases.size(), 100U);
    for (const Json& item : cases) {
        const std::string text = from_hex(item["hex"]);
        EXPECT_EQ(tokenizer.encode(text), item["ids"].get<Ids>()) << variant << ": " << text;
    }
}

std::vector<std::string> small_vocabulary() {
    return {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "un", "##aff", "##able", "##a", "-", "a"};
}

TEST(WordPiece, TakesTheLongestPieceFirst) {
    const WordPiece tokenizer(small_vocabulary());
    EXPECT_EQ(tokenizer.encode("unaffable"), (Ids{5, 6, 7}));
    EXPECT_EQ(tokenizer.encode("una"), (Ids{5, 8}));
    EXPECT_EQ(tokenizer.encode("UN-a"), (Ids{5, 9, 10}));
}

TEST(WordPiece, MakesAWholeWordUnknownWhenAPieceIsMissing) {
    const WordPiece tokenizer(small_vocabulary());
    EXPECT_EQ(tokenizer.encode("unaffx a"), (Ids{1, 10}));
    EXPECT_EQ(tokenizer.encode(std::string(101, 'a')), (Ids{1}));
    EXPECT_EQ(tokenizer.encode(std::string(100, 'a')).size(), 100U);
}

TEST(WordPiece, NeverSplitsSpecialTokens) {
    const WordPiece tokenizer(small_vocabulary());
    EXPECT_EQ(tokenizer.encode("a[MASK]a"), (Ids{10, 4, 10}));
    EXPECT_EQ(tokenizer.encode("[mask]"), (Ids{1, 1, 1}));
    EXPECT_EQ(tokenizer.mask_id(), 4);
    EXPECT_EQ(tokenizer.pad_id(), 0);
}

TEST(WordPiece, AgreesWithHuggingFaceOnAwkwardTexts) {
    const Json golden = read_json(kGolden / "ids.json");
    std::vector<std::string> vocabulary;
    std::ifstream lines(kGolden / "vocab.txt");
    for (std::string line; std::getline(lines, line);) vocabulary.push_back(line);
    const std::map<std::string, WordPieceOptions> variants = {
        {"uncased", {}},
        {"cased", {.lowercase = false}},
        {"accents kept", {.strip_accents = false}},
        {"accents only", {.lowercase = false, .strip_accents = true}},
        {"ideographs joined", {.handle_chinese_chars = false}},
    };
    ASSERT_EQ(golden.size(), variants.size());
    for (const auto& [name, options] : variants)
        expect_ids(WordPiece(vocabulary, options), golden.at(name), name);
    expect_ids(WordPiece::from_folder(kGolden), golden.at("uncased"), "from the folder");
}

TEST(WordPiece, IsTheSameAfterSavingInEitherForm) {
    const Json golden = read_json(kGolden / "ids.json");
    WordPieceOptions options = {.lowercase = false, .strip_accents = true};
    options.mask_token = "carbon";
    const WordPiece uncased = WordPiece::from_folder(kGolden);
    std::vector<std::string> vocabulary;
    for (std::size_t i = 0; i < uncased.vocab_size(); ++i)
        vocabulary.push_back(uncased.token(static_cast<std::int32_t>(i)));
    const WordPiece original(vocabulary, options);

    const ScratchFolder folder;
    original.save(folder.path());
    for (const char* removed : {"nothing", "tokenizer.json"}) {
        std::filesystem::remove(folder.path() / removed);
        const WordPiece again = WordPiece::from_folder(folder.path());
        EXPECT_EQ(again.vocab_size(), original.vocab_size());
        EXPECT_EQ(again.mask_id(), original.id("carbon"));
        for (const Json& item : golden.at("accents only")) {
            const std::string text = from_hex(item["hex"]);
            EXPECT_EQ(again.encode(text), original.encode(text)) << text;
        }
    }
}

TEST(WordPiece, HeedsAddedTokensOfTokenizerJson) {
    const ScratchFolder folder;
    WordPiece(small_vocabulary(), {},
              {{.text = "[MASK]", .id = 4, .lstrip = true},
               {.text = "Whole", .id = 11, .single_word = true, .normalized = true},
               {.text = "<a>", .id = 12, .rstrip = true}})
        .save(folder.path());
    const WordPiece tokenizer = WordPiece::from_folder(folder.path());
    EXPECT_EQ(tokenizer.vocab_size(), 13U);
    EXPECT_EQ(tokenizer.encode("a wHOLE a"), (Ids{10, 11, 10}));
    EXPECT_EQ(tokenizer.encode("awhole"), (Ids{1}));
    EXPECT_EQ(tokenizer.encode("a<a> a"), (Ids{10, 12, 10}));
    EXPECT_EQ(tokenizer.id("<a>"), 12);
}

TEST(WordPiece, RefusesFoldersThatHoldNoBertTokenizer) {
    const ScratchFolder folder;
    const auto load = [&] { return WordPiece::from_folder(folder.path()); };
    EXPECT_THROW(load(), InputError);
    folder.write("vocab.txt", "a\nb\n");
    EXPECT_NE(message_of<InputError>(load).find("[UNK]"), std::string::npos);
    folder.write("vocab.txt", "[UNK]\n\xff\n");
    EXPECT_NE(message_of<InputError>(load).find("UTF-8"), std::string::npos);

    const std::string model = R"("model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "a": 1}})";
    const std::string rest =
        R"("normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"})";
    folder.write("tokenizer.json", "{" + model + "," + rest + "}");
    EXPECT_EQ(load().encode("a"), (Ids{1}));
    for (const std::string& bad :
         {std::string("[1, 2"), std::string("[]"), "{" + model + "}",
          R"({"model": {"type": "BPE"}, )" + rest + "}",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": -1}}, )" + rest + "}",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": 1e9}}, )" + rest + "}",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": 999999999}}, )" + rest + "}",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "a": 0}}, )" + rest + "}",
          R"({"added_tokens": [{"id": 7}], )" + model + "," + rest + "}",
          std::string(100000, '[')}) {
        folder.write("tokenizer.json", bad);
        EXPECT_THROW(load(), InputError) << bad.substr(0, 100);
    }
}

TEST(WordPiece, AgreesWithHuggingFaceOnTheRealVocabulary) {
    const char* folder = std::getenv("DHGAK_BERT_DIR");
    if (!folder) GTEST_SKIP() << "needs real weights: set DHGAK_BERT_DIR to a BERT folder";
    const WordPiece tokenizer = WordPiece::from_folder(folder);
    if (tokenizer.vocab_size() != 30522 || tokenizer.find("the") != 1996)
        GTEST_SKIP() << folder << " does not have the vocabulary of bert-base-uncased";
    expect_ids(tokenizer, read_json(kGolden / "bert_base_uncased.json"), folder);
}

}  // namespace
}  // namespace dhgak
