// SPDX-License-Identifier: MIT
#include "graph/molecules/size_limits.h"

#include <zlib.h>

#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/graph/reader.h"
#include "graph/molecules/text_lines.h"
#include "graph/unpacking.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::string packed(const std::string& text) {
    z_stream stream = {};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, text.size()), '\0');
    std::string copy = text;
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

void expect_size(const WrittenSize& size, std::size_t atoms, std::size_t rings) {
    EXPECT_EQ(size.atoms, atoms);
    EXPECT_EQ(size.rings, rings);
}

TEST(SizeLimits, CountAtomsAndRingsOfSmiles) {
    expect_size(size_of_smiles(""), 0, 0);
    expect_size(size_of_smiles("CCO"), 3, 0);
    expect_size(size_of_smiles("ClC(Br)=C\\I"), 5, 0);
    expect_size(size_of_smiles("c1ccc2[nH]ccc2c1"), 9, 2);
    expect_size(size_of_smiles("[13CH4].[Na+].[O-2].*"), 4, 0);
    expect_size(size_of_smiles("C%12CC%12C%(103)CC%(103)"), 6, 2);
    expect_size(size_of_smiles("[CH"), 1, 0);
    expect_size(size_of_smiles("C%"), 1, 0);
    expect_size(size_of_smiles("C%(1"), 1, 0);
}

TEST(SizeLimits, CountAtomsAndRingsOfMolBlocks) {
    const std::string head = "name\n  drawn\n\n";
    expect_size(size_of_mol_block(head + "  6  6  0  0  0  0  0  0  0  0999 V2000\n"), 6, 1);
    expect_size(size_of_mol_block(head + "999998  0  0  0  0  0  0  0  0999 V2000\n"), 999, 0);
    expect_size(size_of_mol_block(head + "  0  0  0     0  0            999 V3000\n"
                                         "M  V30 BEGIN CTAB\nM  V30 COUNTS 50000 60000 0 0 0\n"),
                50000, 10001);
    for (const char* text : {"", "a", "a\nb\n", "a\nb\nc\n", "a\nb\nc\n12", "M  V30 COUNTS"})
        EXPECT_LE(size_of_mol_block(text).rings, 12U) << text;
    EXPECT_GT(size_of_mol_block("M  V30 COUNTS 99999999999999999999999 0\n").atoms, 1'000'000U);
}

TEST(SizeLimits, SayWhatIsTooMany) {
    EXPECT_EQ(size_fault("CCO", false, 3), "");
    EXPECT_NE(size_fault("CCO", false, 2).find("3 atoms, and at most 2"), std::string::npos);
    EXPECT_NE(size_fault("C1234567C1234567", false, 5).find("7 rings, and at most 5"),
              std::string::npos);
}

// With RDKit of one's own; the program's is in molecules_test.
TEST(SizeLimits, HoldForTextsOfMolecules) {
    const ScratchFolder folder;
    folder.write("m.smi", std::string(2001, 'C') + " large\nCC small\n");
    const MoleculeTexts texts = read_molecule_texts(folder / "m.smi");
    ASSERT_EQ(texts.records.size(), 2U);
    EXPECT_NE(texts.records[0].fault.find("2001 atoms"), std::string::npos);
    EXPECT_EQ(texts.records[1].fault, "");
    EXPECT_EQ(read_molecule_texts(folder / "m.smi", {.max_atoms = 2001}).records[0].fault, "");
}

