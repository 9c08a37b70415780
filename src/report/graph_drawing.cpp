// SPDX-License-Identifier: MIT
#include "report/graph_drawing.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/graph/molecule_drawing.h"
#include "report/layout.h"

namespace dhgak {
namespace {

void add_place(Json& places, double x, double y) {
    places.push_back(static_cast<int>(std::lround(x * 100)));
    places.push_back(static_cast<int>(std::lround(y * 100)));
}

Json skeletal_formula(const MoleculeDrawing& drawing) {
    Json places = Json::array(), edges = Json::array(), texts = Json::array();
    std::string strokes;
    for (std::size_t v = 0; v < drawing.atoms.size(); ++v) {
        const MoleculeDrawing::Atom& atom = drawing.atoms[v];
        add_place(places, atom.x, atom.y);
        if (atom.text.empty()) continue;
        texts.push_back(v);
        texts.push_back(atom.text);
    }
    for (const MoleculeDrawing::Bond& bond : drawing.bonds) {
        edges.push_back(bond.from);
        edges.push_back(bond.to);
        strokes += static_cast<char>(bond.stroke);
    }
    return {{"xy", std::move(places)},
            {"e", std::move(edges)},
            {"b", std::move(strokes)},
            {"a", std::move(texts)}};
}

Json dots_and_lines(const Graph& graph) {
    Json places = Json::array(), edges = Json::array();
    for (const PlanePoint& point : lay_out(graph)) add_place(places, point.x, point.y);
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v)
        for (const std::uint32_t u : graph.neighbors(v))
            if (v < u) {
                edges.push_back(v);
                edges.push_back(u);
            }
    return {{"xy", std::move(places)}, {"e", std::move(edges)}};
}

}  // namespace

Json graph_drawing(const Dataset& graphs, std::size_t g) {
    const Graph graph = graphs.graph(g);
    const auto molecule = depict_molecule(graphs, g);
    Json drawing = molecule ? skeletal_formula(*molecule) : dots_and_lines(graph);
    drawing["l"] = std::vector<std::uint32_t>(graph.labels.begin(), graph.labels.end());
    return drawing;
}

}  // namespace dhgak
