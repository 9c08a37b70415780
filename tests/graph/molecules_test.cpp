// SPDX-License-Identifier: MIT
#include "dhgak/graph/molecules.h"

#include <zlib.h>

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/reader.h"
#include "graph/same_dataset.h"
#include "graph/wl_hash.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using Texts = std::vector<std::string>;

Texts labels_of(const Dataset& dataset, std::size_t g) {
    Texts labels;
    for (const std::uint32_t label : dataset.graph(g).labels)
        labels.push_back(dataset.label_names[label]);
    return labels;
}

Texts sorted(Texts texts) {
    std::ranges::sort(texts);
    return texts;
}

Texts bonds_of(const Dataset& dataset, std::size_t g) {
    Texts bonds;
    const Graph graph = dataset.graph(g);
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        for (std::size_t i = 0; i < graph.degree(v); ++i)
            if (graph.neighbors(v)[i] > v)
                bonds.push_back(dataset.edge_label_names[graph.edge_labels(v)[i]]);
    return sorted(bonds);
}

Dataset smiles(const Texts& texts, const MoleculeOptions& options = {}) {
    Dataset dataset = read_smiles(texts, options);
    validate(dataset);
    return dataset;
}

void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

// Ethanol, as programs that draw write it.
const std::string kV2000 =
    "ethanol\n  drawn\n\n"
    "  3  2  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 C   0  0\n"
    "    1.5000    0.0000    0.0000 C   0  0\n"
    "    2.2500    1.3000    0.0000 O   0  0\n"
    "  1  2  1  0\n  2  3  1  0\nM  END\n";
const std::string kV3000 =
    "methylamine\n  drawn\n\n"
    "  0  0  0     0  0            999 V3000\n"
    "M  V30 BEGIN CTAB\nM  V30 COUNTS 2 1 0 0 0\nM  V30 BEGIN ATOM\n"
    "M  V30 1 C 0 0 0 0\nM  V30 2 N 1.5 0 0 0\nM  V30 END ATOM\n"
    "M  V30 BEGIN BOND\nM  V30 1 1 1 2\nM  V30 END BOND\nM  V30 END CTAB\nM  END\n";

TEST(Molecules, TooLargeOnesAreNotReadUnlessAskedFor) {
    const Texts texts = {"CC", std::string(2001, 'C')};
    expect_part(message_of<InputError>([&] { smiles(texts); }), "line 2: ");
    expect_part(message_of<InputError>([&] { smiles(texts); }), "2001 atoms, and at most 2000");
    EXPECT_EQ(smiles(texts, {.bad = BadMolecules::skip}).num_graphs(), 1U);
    EXPECT_EQ(smiles(texts, {.max_atoms = 2001}).num_graphs(), 2U);
}

TEST(Molecules, LabelAtomsAsSmarts) {
    const Dataset dataset = smiles({"CCO", "c1cc[nH]c1", "C1CC1C(=O)[O-]", "[Na+].[Fe+2]"});
    EXPECT_EQ(labels_of(dataset, 0), (Texts{"[CX4H3]", "[CX4H2]", "[OX2H1]"}));
    EXPECT_EQ(sorted(labels_of(dataset, 1)),
              (Texts{"[cX3H1]", "[cX3H1]", "[cX3H1]", "[cX3H1]", "[nX3H1]"}));
    EXPECT_EQ(labels_of(dataset, 2),
              (Texts{"[CX4H2R]", "[CX4H2R]", "[CX4H1R]", "[CX3H0]", "[OX1H0]", "[OX1H0-]"}));
    EXPECT_EQ(labels_of(dataset, 3), (Texts{"[NaX0H0+]", "[FeX0H0+2]"}));
    EXPECT_EQ(dataset.atoms, "ecfp");
}

TEST(Molecules, LabelAtomsByElementOnRequest) {
    const Dataset dataset = smiles({"CC(Cl)c1ccncc1"}, {.atoms = AtomLabels::element});
    EXPECT_EQ(dataset.label_names, (Texts{"C", "Cl", "N"}));
    EXPECT_EQ(dataset.atoms, "element");
}

