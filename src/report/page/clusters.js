// What the model goes by: the clusters that set the graphs of each class apart.
function clustersPanel(panel) {
  add(panel, "p", `What sets the graphs that the model puts into a class apart from the others. Each card is a ${graphs.column}: parts of graphs that the kernel takes for the same; the thick rim marks the node it is about. Bars: how many training graphs of each class have it. Scores are of this model; they are not causes.`);
  for (const { class: name, clusters } of graphs.important) {
    const shown = clusters.filter(([c]) => c >= 0), sign = graphs.two_classes && name === modelClass(0) ? -1 : 1;
    add(panel, "h2", `Predicted ${name}`);
    if (shown.length === 0) add(panel, "p", "No graph shown here is predicted so, or nothing sets such graphs apart.", { class: "faint" });
    const cards = add(panel, "div", null, { class: "cards" });
    for (const [c, inside, outside, experiments] of shown) clusterCard(cards, graphs.clusters[c], name, sign * inside, sign * outside, experiments);
  }
}

// Mean scores for the class in graphs that are predicted so, and in all others.
function clusterCard(parent, cluster, name, inside, outside, experiments) {
  const card = add(parent, "div", null, { class: "card" });
  add(card, "h3", `${graphs.level} ${cluster.hop}: ${signed(inside - outside)} for ${name}`);
  add(card, "p", `Mean score ${signed(inside)} here, ${signed(outside)} elsewhere; ${cluster.name}${experiments > 1 ? ` and ${plural(experiments - 1, "other")} like it` : ""}`, { class: "faint" });
  if (cluster.typical) drawSlice(add(card, "div", null, { class: "slice" }), `Typical: ${cluster.typical.labels.join(" ")}`, cluster.typical, 190);
  if (cluster.share_of_graphs) shareBars(card, cluster.share_of_graphs);
  if (cluster.slices != null) add(card, "p", `${number(cluster.slices)} in training${cluster.typical ? `, ${Math.round(100 * cluster.typical.share)} % of which look like this` : ""}.`, { class: "faint" });
  if (cluster.examples) addExamples(card, cluster.examples);
}

function shareBars(parent, shares) {
  const list = add(parent, "ul", null, { class: "shares" });
  shares.forEach((share, c) => {
    const item = add(list, "li"), bar = add(add(item, "span", null, { class: "track" }), "span");
    bar.style.width = `${100 * share}%`;
    bar.style.background = classColor(graphs.class_names.indexOf(modelClass(c)) < 0 ? null : graphs.class_names.indexOf(modelClass(c)));
    add(item, "span", `${percent(share)} of ${modelClass(c)}`);
  });
}

// Nodes in training graphs; those shown on this page can be opened.
function addExamples(card, examples) {
  const line = add(card, "p", "For example ", { class: "faint" });
  examples.forEach((e, i) => {
    const at = graphs.graphs.findIndex((g) => g.id === e.graph), text = `graph ${e.graph} node ${e.node}`;
    if (i > 0) line.append(", ");
    if (at >= 0) addButton(line, text, () => openGraph(at), "link"); else line.append(text);
  });
}
