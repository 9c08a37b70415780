// SPDX-License-Identifier: MIT
#include "graph/molecule_drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/graph/molecules.h"
#include "dhgak/graph/reader.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using Texts = std::vector<std::string>;

MoleculeDrawing drawing_of(const std::string& smiles, const MoleculeOptions& options = {}) {
    return depict_molecule(read_smiles(Texts{smiles}, options), 0).value();
}

Texts texts_of(const MoleculeDrawing& drawing) {
    Texts texts;
    for (const MoleculeDrawing::Atom& atom : drawing.atoms) texts.push_back(atom.text);
    return texts;
}

// Letters of all bonds, sorted.
std::string strokes_of(const MoleculeDrawing& drawing) {
    std::string strokes;
    for (const MoleculeDrawing::Bond& bond : drawing.bonds)
        strokes += static_cast<char>(bond.stroke);
    std::ranges::sort(strokes);
    return strokes;
}

double length_of(const MoleculeDrawing& drawing, const MoleculeDrawing::Bond& bond) {
    const MoleculeDrawing::Atom &a = drawing.atoms[bond.from], &b = drawing.atoms[bond.to];
    return std::hypot(a.x - b.x, a.y - b.y);
}

// On which side of a double bond's first line its second one is; 0: on both.
double side_of(MoleculeDrawing::Stroke stroke) {
    if (stroke == MoleculeDrawing::Stroke::double_right) return 1;
    return stroke == MoleculeDrawing::Stroke::double_left ? -1 : 0;
}

const std::string kChiralBlock =
    "alanine\n  drawn\n\n"
    "  6  5  0  0  1  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 N   0  0\n"
    "    0.8660    0.5000    0.0000 C   0  0\n"
    "    0.8660    1.5000    0.0000 C   0  0\n"
    "    1.7321    0.0000    0.0000 C   0  0\n"
    "    2.5981    0.5000    0.0000 O   0  0\n"
    "    1.7321   -1.0000    0.0000 O   0  0\n"
    "  1  2  1  0\n  2  3  1  1\n  2  4  1  0\n  4  5  1  0\n  4  6  2  0\nM  END\n";

TEST(MoleculeDrawing, HasTheGraphsAtomsAndBondsInTheirOrder) {
    for (const bool stereo : {false, true})
        for (const AtomLabels atoms : {AtomLabels::ecfp, AtomLabels::element})
            for (const char* smiles :
                 {"CC(=O)Oc1ccccc1C(=O)O", "[H]/C(Cl)=C/Br", "[2H]OC([H])([H])C", "[Na+].[Cl-]",
                  "C", "F[C@H](Cl)Br", "c1ccc2[nH]ccc2c1", "[O-][N+](=O)c1ccccc1", "CC#N"}) {
                const Dataset dataset =
                    read_smiles(Texts{smiles}, {.atoms = atoms, .stereo = stereo});
                const auto drawing = depict_molecule(dataset, 0);
                ASSERT_TRUE(drawing) << smiles;
                const Graph graph = dataset.graph(0);
                ASSERT_EQ(drawing->atoms.size(), graph.num_nodes()) << smiles;
                ASSERT_EQ(2 * drawing->bonds.size(), graph.num_arcs()) << smiles;
                for (const MoleculeDrawing::Bond& bond : drawing->bonds) {
                    EXPECT_TRUE(std::ranges::count(graph.neighbors(bond.from), bond.to)) << smiles;
                    EXPECT_NEAR(length_of(*drawing, bond), 1, 0.05) << smiles;
                }
            }
}

TEST(MoleculeDrawing, NamesAllAtomsButPlainCarbons) {
    EXPECT_EQ(texts_of(drawing_of("CCO")), (Texts{"", "", "OH"}));
    EXPECT_EQ(texts_of(drawing_of("C")), (Texts{"CH4"}));
    EXPECT_EQ(texts_of(drawing_of("C=C=O")), (Texts{"", "C", "O"}));
    EXPECT_EQ(texts_of(drawing_of("[13CH3]C[NH3+]")), (Texts{"13CH3", "", "NH3+"}));
    EXPECT_EQ(texts_of(drawing_of("[Fe+2].[O-]C=O")), (Texts{"Fe+2", "O-", "", "O"}));
    EXPECT_EQ(texts_of(drawing_of("*CCl")), (Texts{"*", "", "Cl"}));
}