TEST(Molecules, LabelBondsByTheirType) {
    const Dataset dataset = smiles({"C=CC#N", "c1ccccc1"});
    EXPECT_EQ(bonds_of(dataset, 0), (Texts{"double", "single", "triple"}));
    EXPECT_EQ(bonds_of(dataset, 1), Texts(6, "aromatic"));
}

TEST(Molecules, HaveNoHydrogensForNodes) {
    const Dataset dataset = smiles({"[H]C([H])([H])O[H]", "CO"});
    EXPECT_EQ(labels_of(dataset, 0), labels_of(dataset, 1));
}

TEST(Molecules, AreTheSameHoweverTheyAreWritten) {
    const Dataset dataset =
        smiles({"CC(=O)Oc1ccccc1C(=O)O", "OC(=O)c1ccccc1OC(C)=O", "C1=CC=CC(=C1OC(=O)C)C(O)=O"});
    const std::vector<WlHash> hashes = wl_hashes(dataset);
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Molecules, TellStereoApartOnlyIfAsked) {
    const Texts mirrored = {"C[C@H](N)C(=O)O", "C[C@@H](N)C(=O)O", "F/C=C/F", "F/C=C\\F"};
    const Dataset flat = smiles(mirrored);
    EXPECT_EQ(labels_of(flat, 0), labels_of(flat, 1));
    EXPECT_EQ(bonds_of(flat, 2), bonds_of(flat, 3));
    const Dataset stereo = smiles(mirrored, {.stereo = true});
    EXPECT_NE(labels_of(stereo, 0), labels_of(stereo, 1));
    EXPECT_EQ(bonds_of(stereo, 2), (Texts{"double (E)", "single", "single"}));
    EXPECT_EQ(bonds_of(stereo, 3), (Texts{"double (Z)", "single", "single"}));
    EXPECT_EQ(stereo.atoms, "ecfp+stereo");
}

TEST(Molecules, HaveScaffoldsOfRingsAndWhatLinksThem) {
    const Dataset dataset =
        smiles({"CCO", "Cc1ccccc1", "OC(=O)c1ccccc1", "c1ccccc1CCc1ccccc1C"}, {.scaffolds = true});
    const auto scaffolds = column_of(dataset, kScaffoldColumn);
    EXPECT_EQ(Texts(scaffolds.begin(), scaffolds.end()),
              (Texts{"", "c1ccccc1", "c1ccccc1", "c1ccc(CCc2ccccc2)cc1"}));
}

TEST(Molecules, AreCountedAndNamedByLineWhereTheyAreBad) {
    const Texts texts = {"CCO", "C1CC", "", "CN(C)(C)(C)C", "CO", "xyz"};
    const std::string complaint = message_of<Error>([&] { read_smiles(texts); });
    expect_part(complaint, "4 of 6 molecules cannot be read");
    expect_part(complaint, "line 2: C1CC");
    expect_part(complaint, "line 3: no SMILES");
    expect_part(complaint, "line 4: CN(C)(C)(C)C: Explicit valence");
    expect_part(complaint, "--bad skip");

    std::string warning;
    set_log_sink([&](LogLevel, std::string_view message) { warning = message; });
    const Dataset dataset = smiles(texts, {.bad = BadMolecules::skip});
    set_log_sink(nullptr);
    expect_part(warning, "4 of 6");
    const auto lines = column_of(dataset, kLineColumn);
    EXPECT_EQ(Texts(lines.begin(), lines.end()), (Texts{"1", "5"}));
}

TEST(Molecules, ComeFromTablesByColumn) {
    const ScratchFolder folder;
    folder.write("m.csv", "id,Structure,active,other\n\"a,b\",CCO,1,x\nc,CO,,y\nd,\"CN\",0.0,z\n");
    const Dataset dataset = read_dataset((folder / "m.csv").string(), {.class_column = "Active"});
    validate(dataset);
    EXPECT_EQ(dataset.name, "m");
    EXPECT_EQ(dataset.targets.class_names, (Texts{"0", "1"}));
    EXPECT_EQ(dataset.targets.classes, (std::vector<std::uint32_t>{1, kUnknownClass, 0}));
    EXPECT_EQ(column_of(dataset, kNameColumn)[0], "a,b");
    EXPECT_EQ(column_of(dataset, kSmilesColumn)[2], "CN");
    EXPECT_EQ(column_of(dataset, kLineColumn)[2], "4");
    const Dataset by_number =
        read_dataset((folder / "m.csv").string(), {.smiles_column = "2", .class_column = "3"});
    expect_same(dataset, by_number);
}