TEST(SizeLimits, RefuseAPackedLineThatIsNoMolecule) {
    const ScratchFolder folder;
    const std::string bomb = packed(std::string(20 * kMebibyte, 'C'));
    ASSERT_LT(bomb.size(), 30'000U);
    for (const char* name : {"m.csv.gz", "m.smi.gz", "m.sdf.gz"}) {
        folder.write(name, bomb);
        const std::string message =
            message_of<InputError>([&] { read_molecule_texts(folder / name); });
        EXPECT_NE(message.find(std::string(name) + ":1: the line is longer than 16777216 bytes"),
                  std::string::npos)
            << message;
        EXPECT_NE(message.find("--max-record"), std::string::npos) << message;
    }
}

TEST(SizeLimits, AreTheUsersToRaise) {
    const ScratchFolder folder;
    folder.write("m.smi", std::string(1000, 'C') + "\n");
    EXPECT_THROW(read_molecule_texts(folder / "m.smi", {.max_record = 999}), InputError);
    EXPECT_EQ(read_molecule_texts(folder / "m.smi", {.max_record = 1000}).records.size(), 1U);
}

TEST(SizeLimits, HoldForRecordsOfManyLines) {
    const ScratchFolder folder;
    std::string field;
    for (int line = 0; line < 100; ++line) field += std::string(50, 'x') + "\n";
    const std::string record = "a\n\n\n  0  0  0     0  0            999 V2000\nM  END\n";
    folder.write("m.sdf", record + "$$$$\n" + record + "> <note>\n" + field + "\n$$$$\n");
    const MoleculeOptions options = {.max_record = 4096};
    EXPECT_NE(message_of<InputError>([&] {
                  read_molecule_texts(folder / "m.sdf", options);
              }).find("m.sdf:7: the record is longer than 4096 bytes"),
              std::string::npos);
    folder.write("m.csv", "smiles,note\nC,\"" + field + "\"\n");
    EXPECT_NE(message_of<InputError>([&] {
                  read_molecule_texts(folder / "m.csv", options);
              }).find("m.csv:2: the row is longer than 4096 bytes"),
              std::string::npos);
    EXPECT_EQ(read_molecule_texts(folder / "m.csv").records.size(), 1U);
}

TEST(SizeLimits, RefuseFilesThatPackFarTooWell) {
    EXPECT_NO_THROW(require_usual_packing("f", 1000, 1, 1000));
    EXPECT_NO_THROW(require_usual_packing("f", 200'000, 1000, 1000));
    EXPECT_THROW(require_usual_packing("f", 201'000, 1000, 1000), InputError);
    const ScratchFolder folder;
    const std::string member = packed(std::string(kMebibyte - 1, 'C') + "\n");
    std::string bomb;
    for (int copies = 0; copies < 300; ++copies) bomb += member;
    folder.write("m.smi.gz", bomb);
    TextLines lines(folder / "m.smi.gz", 16 * kMebibyte);
    std::string line;
    std::size_t count = 0;
    const std::string message = message_of<InputError>([&] {
        while (lines.next(line)) ++count;
    });
    EXPECT_NE(message.find("m.smi.gz: unpacks from"), std::string::npos) << message;
    EXPECT_LT(count, 258U);
}

TEST(SizeLimits, DataIsAFileOrAFolder) {
    const ScratchFolder folder;
    for (const char* name : {"m.smi", "m.zip", "data"}) {
        ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0);
        const std::string message =
            message_of<InputError>([&] { read_dataset((folder / name).string()); });
        EXPECT_NE(message.find("is a pipe; graphs are read from files and folders"),
                  std::string::npos)
            << message;
    }
    EXPECT_NE(
        message_of<InputError>([&] { read_molecule_texts(folder / "m.smi"); }).find("is a pipe"),
        std::string::npos);
    std::filesystem::create_symlink("/dev/zero", folder / "zero.csv");
    EXPECT_NE(message_of<InputError>([&] {
                  read_dataset((folder / "zero.csv").string());
              }).find("is a device"),
              std::string::npos);
}

TEST(SizeLimits, FilesInAFolderAreFiles) {
    for (const char* part : {"A", "graph_indicator", "graph_labels", "node_attributes"}) {
        const ScratchFolder folder;
        folder.write("D/D_A.txt", "1, 2\n2, 1\n");
        folder.write("D/D_graph_indicator.txt", "1\n1\n");
        const std::filesystem::path file = folder / ("D/D_" + std::string(part) + ".txt");
        std::filesystem::remove(file);
        ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
        const std::string data = (folder / "D").string();
        const std::string message = message_of<InputError>([&] { read_dataset(data); });
        EXPECT_NE(message.find(file.string() + ": is a pipe"), std::string::npos) << message;
        EXPECT_THROW(open_stream(data, 10)->next(), InputError);
        std::filesystem::remove(file);
        std::filesystem::create_symlink("/dev/zero", file);
        EXPECT_THROW(read_dataset(data), InputError);
    }
}

}  // namespace
}  // namespace dhgak
