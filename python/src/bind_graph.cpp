// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bind.h"
#include "dhgak/core/error.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/graph/reader.h"
#include "dhgak/graph/stream.h"
#include "graph/arrays.h"
#include "graph/molecules/labels.h"
#include "work.h"

namespace dhgak::python {
namespace {

using Names = std::vector<std::string>;

Dataset from_arrays(const std::string& name, std::size_t first_graph,
                    const Input<std::int64_t>& num_nodes, const Input<std::int64_t>& num_edges,
                    const Input<std::int64_t>& sources, const Input<std::int64_t>& targets,
                    const Input<std::uint32_t>& labels, const Names& label_names,
                    const Input<std::uint32_t>& edge_labels, const Names& edge_label_names,
                    const Input<float>& attributes, std::size_t num_attributes,
                    const std::string& atoms) {
    const GraphArrays arrays = {.name = name,
                                .first_graph = first_graph,
                                .num_nodes = span_of(num_nodes),
                                .num_edges = span_of(num_edges),
                                .sources = span_of(sources),
                                .targets = span_of(targets),
                                .labels = span_of(labels),
                                .label_names = label_names,
                                .edge_labels = span_of(edge_labels),
                                .edge_label_names = edge_label_names,
                                .atoms = atoms,
                                .attributes = span_of(attributes),
                                .num_attributes = num_attributes};
    const nb::gil_scoped_release release;
    return dataset_of(arrays);
}

// The same graphs with classes, whose names keep their order.
Dataset with_classes(const Dataset& graphs, const Input<std::int64_t>& classes,
                     const Names& class_names) {
    Dataset dataset = graphs;
    dataset.targets.classes.clear();
    for (const std::int64_t c : span_of(classes))
        dataset.targets.classes.push_back(c < 0 ? kUnknownClass : static_cast<std::uint32_t>(c));
    dataset.targets.class_names = class_names;
    if (dataset.targets.classes.size() != dataset.num_graphs())
        throw InputError("the number of classes is not the number of graphs");
    return dataset;
}

Dataset choose(const Dataset& graphs, const Input<std::int64_t>& numbers) {
    const std::vector<std::size_t> chosen(numbers.data(), numbers.data() + numbers.shape(0));
    const nb::gil_scoped_release release;
    return drop_unused_labels(subset(graphs, chosen));
}

// By graph, -1 where it is not known.
Output<std::int64_t> classes_of(const Dataset& graphs) {
    std::vector<std::int64_t> classes;
    for (const std::uint32_t c : graphs.targets.classes)
        classes.push_back(c == kUnknownClass ? -1 : std::int64_t{c});
    return array_of(std::move(classes));
}

// One graph: (edges as 2 x n, label numbers, edge label numbers, attributes).
nb::tuple graph_parts(const Dataset& graphs, std::size_t g) {
    if (g >= graphs.num_graphs()) throw nb::index_error("there is no such graph");
    const Graph graph = graphs.graph(g);
    std::vector<std::int64_t> from, to, labels(graph.labels.begin(), graph.labels.end());
    std::vector<std::int64_t> edge_labels;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        const auto neighbors = graph.neighbors(v);
        const auto kinds = graph.edge_labels(v);
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
            if (neighbors[i] < v) continue;
            from.push_back(static_cast<std::int64_t>(v));
            to.push_back(neighbors[i]);
            if (!kinds.empty()) edge_labels.push_back(kinds[i]);
        }
    }
    std::vector<std::int64_t> edges = from;
    edges.insert(edges.end(), to.begin(), to.end());
    const std::size_t columns = graphs.attributes.cols();
    std::vector<float> attributes;
    for (std::size_t v = 0; columns > 0 && v < graph.num_nodes(); ++v) {
        const auto row = graphs.attributes.row(graph.first_node + v);
        attributes.insert(attributes.end(), row.begin(), row.end());
    }
    const std::size_t num_edges = from.size(), num_nodes = graph.num_nodes();
    return nb::make_tuple(array_of(std::move(edges), {2, num_edges}), array_of(std::move(labels)),
                          array_of(std::move(edge_labels)),
                          array_of(std::move(attributes), {num_nodes, columns}));
}

