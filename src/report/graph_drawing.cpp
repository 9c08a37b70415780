// SPDX-License-Identifier: MIT
#include "report/graph_drawing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/graph/builder.h"
#include "report/layout.h"
#include "report/packed.h"

namespace dhgak {
namespace {

// From the upper left corner of them all.
std::string pack_places(const std::vector<PlanePoint>& points) {
    PlanePoint corner = {INFINITY, INFINITY};
    for (const PlanePoint& point : points)
        corner = {std::min(corner.x, point.x), std::min(corner.y, point.y)};
    std::vector<std::uint32_t> places;
    for (const PlanePoint& point : points) {
        places.push_back(static_cast<std::uint32_t>(std::lround(100 * (point.x - corner.x))));
        places.push_back(static_cast<std::uint32_t>(std::lround(100 * (point.y - corner.y))));
    }
    return pack(places);
}

Json skeletal_formula(const MoleculeDrawing& drawing) {
    std::vector<PlanePoint> places;
    std::vector<std::uint32_t> edges;
    Json texts = Json::array();
    std::string strokes;
    for (std::size_t v = 0; v < drawing.atoms.size(); ++v) {
        const MoleculeDrawing::Atom& atom = drawing.atoms[v];
        places.push_back({atom.x, atom.y});
        if (atom.text.empty()) continue;
        texts.push_back(v);
        texts.push_back(atom.text);
    }
    for (const MoleculeDrawing::Bond& bond : drawing.bonds) {
        edges.push_back(bond.from);
        edges.push_back(bond.to);
        strokes += static_cast<char>(bond.stroke);
    }
    return {{"xy", pack_places(places)},
            {"e", pack(edges)},
            {"b", std::move(strokes)},
            {"a", std::move(texts)}};
}

Json dots_and_lines(const Graph& graph) {
    std::vector<std::uint32_t> edges;
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v)
        for (const std::uint32_t u : graph.neighbors(v))
            if (v < u) {
                edges.push_back(v);
                edges.push_back(u);
            }
    return {{"xy", pack_places(lay_out(graph))}, {"e", pack(edges)}};
}

}  // namespace

Json graph_drawing(const Graph& graph, const std::optional<MoleculeDrawing>& molecule) {
    Json drawing = molecule ? skeletal_formula(*molecule) : dots_and_lines(graph);
    drawing["l"] = pack(std::vector(graph.labels.begin(), graph.labels.end()));
    return drawing;
}

std::string slice_places(const Json& slice) {
    GraphInput input;
    input.num_nodes = slice.at("labels").size();
    for (const Json& edge : slice.at("edges")) input.edges.emplace_back(edge.at(0), edge.at(1));
    DatasetBuilder builder;
    builder.add_graph(input);
    const Dataset dataset = builder.build();
    return pack_places(lay_out(dataset.graph(0)));
}

}  // namespace dhgak
