// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/explain/explain.h"
#include "explain/seen_scores.h"
#include "graph/molecule_drawing.h"
#include "report/figures.h"
#include "report/graph_map.h"
#include "report/layout.h"
#include "report/neighbor_map.h"

namespace dhgak {
namespace {

// Places on paper: `points` fitted into a square without being bent.
std::vector<PlanePoint> fit_into(std::vector<PlanePoint> points, double x, double y, double side) {
    PlanePoint low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (const PlanePoint& point : points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    const double size = std::max({high.x - low.x, high.y - low.y, 1e-9});
    for (PlanePoint& point : points)
        point = {x + side / 2 + (point.x - (low.x + high.x) / 2) / size * side,
                 y + side / 2 + (point.y - (low.y + high.y) / 2) / size * side};
    return points;
}

std::string map_figure(const Model& model, const Dataset& graphs, FigureFormat format,
                       bool by_neighbors, const DisplayNames& display) {
    constexpr double kSide = 340, kTop = 24, kEdge = 10;
    NewGraphNotes notes;
    const SparseMatrix features = model.transform(graphs, notes);
    const GraphMap map = map_graphs(features);
    const std::string axes = by_neighbors
                                 ? "neighbours (t-SNE)"
                                 : fmt::format("kernel PCA, {:.1f} % and {:.1f} % of the variance",
                                               100 * map.shares[0], 100 * map.shares[1]);
    const auto canvas = make_canvas(format, kSide + 2 * kEdge, kTop + kSide + 36, "map of graphs");
    canvas->text(4, 12, fmt::format("{}: {}", graphs.name, axes));
    const auto places = fit_into(by_neighbors ? map_neighbors(features, map.points) : map.points,
                                 kEdge, kTop, kSide);
    const double radius = graphs.num_graphs() > 1000 ? 1.4 : 2.4;
    for (std::size_t g = 0; g < places.size(); ++g) {
        const bool is_known =
            !graphs.targets.classes.empty() && graphs.targets.classes[g] != kUnknownClass;
        // On paper, up is positive.
        canvas->circle(places[g].x, 2 * kTop + kSide - places[g].y, radius,
                       is_known ? class_color(graphs.targets.classes[g]) : kGrey);
    }
    draw_class_legend(*canvas, kEdge, kTop + kSide + 24,
                      display.of_classes(graphs.targets.class_names));
    return canvas->finish();
}

// From white for none to the full colour for the largest score.
std::string shade(std::string_view color, double share) {
    std::array<int, 3> mixed{};
    for (std::size_t i = 0; i < 3; ++i) {
        const int full = std::stoi(std::string(color.substr(1 + 2 * i, 2)), nullptr, 16);
        mixed[i] = static_cast<int>(std::lround(255 - 0.75 * share * (255 - full)));
    }
    return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

// What is drawn of a graph: places, lines, and a text for each node.
struct Picture {
    std::vector<PlanePoint> points;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
    std::vector<std::string> texts;
    bool is_molecule = false;
};

Picture picture_of(const Dataset& graphs, std::size_t g, const DisplayNames& display) {
    const Graph graph = graphs.graph(g);
    Picture picture;
    if (const std::optional<MoleculeDrawing> drawing = depict_molecule(graphs, g)) {
        for (const MoleculeDrawing::Atom& atom : drawing->atoms) {
            picture.points.push_back({atom.x, atom.y});
            picture.texts.push_back(atom.text);
        }
        for (const MoleculeDrawing::Bond& bond : drawing->bonds)
            picture.lines.emplace_back(bond.from, bond.to);
        picture.is_molecule = true;
        return picture;
    }
    picture.points = lay_out(graph);
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
        picture.texts.push_back(display.of_label(graphs.label_names[graph.labels[v]]));
        for (const std::uint32_t u : graph.neighbors(v))
            if (v < u) picture.lines.emplace_back(v, u);
    }
    return picture;
}

std::string graph_figure(const Model& model, const Dataset& graphs, std::size_t g,
                         FigureFormat format, const DisplayNames& display) {
    constexpr double kSide = 320, kTop = 40, kEdge = 24;
    constexpr std::size_t kMostLetters = 4;
    if (g >= graphs.num_graphs())
        throw InputError(fmt::format("{}: there is no graph {}; they are numbered 0 to {}",
                                     graphs.name, g, graphs.num_graphs() - 1));
    const std::vector<std::size_t> only = {g};
    const Dataset one = subset(graphs, only);
    const Explainer explainer(model);
    NewGraphNotes notes;
    const GraphExplanation explanation = std::move(explainer.explain(one, 0, notes).front());
    std::size_t f = 0;
    for (std::size_t i = 0; explanation.functions.size() > 1 && i < explanation.functions.size();
         ++i)
        if (explainer.class_of(i) == explanation.predicted) f = i;
    const FunctionExplanation& function = explanation.functions[f];
    std::vector<double> scores =
        seen_scores(one.graph(0), function, reaches_of(*model.kernel().feature_guide()));
    if (scores.empty()) scores = function.node_scores();
    double largest = 1e-12;
    for (const double score : scores) largest = std::max(largest, std::abs(score));

    const std::vector<std::string> names = display.of_classes(model.info().class_names);
    const std::size_t positive = explainer.class_of(f);
    const bool is_pair = explanation.functions.size() == 1;
    const std::string_view color_for = class_color(positive);
    const std::string_view color_against = is_pair ? class_color(1 - positive) : kGrey;
    const Picture picture = picture_of(one, 0, display);
    const auto places = fit_into(picture.points, kEdge, kTop, kSide);
    const auto canvas = make_canvas(format, kSide + 2 * kEdge, kTop + kSide + 50, "a graph");
    canvas->text(4, 12,
                 fmt::format("{}, graph {}: the model says {}", graphs.name, g,
                             names[explanation.predicted]));
    const double radius =
        std::clamp(0.9 * kSide / std::sqrt(static_cast<double>(places.size()) + 1) / 4, 1.5, 11.0);
    const auto shade_of = [&](std::size_t v) {
        return shade(scores[v] > 0 ? color_for : color_against, std::abs(scores[v]) / largest);
    };
    // Atoms without a text are where bonds meet: their shades lie below, as on the page.
    if (picture.is_molecule)
        for (std::size_t v = 0; v < places.size(); ++v)
            canvas->circle(places[v].x, places[v].y, radius, shade_of(v));
    for (const auto& [a, b] : picture.lines)
        canvas->line(places[a].x, places[a].y, places[b].x, places[b].y, kGrey, 1);
    for (std::size_t v = 0; v < places.size(); ++v) {
        if (picture.is_molecule && picture.texts[v].empty()) continue;
        canvas->circle(places[v].x, places[v].y, picture.is_molecule ? 0.7 * radius : radius,
                       shade_of(v));
        if (radius > 5 && picture.texts[v].size() <= kMostLetters)
            canvas->text(places[v].x, places[v].y + 3, picture.texts[v], Anchor::middle);
    }
    const double bottom = kTop + kSide + 34;
    canvas->rect(kEdge, bottom - 7, 8, 8, color_for);
    canvas->text(kEdge + 11, bottom, fmt::format("speaks for {}", names[positive]));
    const double next = kEdge + 30 + room_for("speaks for " + names[positive]);
    canvas->rect(next, bottom - 7, 8, 8, color_against);
    canvas->text(next + 11, bottom,
                 is_pair ? fmt::format("speaks for {}", names[1 - positive])
                         : std::string("speaks against it"));
    return canvas->finish();
}

}  // namespace

std::string model_figure(const Model& model, const Dataset& graphs, FigureFormat format,
                         const ModelFigureOptions& options) {
    if (options.kind == "graph")
        return graph_figure(model, graphs, options.graph, format, options.names);
    if (options.kind != "map" && options.kind != "neighbors")
        throw ConfigError(
            fmt::format("a model is not drawn as '{}'; known: graph map neighbors", options.kind));
    if (!model.predictor().takes_features())
        throw ConfigError("the kernel of this model has no features to lay graphs out by");
    return map_figure(model, graphs, format, options.kind == "neighbors", options.names);
}

}  // namespace dhgak
