// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "dhgak/graph/molecules.h"
#include "fuzz_target.h"
#include "graph/molecules/reading.h"
#include "graph/molecules/records.h"

using namespace dhgak;

namespace {

// In place of RDKit, which has fuzzers of its own: a chain as long as the text.
ParsedMolecule parse_chain(const std::string& text, const ParseRequest&) {
    ParsedMolecule molecule;
    if (text.find('!') != std::string::npos) molecule.fault = "no molecule";
    const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), 20));
    for (std::uint32_t v = 0; v < size && molecule.fault.empty(); ++v) {
        molecule.atoms.push_back({.symbol = {text[v] == 0 ? 'C' : text[v]}});
        if (v > 0) molecule.bonds.push_back({.from = v - 1, .to = v});
    }
    return molecule;
}

}  // namespace

// The first byte chooses the format and what becomes of bad molecules; the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    if (size == 0) return 0;
    constexpr decltype(&open_csv) kFormats[] = {open_csv, open_smi, open_sdf};
    const auto path = folder.write("molecules", fuzz::text_of(data + 1, size - 1));
    const MoleculeOptions options = {.bad = data[0] & 4 ? BadMolecules::skip : BadMolecules::fail,
                                     .class_column = data[0] & 8 ? "class" : "",
                                     .split_column = data[0] & 16 ? "3" : ""};
    return fuzz::expect_answer([&] {
        MoleculeReading reading("m", "m", kFormats[data[0] % std::size(kFormats)](path, options),
                                options, parse_chain);
        while (const auto block = reading.next(3)) validate(*block);
    });
}