// All of a dataset, to be sent to another process.
nb::tuple state_of(const Dataset& graphs) {
    const auto values = graphs.attributes.values();
    return nb::make_tuple(
        graphs.name, array_of(graphs.node_offsets), array_of(graphs.arc_offsets),
        array_of(graphs.neighbors), array_of(graphs.node_labels), graphs.label_names,
        graphs.labels_are_degrees, array_of(graphs.edge_labels), graphs.edge_label_names,
        array_of(std::vector<float>(values.begin(), values.end())), graphs.attributes.cols(),
        array_of(graphs.targets.classes), graphs.targets.class_names, graphs.atoms);
}

Dataset from_state(const nb::tuple& state) {
    if (state.size() != 14) throw InputError("this is not the state of a Dataset");
    Dataset graphs;
    graphs.name = nb::cast<std::string>(state[0]);
    graphs.node_offsets = vector_of<std::size_t>(state[1]);
    graphs.arc_offsets = vector_of<std::size_t>(state[2]);
    graphs.neighbors = vector_of<std::uint32_t>(state[3]);
    graphs.node_labels = vector_of<std::uint32_t>(state[4]);
    graphs.label_names = nb::cast<Names>(state[5]);
    graphs.labels_are_degrees = nb::cast<bool>(state[6]);
    graphs.edge_labels = vector_of<std::uint32_t>(state[7]);
    graphs.edge_label_names = nb::cast<Names>(state[8]);
    const std::vector<float> attributes = vector_of<float>(state[9]);
    const auto columns = nb::cast<std::size_t>(state[10]);
    if (columns > 0 ? attributes.size() % columns != 0 : !attributes.empty())
        throw InputError(fmt::format("{} numbers do not make rows of {} node attributes",
                                     attributes.size(), columns));
    graphs.attributes = Matrix(columns > 0 ? attributes.size() / columns : 0, columns);
    std::ranges::copy(attributes, graphs.attributes.values().begin());
    graphs.targets.classes = vector_of<std::uint32_t>(state[11]);
    graphs.targets.class_names = nb::cast<Names>(state[12]);
    graphs.atoms = nb::cast<std::string>(state[13]);
    validate(graphs);
    return graphs;
}

