// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"

namespace dhgak {

enum Element : std::uint32_t { C, N, O, F, Cl, Br };
enum Bond : std::uint32_t { kSingle, kAromatic, kDouble };

// Atoms and the bonds between them.
class Molecule {
public:
    struct BondedPair {
        std::size_t a, b;
        Bond bond;
    };

    Molecule() = default;
    Molecule(std::vector<Element> atoms, std::vector<BondedPair> bonds)
        : atoms_(std::move(atoms)), bonds_(std::move(bonds)) {}

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

// A benzene ring that bears a carboxyl and an acetoxy group, side by side or (`is_meta`) one place
// apart, and one to three more groups at random free places, drawn alike in both cases. Where this
// is less than `num_atoms`, a tail of chains and rings makes it so many or a few more.
//
// Its first atoms are those of the ring, then come those of the two groups.
Molecule draw_molecule(bool is_meta, Random& random, std::size_t num_atoms = 0);
inline constexpr std::size_t kRingAtoms = 6;
inline constexpr std::size_t kGroupAtoms = 7;

// The same with the atoms in random order; bonds stay in theirs. `numbers`, if given, tells by atom
// of the first its number in the second.
Molecule shuffle_atoms(const Molecule& molecule, Random& random,
                       std::vector<std::size_t>* numbers = nullptr);

}  // namespace dhgak
