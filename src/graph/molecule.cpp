// SPDX-License-Identifier: MIT
#include "graph/molecule.h"

#include <numeric>

namespace dhgak {
namespace {

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

// One piece after another, each at the end of the last: atoms of a chain, some with a branch, and
// rings.
void add_tail(Molecule& molecule, std::size_t place, std::size_t num_atoms, Random& random) {
    while (molecule.atoms().size() < num_atoms) {
        if (random.below(4) == 0) {
            const auto ring = molecule.ring(random.below(3) == 0 ? N : C);
            molecule.join(place, ring[1 + random.below(2)]);  // never at the nitrogen
            place = ring[3 + random.below(3)];
        } else if (random.below(8) == 0) {
            place = molecule.add(C, molecule.add(O, place));
        } else {
            place = molecule.add(C, place);
            if (random.below(4) == 0) molecule.add(random.below(3) == 0 ? F : C, place);
        }
    }
}

}  // namespace

Molecule draw_molecule(bool is_meta, Random& random, std::size_t num_atoms) {
    Molecule molecule;
    const auto ring = molecule.ring(C);
    const std::size_t second = is_meta ? 2 : 1;
    add_carboxyl(molecule, ring[0]);
    add_acetoxy(molecule, ring[second]);
    std::vector<std::size_t> free_places;
    for (std::size_t i = 1; i < 6; ++i)
        if (i != second) free_places.push_back(ring[i]);
    random.shuffle(free_places);
    const std::size_t place_of_tail = free_places.back();
    free_places.resize(1 + random.below(3));  // of four
    for (const std::size_t place : free_places) add_decoration(molecule, place, random);
    add_tail(molecule, place_of_tail, num_atoms, random);
    return molecule;
}

Molecule shuffle_atoms(const Molecule& molecule, Random& random,
                       std::vector<std::size_t>* numbers) {
    std::vector<std::size_t> number(molecule.atoms().size());
    std::iota(number.begin(), number.end(), 0U);
    random.shuffle(number);
    std::vector<Element> atoms(number.size());
    for (std::size_t i = 0; i < number.size(); ++i) atoms[number[i]] = molecule.atoms()[i];
    std::vector<Molecule::BondedPair> bonds;
    for (const auto& [a, b, bond] : molecule.bonds()) bonds.push_back({number[a], number[b], bond});
    if (numbers != nullptr) *numbers = std::move(number);
    return {std::move(atoms), std::move(bonds)};
}

}  // namespace dhgak