TEST(Molecules, ComePackedByGzipToo) {
    const ScratchFolder folder;
    const std::string text = "smiles,class\nCCO,1\nCN,0\n";
    const std::string plain = folder.write("m.csv", text).string(), packed = plain + ".gz";
    const gzFile file = gzopen(packed.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    const MoleculeOptions options = {.class_column = "class"};
    expect_same(read_dataset(plain, options), read_dataset(packed, options));
}

TEST(Molecules, ComeFromListsWithNames) {
    const ScratchFolder folder;
    folder.write("m.smi", "CCO grain alcohol\n\nCO\tmethanol\nCN\n");
    const Dataset dataset = read_dataset((folder / "m.smi").string());
    const auto names = column_of(dataset, kNameColumn);
    EXPECT_EQ(Texts(names.begin(), names.end()), (Texts{"grain alcohol", "methanol", ""}));
    EXPECT_TRUE(dataset.targets.classes.empty());

    folder.write("h.smi", "SMILES\tname\tclass\nCCO\tgrain alcohol\t1\nCN\tm\t0\n");
    const Dataset with_header =
        read_dataset((folder / "h.smi").string(), {.class_column = "class"});
    EXPECT_EQ(with_header.targets.classes, (std::vector<std::uint32_t>{1, 0}));
    EXPECT_EQ(column_of(with_header, kNameColumn)[0], "grain alcohol");
}

TEST(Molecules, ComeFromSdfRecordsOfBothVersions) {
    const ScratchFolder folder;
    folder.write("m.sdf", kV2000 + "> <active>\n1\n\n>  <id> (7)\nE1\n\n$$$$\n" + kV3000 +
                              "> <active>\n0\n\n$$$$\r\n" + kV2000);
    const Dataset dataset =
        read_dataset((folder / "m.sdf").string(), {.class_column = "active", .write_smiles = true});
    validate(dataset);
    EXPECT_EQ(labels_of(dataset, 0), (Texts{"[CX4H3]", "[CX4H2]", "[OX2H1]"}));
    EXPECT_EQ(labels_of(dataset, 1), (Texts{"[CX4H3]", "[NX3H2]"}));
    EXPECT_EQ(dataset.targets.classes, (std::vector<std::uint32_t>{1, 0, kUnknownClass}));
    EXPECT_EQ(column_of(dataset, kNameColumn)[1], "methylamine");
    EXPECT_EQ(column_of(dataset, kSmilesColumn)[0], "CCO");
    EXPECT_EQ(column_of(dataset, kLineColumn)[1], "18");
    const Dataset named = read_dataset((folder / "m.sdf").string(), {.name_column = "ID"});
    EXPECT_EQ(column_of(named, kNameColumn)[0], "E1");
}

TEST(Molecules, AreTheSameInBlocksAndOnAnyNumberOfThreads) {
    const ScratchFolder folder;
    std::string text = "smiles,class\n";
    for (int i = 0; i < 300; ++i)
        text += std::string(static_cast<std::size_t>(i % 17 + 1), i % 2 ? 'C' : 'N') +
                (i % 5 ? "c1ccccc1" : "O") + (i % 7 ? "," : ",x") + "\n" +
                (i % 50 == 0 ? "bad(,x\n" : "");
    const std::string source = folder.write("m.csv", text).string();
    const MoleculeOptions options = {
        .bad = BadMolecules::skip, .class_column = "class", .scaffolds = true};
    const Dataset whole = read_dataset(source, options);
    EXPECT_EQ(whole.num_graphs(), 300U);
    for (const std::size_t threads : {1, 8}) {
        set_num_threads(threads);
        expect_same(whole, read_dataset(source, options));
    }
    set_num_threads(0);
    std::vector<Dataset> blocks;
    const auto stream = open_stream(source, 64, options);
    while (auto block = stream->next()) {
        validate(*block);
        EXPECT_LE(block->num_graphs(), 64U);
        blocks.push_back(std::move(*block));
    }
    EXPECT_EQ(blocks.size(), 5U);
    expect_same(whole, concatenate(blocks));
}

TEST(Molecules, InStreamsAreAllCountedBeforeAnError) {
    const ScratchFolder folder;
    folder.write("m.smi", "CC\nCC\nbad(\nCC\nbad)\n");
    const auto stream = open_stream((folder / "m.smi").string(), 2);
    EXPECT_TRUE(stream->next());
    expect_part(message_of<Error>([&] { stream->next(); }), "2 of 5 molecules");
}

TEST(Molecules, AreRefusedInMalformedFiles) {
    const ScratchFolder folder;
    const struct {
        const char* file;
        std::string text;
        MoleculeOptions options;
        const char* message;
    } cases[] = {
        {"a.csv", "", {}, "empty"},
        {"a.csv", "smiles\n", {}, "no molecules"},
        {"a.csv", "x,y\nCC,1\n", {}, "--smiles; there are: x, y"},
        {"a.csv", "smiles,y\nCC,1\n", {.class_column = "z"}, "no column 'z' for --class"},
        {"a.csv", "smiles,y\nCC\n", {}, "1 cells"},
        {"a.csv", "smiles,y\n\"CC,1\n", {}, "a.csv:2: a quote"},
        {"a.csv", "smiles,y\nfoo,1\n", {.bad = BadMolecules::skip}, "none of 1"},
        {"a.smi", "", {}, "empty"},
        {"a.smi", "CC 1\n", {.class_column = "7"}, "no column '7'"},
        {"a.smi", std::string("CC\n\0\n", 5), {}, "zero byte"},
        {"a.sdf", "", {}, "empty"},
        {"a.sdf", "\n\n", {}, "empty"},
        {"a.sdf", "x\n$$$$\n", {}, "M  END"},
        {"a.sdf", "x\n\n\nnonsense\nM  END\n$$$$\n", {}, "1 of 1"},
        {"a.sdf", kV2000 + "$$$$\n", {.class_column = "activ"}, "no field 'activ'"},
        {"a.sdf", kV2000 + "$$$$\n", {.name_column = "id"}, "no field 'id'"},
        {"a.sdf", kV2000 + "$$$$\n", {.smiles_column = "smiles"}, "leave --smiles out"},
        {"a.sdf", kV2000.substr(0, 120) + "\nM  END\n$$$$\n", {}, "1 of 1"},
    };
    for (const auto& [file, text, options, message] : cases) {
        folder.write(file, text);
        const std::string source = (folder / file).string();
        expect_part(message_of<Error>([&] { read_dataset(source, options); }), message);
    }
}

TEST(Molecules, NeedClassesAndNoMeasuredValues) {
    const ScratchFolder folder;
    std::string text = "smiles,value\n";
    for (int i = 0; i < 50; ++i) text += "CC," + std::to_string(i) + ".25\n";
    folder.write("m.csv", text);
    expect_part(message_of<Error>(
                    [&] { read_dataset((folder / "m.csv").string(), {.class_column = "value"}); }),
                "measured value");
}

TEST(Molecules, OptionsAreRefusedWhereThereAreNone) {
    EXPECT_THROW(read_dataset("demo", {.class_column = "active"}), ConfigError);
    EXPECT_THROW(read_dataset("demo", {.scaffolds = true}), ConfigError);
}

TEST(AtomsText, ParsesWhatItWrites) {
    for (const char* text : {"ecfp", "element", "ecfp+stereo", "element+stereo"}) {
        MoleculeOptions options;
        set_atoms(options, text);
        EXPECT_EQ(atoms_text(options), text);
    }
    MoleculeOptions options;
    EXPECT_THROW(set_atoms(options, "ECFP"), ConfigError);
}

}  // namespace
}  // namespace dhgak