TEST(MoleculeDrawing, ShowsTheOrderOfBonds) {
    EXPECT_EQ(strokes_of(drawing_of("CC#N")), "#-");
    EXPECT_EQ(strokes_of(drawing_of("CC(=O)C")), "--=");
    EXPECT_EQ(strokes_of(drawing_of("C/C=C/C")).substr(0, 2), "--");
    EXPECT_EQ(strokes_of(drawing_of("[NH3]->[Fe]")), ".");
}

// Aromatic rings as Kekule drew them, every second line inside its ring.
TEST(MoleculeDrawing, DrawsRingsWithTheirDoubleBondsInside) {
    for (const char* smiles : {"c1ccccc1", "C1=CCCC1", "c1ccncc1"}) {
        const MoleculeDrawing drawing = drawing_of(smiles);
        double x = 0, y = 0;
        for (const MoleculeDrawing::Atom& atom : drawing.atoms) {
            x += atom.x / static_cast<double>(drawing.atoms.size());
            y += atom.y / static_cast<double>(drawing.atoms.size());
        }
        std::size_t doubles = 0;
        for (const MoleculeDrawing::Bond& bond : drawing.bonds) {
            if (bond.stroke == MoleculeDrawing::Stroke::single) continue;
            ++doubles;
            const MoleculeDrawing::Atom &a = drawing.atoms[bond.from], &b = drawing.atoms[bond.to];
            const double turn = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
            EXPECT_GT(turn * side_of(bond.stroke), 0.3) << smiles;  // y grows downwards
        }
        EXPECT_EQ(doubles, smiles[0] == 'c' ? 3U : 1U) << smiles;
    }
}

TEST(MoleculeDrawing, ShowsStereoWhetherLabelsTellItOrNot) {
    for (const bool stereo : {false, true}) {
        const auto strokes = [&](const char* smiles) {
            return strokes_of(drawing_of(smiles, {.stereo = stereo}));
        };
        EXPECT_NE(strokes("C[C@H](N)C(=O)O").find_first_of("wh"), std::string::npos);
        EXPECT_EQ(strokes("CC(N)C(=O)O").find_first_of("wh"), std::string::npos);
        EXPECT_EQ(strokes("C[C@H](C)O").find_first_of("wh"), std::string::npos);  // no center
        // The ends of a cis bond are nearer than those of a trans one.
        const auto span = [&](const char* smiles) {
            const MoleculeDrawing drawing = drawing_of(smiles, {.stereo = stereo});
            return length_of(drawing, {0, 3});
        };
        EXPECT_LT(span("F/C=C\\F"), span("F/C=C/F") - 0.5);
    }
}

TEST(MoleculeDrawing, KeepsThePlacesOfAMolBlock) {
    const ScratchFolder folder;
    const auto path = folder.write("alanine.sdf", kChiralBlock + "$$$$\n");
    const Dataset dataset = read_dataset(path.string(), {.write_smiles = true, .mol_blocks = true});
    const MoleculeDrawing drawing = depict_molecule(dataset, 0).value();
    EXPECT_EQ(texts_of(drawing), (Texts{"NH2", "", "", "", "OH", "O"}));
    EXPECT_EQ(strokes_of(drawing), "---=w");
    EXPECT_NEAR(drawing.atoms[1].x - drawing.atoms[0].x, 0.866, 1e-3);
    EXPECT_NEAR(drawing.atoms[1].y - drawing.atoms[0].y, -0.5, 1e-3);
    // Their SMILES are written in another order; without mol blocks nothing fits.
    EXPECT_FALSE(depict_molecule(read_dataset(path.string(), {.write_smiles = true}), 0));
}

TEST(MoleculeDrawing, IsNotMadeWhereTextAndGraphDisagree) {
    Dataset dataset = read_smiles(Texts{"CCO", "c1ccccc1"});
    const auto smiles = [&]() -> std::vector<std::string>& {
        return std::ranges::find(dataset.columns, kSmilesColumn, &GraphColumn::name)->values;
    };
    EXPECT_TRUE(depict_molecule(dataset, 0));
    for (const char* other : {"OCC", "CC", "COC", "", "C(", "CCS"}) {
        smiles()[0] = other;
        EXPECT_FALSE(depict_molecule(dataset, 0)) << other;
    }
    EXPECT_TRUE(depict_molecule(dataset, 1));
    dataset.atoms.clear();
    EXPECT_FALSE(depict_molecule(dataset, 1));
}

}  // namespace
}  // namespace dhgak
