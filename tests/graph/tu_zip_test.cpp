// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <zip.h>

#include "core/random.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

void write_zip(const fs::path& path, const std::map<std::string, std::string>& entries,
               const char* password = nullptr) {
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    ASSERT_NE(archive, nullptr);
    for (const auto& [name, text] : entries) {
        zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
        ASSERT_GE(index, 0);
        if (password != nullptr) {
            ASSERT_EQ(zip_file_set_encryption(archive, static_cast<zip_uint64_t>(index),
                                              ZIP_EM_TRAD_PKWARE, password),
                      0);
        }
    }
    ASSERT_EQ(zip_close(archive), 0);
}

std::map<std::string, std::string> entries_of(const TuTexts& texts, const std::string& prefix) {
    std::map<std::string, std::string> entries;
    for (const auto& [part, text] : texts) entries[prefix + "_" + part + ".txt"] = text;
    return entries;
}

std::string complaint_about(const fs::path& source) {
    try {
        read_dataset(source.string());
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TuZip, ReadsWhatTheFolderHolds) {
    const ScratchFolder folder;
    const Dataset plain = read_texts(small_texts());
    int number = 0;
    for (const std::string prefix : {"SMALL", "SMALL/SMALL", "deep/er/SMALL"})
        for (const std::string end : {".zip", ".archive"}) {
            const fs::path path = folder.path() / ("z" + std::to_string(number++) + end);
            write_zip(path, entries_of(small_texts(), prefix));
            const Dataset d = read_dataset(path.string());
            EXPECT_EQ(d.name, "SMALL");
            EXPECT_EQ(d.neighbors, plain.neighbors);
            EXPECT_EQ(d.node_labels, plain.node_labels);
            EXPECT_EQ(d.edge_labels, plain.edge_labels);
            EXPECT_EQ(d.attributes, plain.attributes);
            EXPECT_EQ(d.targets.classes, plain.targets.classes);
        }
}

TEST(TuZip, PassesOverWhatMacOsAdds) {
    const ScratchFolder folder;
    auto entries = entries_of(small_texts(), "SMALL/SMALL");
    entries["__MACOSX/SMALL/._SMALL_A.txt"] = "junk";
    write_zip(folder.path() / "SMALL.zip", entries);
    EXPECT_EQ(read_dataset((folder.path() / "SMALL.zip").string()).num_graphs(), 2U);
}

TEST(TuZip, NamesArchiveEntryAndLine) {
    const ScratchFolder folder;
    TuTexts texts = small_texts();
    texts["A"] = "1, 2\n2, 9\n";
    write_zip(folder.path() / "SMALL.zip", entries_of(texts, "SMALL/SMALL"));
    EXPECT_NE(complaint_about(folder.path() / "SMALL.zip")
                  .find("SMALL.zip/SMALL/SMALL_A.txt:2: node 9, but there are 5"),
              std::string::npos);
    texts.erase("graph_indicator");
    write_zip(folder.path() / "other.zip", entries_of(texts, "SMALL"));
    EXPECT_NE(complaint_about(folder.path() / "other.zip").find("indicator.txt: is missing"),
              std::string::npos);
}

TEST(TuZip, RefusesNoneOrSeveralDatasets) {
    const ScratchFolder folder;
    write_zip(folder.path() / "none.zip", {{"README.txt", "nothing"}});
    EXPECT_NE(complaint_about(folder.path() / "none.zip").find("holds no TU"), std::string::npos);
    write_zip(folder.path() / "two.zip", {{"A/A_A.txt", "1, 1\n"}, {"B/B_A.txt", "1, 1\n"}});
    EXPECT_NE(complaint_about(folder.path() / "two.zip").find("several"), std::string::npos);
}

TEST(TuZip, RefusesWhatIsNotAZip) {
    const ScratchFolder folder;
    for (const char* text : {"no archive", "", "PK"}) {
        folder.write("x.zip", text);
        EXPECT_NE(complaint_about(folder.path() / "x.zip").find("cannot be read as a zip archive"),
                  std::string::npos);
    }
}

TEST(TuZip, RefusesAnEncryptedArchive) {
    const ScratchFolder folder;
    write_zip(folder.path() / "SMALL.zip", entries_of(small_texts(), "SMALL"), "secret");
    EXPECT_NE(complaint_about(folder.path() / "SMALL.zip").find("is encrypted"), std::string::npos);
}

// Sets the unpacked size that the central directory states for each entry.
std::string with_stated_size(std::string bytes, std::uint32_t size) {
    const std::string magic("PK\x01\x02", 4);
    for (std::size_t at = 0; (at = bytes.find(magic, at)) != std::string::npos; at += 4)
        for (std::size_t i = 0; i < 4; ++i)
            bytes[at + 24 + i] = static_cast<char>((size >> (8 * i)) & 0xff);
    return bytes;
}

TEST(TuZip, RefusesABombAndALie) {
    const ScratchFolder folder;
    write_zip(folder.path() / "SMALL.zip", entries_of(small_texts(), "SMALL"));
    const std::string honest = bytes_of(folder.path() / "SMALL.zip");
    folder.write("SMALL.zip", with_stated_size(honest, 0xf0000000U));
    EXPECT_NE(complaint_about(folder.path() / "SMALL.zip").find("not reasonable"),
              std::string::npos);
    folder.write("SMALL.zip", with_stated_size(honest, 4096));
    EXPECT_NE(complaint_about(folder.path() / "SMALL.zip"), "");
}

TEST(TuZip, SurvivesRandomDamage) {
    const ScratchFolder folder;
    write_zip(folder.path() / "SMALL.zip", entries_of(small_texts(), "SMALL"));
    const std::string whole = bytes_of(folder.path() / "SMALL.zip");
    Random random(3);
    int num_refused = 0;
    for (int round = 0; round < 400; ++round) {
        std::string bytes = whole;
        if (random.below(4) == 0) bytes.resize(random.below(bytes.size()));
        for (std::size_t i = 0; i < 3 && !bytes.empty(); ++i)
            bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        // A new file each time: some file systems wait for the disk when one is written over.
        const std::string name = std::to_string(round) + ".zip";
        folder.write(name, bytes);
        try {
            read_dataset((folder.path() / name).string());
        } catch (const InputError&) {
            ++num_refused;
        }
    }
    EXPECT_GT(num_refused, 200);
}

}  // namespace
}  // namespace dhgak
