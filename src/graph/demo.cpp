// SPDX-License-Identifier: MIT
#include "graph/demo.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "core/random.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/reader.h"
#include "graph/molecule.h"
#include "graph/tu/arc_rows.h"
#include "graph/wl_hash.h"

namespace dhgak {
namespace {

constexpr std::size_t kNumGraphs = 200;
constexpr std::size_t kNumDraws = 800;  // enough to find that many different ones

// Arcs and bonds go to the ends of the lists.
void append(Dataset& dataset, const Molecule& molecule, std::vector<Arc>& arcs,
            std::vector<std::uint32_t>& bonds) {
    const std::size_t first = dataset.node_labels.size();
    dataset.node_labels.insert(dataset.node_labels.end(), molecule.atoms().begin(),
                               molecule.atoms().end());
    for (const auto& [a, b, bond] : molecule.bonds()) {
        arcs.push_back({static_cast<std::uint32_t>(first + a), static_cast<std::uint32_t>(b)});
        arcs.push_back({static_cast<std::uint32_t>(first + b), static_cast<std::uint32_t>(a)});
        bonds.insert(bonds.end(), 2, bond);
    }
    dataset.node_offsets.push_back(dataset.node_labels.size());
}

// The first graphs, as many of each class, of which no two are the same molecule: a copy in a test
// fold would be a question whose answer is known.
std::vector<std::size_t> choose_different(const Dataset& dataset) {
    std::vector<std::size_t> chosen;
    std::set<WlHash> seen;
    std::array<std::size_t, 2> num_chosen{};
    const std::vector<WlHash> hashes = wl_hashes(dataset);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        std::size_t& count = num_chosen[dataset.targets.classes[g]];
        if (count == kNumGraphs / 2 || !seen.insert(hashes[g]).second) continue;
        chosen.push_back(g);
        ++count;
    }
    return chosen;
}

// All that are drawn, and what their nodes are.
struct Draws {
    Dataset dataset;
    std::vector<DemoPart> parts;  // by node
};

void append_parts(std::vector<DemoPart>& parts, const std::vector<std::size_t>& numbers) {
    const std::size_t first = parts.size();
    parts.resize(first + numbers.size(), DemoPart::others);
    for (std::size_t atom = 0; atom < kRingAtoms + kGroupAtoms; ++atom)
        parts[first + numbers[atom]] = atom < kRingAtoms ? DemoPart::ring : DemoPart::group;
}

Draws draw_molecules(std::uint64_t seed) {
    Draws draws;
    Dataset& dataset = draws.dataset;
    dataset.name = "demo";
    dataset.label_names = {"C", "N", "O", "F", "Cl", "Br"};
    dataset.edge_label_names = {"single", "aromatic", "double"};
    dataset.targets.class_names = {"ortho", "meta"};

    Random random(seed);
    for (std::size_t g = 0; g < kNumDraws; ++g)
        dataset.targets.classes.push_back(static_cast<std::uint32_t>(random.below(2)));

    std::vector<Arc> arcs;
    std::vector<std::uint32_t> bonds;
    std::vector<std::size_t> numbers;
    for (const std::uint32_t c : dataset.targets.classes) {
        const Molecule molecule = draw_molecule(c == 1, random);
        append(dataset, shuffle_atoms(molecule, random, &numbers), arcs, bonds);
        append_parts(draws.parts, numbers);
    }
    ArcList list{std::make_unique<Arc[]>(arcs.size()), arcs.size()};
    std::ranges::copy(arcs, list.arcs.get());
    build_rows(dataset, std::move(list), std::move(bonds));
    return draws;
}

class Demo : public Reader {
public:
    bool accepts(const std::filesystem::path& source) const override { return source == "demo"; }
    Dataset read(const std::filesystem::path&, const MoleculeOptions&) const override {
        return make_demo_dataset();
    }
};

}  // namespace

Dataset make_demo_dataset(std::uint64_t seed) {
    const Dataset dataset = draw_molecules(seed).dataset;
    return subset(dataset, choose_different(dataset));
}

std::vector<DemoPart> demo_parts(std::uint64_t seed) {
    const Draws draws = draw_molecules(seed);
    std::vector<DemoPart> parts;
    for (const std::size_t g : choose_different(draws.dataset)) {
        const auto begin = static_cast<std::ptrdiff_t>(draws.dataset.node_offsets[g]);
        const auto end = static_cast<std::ptrdiff_t>(draws.dataset.node_offsets[g + 1]);
        parts.insert(parts.end(), draws.parts.begin() + begin, draws.parts.begin() + end);
    }
    return parts;
}

std::unique_ptr<Reader> make_demo(const Spec&) { return std::make_unique<Demo>(); }

}  // namespace dhgak
