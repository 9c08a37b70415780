// How the dataset is made up.
function dataPanel(panel) {
  const data = facts.data, names = data.class_names;
  if (names.length > 0) addLegend(panel, names.slice(0, 40).map((n, c) => [classColor(c), n]));
  else add(panel, "p", "The classes of these graphs are not known.");
  const grid = add(panel, "div", null, { class: "charts" }), place = () => add(grid, "div");
  if (names.length > 0) bars(place(), "Graphs by class", names.map((n, c) => ({ name: n, counts: names.map((_, i) => (i === c ? data.class_sizes[c] : 0)) })), names);
  histogram(place(), "Size of the graphs", data.sizes, names, "graphs", "nodes");
  histogram(place(), "Edges", data.edge_counts, names, "graphs", "edges");
  histogram(place(), "Neighbours of a node", data.degrees, names, "nodes", "neighbours");
  const labels = place();
  bars(labels, data.labels_are_degrees ? "Labels of nodes (there were none: neighbours)" : "Labels of nodes", data.labels.bars, names);
  if (data.labels.others > 0) add(labels, "p", `${plural(data.labels.others, "rarer label")}, on ${plural(data.labels.nodes_of_others, "node")}, have no bar.`, { class: "faint" });
  addAudit(panel, data);
}

// What the runs, comparisons and the model on these graphs did with edge labels; otherwise how they are used.
function useOfEdgeLabels({ name, edge_labels }) {
  if (edge_labels === 0) return "there are no labels to tell them apart";
  const said = facts.runs.filter((run) => run.dataset && run.dataset.name === name && run.edge_labels).map((run) => [run.edge_labels, run.config?.kernel ?? run.file]);
  for (const set of facts.runs.flatMap((run) => (run.compare ? run.datasets : [])).filter((set) => set.name === name))
    said.push(...set.scores.filter((s) => s.edge_labels_used != null).map((s) => [s.edge_labels_used ? "used" : "not used", s.kernel]));
  if (facts.model?.fitted_on === name && facts.model.settings.edge_labels_used) said.push([facts.model.settings.edge_labels_used === "true" ? "used" : "not used", "the model"]);
  const uses = d3.nest().key(([use]) => use).entries(said).map(({ key, values }) => `${key} (${[...new Set(values.map(([, who]) => who))].join(", ")})`);
  return uses.length ? uses.join(", ") : "used by kernels with --edges use or edges=yes";
}

function addAudit(panel, data) {
  const { audit, edge_labels, attributes } = data;
  add(panel, "h2", "Audit");
  addTable(panel, "What was looked for, and how often it was found", ["what", "found", "why it matters"], [
    ["graphs that look like another one", number(audit.copies), "learned from and tested on, they flatter a result"],
    ["graphs that look like one of another class", number(audit.conflicting), "nothing that goes by looks alone can be right about both"],
    ["best accuracy by looks alone", percent(audit.best_accuracy), "up to Weisfeiler-Leman colours"],
    ["most frequent class", percent(audit.majority), "what always saying it would reach"],
    ["graphs of unknown class", number(audit.unknown_classes), "neither learned from nor judged"],
    ["graphs without nodes", number(audit.empty_graphs), "nothing can be told about them"],
    ["graphs in several pieces", number(audit.disconnected_graphs), "what lies in another piece is out of sight of a node"],
    ["nodes without neighbours", number(audit.isolated_nodes), "they see themselves only"],
    ["edges from a node to itself", number(audit.self_loops), "dropped"],
    ["edges written twice", number(audit.doubled_arcs), "counted once"],
    ["edges written one way", number(audit.one_way_arcs), "taken for edges both ways"],
    ["kinds of edges", number(edge_labels), useOfEdgeLabels(data)],
    ["attributes of a node", number(attributes), "used with --attributes"]], "facts");
}