// Bytes of a file, in which letters may be spoilt.
nb::object text_of(const std::string& bytes) {
    return nb::steal(
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

// Whether structures are mol blocks, and by molecule: line, structure, name, class, fault.
nb::tuple molecule_texts(const std::string& path, const std::string& smiles,
                         const std::string& of_class, std::size_t max_atoms,
                         std::size_t max_record) {
    const MoleculeTexts texts = run([&] {
        return read_molecule_texts(path, {.smiles_column = smiles,
                                          .class_column = of_class,
                                          .max_atoms = max_atoms,
                                          .max_record = max_record});
    });
    nb::list records;
    for (const MoleculeRecord& record : texts.records)
        records.append(nb::make_tuple(record.line, text_of(record.structure), text_of(record.name),
                                      text_of(record.class_name), text_of(record.fault)));
    return nb::make_tuple(texts.are_mol_blocks, records);
}

// What RDKit's own objects say: symbol, connections, hydrogens, charge, whether in a ring, whether
// aromatic, R or S; and of a bond its kind, E or Z.
using AtomFacts = std::tuple<std::string, int, int, int, bool, bool, std::string>;
using BondFacts = std::pair<std::string, std::string>;

char first_of(const std::string& text) { return text.empty() ? '\0' : text.front(); }

// Labels of atoms and of bonds, as files of molecules get them.
nb::tuple molecule_labels(const std::string& atoms, const std::vector<AtomFacts>& atom_facts,
                          const std::vector<BondFacts>& bond_facts) {
    MoleculeOptions options;
    set_atoms(options, atoms);
    nb::list atom_labels, bond_labels;
    for (const auto& [symbol, connections, hydrogens, charge, in_ring, is_aromatic, code] :
         atom_facts) {
        ParsedAtom atom = {.connections = static_cast<std::uint8_t>(connections),
                           .hydrogens = static_cast<std::uint8_t>(hydrogens),
                           .charge = static_cast<std::int8_t>(charge),
                           .in_ring = in_ring,
                           .is_aromatic = is_aromatic,
                           .stereo = options.stereo ? first_of(code) : '\0'};
        symbol.copy(atom.symbol.data(), atom.symbol.size() - 1);
        atom_labels.append(atom_label(atom, options.atoms));
    }
    for (const auto& [kind, code] : bond_facts)
        bond_labels.append(bond_label(
            {.kind = bond_kind(kind), .stereo = options.stereo ? first_of(code) : '\0'}));
    return nb::make_tuple(atom_labels, bond_labels);
}

}  // namespace

void bind_graph(nb::module_& module) {
    nb::class_<DatasetStream>(module, "DatasetStream", "Graphs of files, some at a time.")
        .def("next", [](DatasetStream& self) { return run([&] { return self.next(); }); });
    module.def(
        "open_stream",
        [](const std::string& source, std::size_t graphs_per_block) {
            return run([&] { return open_stream(source, graphs_per_block); });
        },
        nb::arg("source"), nb::arg("graphs_per_block"));
    module.def("molecule_texts", &molecule_texts, nb::arg("path"), nb::arg("smiles"),
               nb::arg("of_class"), nb::arg("max_atoms"), nb::arg("max_record"));
    module.def("molecule_labels", &molecule_labels, nb::arg("atoms"), nb::arg("atom_facts"),
               nb::arg("bond_facts"));
    nb::class_<Dataset>(module, "Dataset", "Graphs as the library keeps them; does not change.")
        .def_static("from_arrays", &from_arrays, nb::kw_only(), nb::arg("name"),
                    nb::arg("first_graph"), nb::arg("num_nodes"), nb::arg("num_edges"),
                    nb::arg("sources"), nb::arg("targets"), nb::arg("labels"),
                    nb::arg("label_names"), nb::arg("edge_labels"), nb::arg("edge_label_names"),
                    nb::arg("attributes"), nb::arg("num_attributes"), nb::arg("atoms"))
        .def_static(
            "read",
            [](const std::string& source) { return run([&] { return read_dataset(source); }); },
            nb::arg("source"))
        .def_static(
            "concatenate",
            [](const std::vector<const Dataset*>& parts) {
                std::vector<Dataset> copies;
                for (const Dataset* part : parts) copies.push_back(*part);
                return concatenate(copies);
            },
            nb::arg("parts"))
        .def_static("from_state", &from_state, nb::arg("state"))
        .def("state", &state_of)
        .def("with_classes", &with_classes, nb::arg("classes"), nb::arg("class_names"))
        .def("choose", &choose, nb::arg("graphs"))
        .def("graph_parts", &graph_parts, nb::arg("graph"))
        .def("__len__", &Dataset::num_graphs)
        .def_prop_ro("classes", &classes_of, nb::rv_policy::automatic)
        .def_ro("name", &Dataset::name)
        .def_prop_ro("class_names", [](const Dataset& self) { return self.targets.class_names; })
        .def_ro("label_names", &Dataset::label_names)
        .def_ro("edge_label_names", &Dataset::edge_label_names)
        .def_ro("atoms", &Dataset::atoms)
        .def_ro("labels_are_degrees", &Dataset::labels_are_degrees)
        .def_prop_ro("num_nodes", &Dataset::num_nodes)
        .def_prop_ro("num_edges", &Dataset::num_edges)
        .def_prop_ro("num_attributes",
                     [](const Dataset& graphs) { return graphs.attributes.cols(); });
}

}  // namespace dhgak::python
