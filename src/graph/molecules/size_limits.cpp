// SPDX-License-Identifier: MIT
#include "graph/molecules/size_limits.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace dhgak {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number at the start of a text, 0 where there is none.
std::size_t number_at(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc::result_out_of_range ? std::size_t(-1) : number;
}

WrittenSize with_rings(std::size_t atoms, std::size_t bonds) {
    return {.atoms = atoms, .rings = bonds < atoms ? 0 : bonds - atoms + 1};
}

}  // namespace

WrittenSize size_of_smiles(std::string_view smiles) {
    constexpr std::string_view kAromatic = "bcnops";
    WrittenSize size;
    std::size_t closures = 0;
    for (std::size_t i = 0; i < smiles.size(); ++i) {
        const char c = smiles[i];
        if (c == '[') {  // one atom, whatever is inside
            ++size.atoms;
            i = std::min(smiles.find(']', i), smiles.size());
        } else if (c == '%') {  // %12 and %(123)
            ++closures;
            i = smiles.substr(i + 1).starts_with('(') ? std::min(smiles.find(')', i), smiles.size())
                                                      : i + 2;
        } else if (is_digit(c)) {
            ++closures;
        } else if ((c >= 'A' && c <= 'Z') || c == '*' ||
                   kAromatic.find(c) != std::string_view::npos) {  // not the l of Cl, the r of Br
            ++size.atoms;
        }
    }
    size.rings = closures / 2;  // each is opened and closed
    return size;
}

// By its counts, which RDKit goes by: the fourth line of V2000, a line of its own in V3000.
WrittenSize size_of_mol_block(std::string_view block) {
    constexpr std::string_view kCounts = "M  V30 COUNTS";
    const std::size_t counts = block.find(kCounts);
    if (counts != std::string_view::npos) {
        std::string_view line = block.substr(counts + kCounts.size());
        line = line.substr(0, line.find('\n'));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const std::size_t atoms = number_at(line);
        line.remove_prefix(std::min(line.find(' '), line.size()));
        return with_rings(atoms, number_at(line));
    }
    for (int skipped = 0; skipped < 3; ++skipped) {
        const std::size_t end = block.find('\n');
        block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    }
    return with_rings(number_at(block.substr(0, 3)),
                      block.size() < 6 ? 0 : number_at(block.substr(3, 3)));
}

std::string size_fault(std::string_view structure, bool is_mol_block, std::size_t max_atoms) {
    const WrittenSize size =
        is_mol_block ? size_of_mol_block(structure) : size_of_smiles(structure);
    if (size.atoms <= max_atoms && size.rings <= max_atoms) return {};
    return fmt::format("{} {}, and at most {} are read; --max-atoms (max_atoms) takes more",
                       size.atoms > max_atoms ? size.atoms : size.rings,
                       size.atoms > max_atoms ? "atoms" : "rings", max_atoms);
}

}  // namespace dhgak
