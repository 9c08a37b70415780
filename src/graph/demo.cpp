// SPDX-License-Identifier: MIT
#include "dhgak/graph/demo.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "dhgak/core/random.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/reader.h"
#include "dhgak/graph/wl_hash.h"
#include "graph/tu/arc_rows.h"

namespace dhgak {
namespace {

constexpr std::size_t kNumGraphs = 200;
constexpr std::size_t kNumDraws = 800;  // enough to find that many different ones
constexpr std::uint64_t kSeed = 1899;

enum Element : std::uint32_t { C, N, O, F, Cl, Br };
enum Bond : std::uint32_t { kSingle, kAromatic, kDouble };

class Molecule {
public:
    struct BondedPair {
        std::size_t a, b;
        Bond bond;
    };

    std::size_t add(Element element) {
        atoms_.push_back(element);
        return atoms_.size() - 1;
    }

    std::size_t add(Element element, std::size_t neighbor, Bond bond = kSingle) {
        const std::size_t atom = add(element);
        bonds_.push_back({neighbor, atom, bond});
        return atom;
    }

    // Six aromatic atoms of which the first is `first`; returns them in order.
    std::array<std::size_t, 6> ring(Element first) {
        std::array<std::size_t, 6> places{};
        places[0] = add(first);
        for (std::size_t i = 1; i < 6; ++i) places[i] = add(C, places[i - 1], kAromatic);
        bonds_.push_back({places[5], places[0], kAromatic});
        return places;
    }

    void join(std::size_t a, std::size_t b) { bonds_.push_back({a, b, kSingle}); }

    const std::vector<Element>& atoms() const { return atoms_; }
    const std::vector<BondedPair>& bonds() const { return bonds_; }

private:
    std::vector<Element> atoms_;
    std::vector<BondedPair> bonds_;
};

void add_carboxyl(Molecule& molecule, std::size_t place) {
    const std::size_t carbon = molecule.add(C, place);
    molecule.add(O, carbon, kDouble);
    molecule.add(O, carbon);
}

void add_acetoxy(Molecule& molecule, std::size_t place) {
    const std::size_t bridge = molecule.add(O, place);
    const std::size_t carbon = molecule.add(C, bridge);
    molecule.add(O, carbon, kDouble);
    molecule.add(C, carbon);
}

void add_alkyl(Molecule& molecule, std::size_t place, Random& random) {
    std::vector<std::size_t> chain = {place};
    const std::size_t length = 1 + random.below(4);
    for (std::size_t i = 0; i < length; ++i) chain.push_back(molecule.add(C, chain.back()));
    // A branch anywhere but at the ring, whose atoms have no bond left.
    if (length > 2 && random.below(2) == 0) molecule.add(C, chain[1 + random.below(length - 1)]);
}

void add_second_ring(Molecule& molecule, std::size_t place, Random& random) {
    const auto ring = molecule.ring(random.below(3) == 0 ? N : C);
    molecule.join(place, ring[1 + random.below(5)]);  // never at the nitrogen
}

void add_decoration(Molecule& molecule, std::size_t place, Random& random) {
    switch (random.below(9)) {
        case 0:
        case 1:
        case 2:
            return add_alkyl(molecule, place, random);
        case 3:
            return add_second_ring(molecule, place, random);
        case 4:
            molecule.add(N, place);
            return;
        case 5:  // methoxy
            molecule.add(C, molecule.add(O, place));
            return;
        default: {
            constexpr Element kHalogens[] = {F, Cl, Br};
            molecule.add(kHalogens[random.below(3)], place);
        }
    }
}

Molecule draw(bool is_meta, Random& random) {
    Molecule molecule;
    const auto ring = molecule.ring(C);
    const std::size_t second = is_meta ? 2 : 1;
    add_carboxyl(molecule, ring[0]);
    add_acetoxy(molecule, ring[second]);
    std::vector<std::size_t> free_places;
    for (std::size_t i = 1; i < 6; ++i)
        if (i != second) free_places.push_back(ring[i]);
    random.shuffle(free_places);
    free_places.resize(1 + random.below(3));
    for (const std::size_t place : free_places) add_decoration(molecule, place, random);
    return molecule;
}

// Adds the molecule with its atoms in random order; arcs and bonds go to the ends of the lists.
void append(Dataset& dataset, const Molecule& molecule, Random& random, std::vector<Arc>& arcs,
            std::vector<std::uint32_t>& bonds) {
    const std::size_t first = dataset.node_labels.size();
    std::vector<std::uint32_t> number(molecule.atoms().size());
    std::iota(number.begin(), number.end(), 0U);
    random.shuffle(number);
    dataset.node_labels.resize(first + number.size());
    for (std::size_t i = 0; i < number.size(); ++i)
        dataset.node_labels[first + number[i]] = molecule.atoms()[i];
    for (const auto& [a, b, bond] : molecule.bonds()) {
        arcs.push_back({static_cast<std::uint32_t>(first + number[a]), number[b]});
        arcs.push_back({static_cast<std::uint32_t>(first + number[b]), number[a]});
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
        std::size_t& count = num_chosen[dataset.classes[g]];
        if (count == kNumGraphs / 2 || !seen.insert(hashes[g]).second) continue;
        chosen.push_back(g);
        ++count;
    }
    return chosen;
}

class Demo : public Reader {
public:
    bool accepts(const std::filesystem::path& source) const override { return source == "demo"; }
    Dataset read(const std::filesystem::path&) const override { return make_demo_dataset(); }
};

}  // namespace

Dataset make_demo_dataset() {
    Dataset dataset;
    dataset.name = "demo";
    dataset.label_names = {"C", "N", "O", "F", "Cl", "Br"};
    dataset.edge_label_names = {"single", "aromatic", "double"};
    dataset.class_names = {"ortho", "meta"};

    Random random(kSeed);
    for (std::size_t g = 0; g < kNumDraws; ++g)
        dataset.classes.push_back(static_cast<std::uint32_t>(random.below(2)));

    std::vector<Arc> arcs;
    std::vector<std::uint32_t> bonds;
    for (const std::uint32_t c : dataset.classes)
        append(dataset, draw(c == 1, random), random, arcs, bonds);
    ArcList list{std::make_unique<Arc[]>(arcs.size()), arcs.size()};
    std::ranges::copy(arcs, list.arcs.get());
    build_rows(dataset, std::move(list), std::move(bonds));
    return subset(dataset, choose_different(dataset));
}

std::unique_ptr<Reader> make_demo(const Spec&) { return std::make_unique<Demo>(); }

}  // namespace dhgak
