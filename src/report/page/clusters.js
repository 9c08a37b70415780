// What the model goes by: the clusters that set the graphs of each class apart.
const mostAtFirst = 8;

function clustersPanel(panel) {
  add(panel, "p", `What sets the graphs that the model puts into a class apart from the others. Each card is a ${graphs.column}: parts of graphs that the kernel takes for the same, shown in one of the graphs that have it. What it sees is marked, the thick rim is around the ${moleculesShown ? "atom" : "node"} it is about, and the rest of the graph is grey. Bars: how often it occurs in a training graph, on average. Scores are of this model; they are not causes.`);
  for (const { class: name, clusters } of graphs.important) {
    const shown = clusters.filter(([c]) => c >= 0);
    add(panel, "h2", `Predicted ${name}`);
    if (shown.length === 0) add(panel, "p", "No graph shown here is predicted so, or nothing sets such graphs apart.", { class: "faint" });
    const cards = add(panel, "div", null, { class: "cards" });
    shown.slice(0, mostAtFirst).forEach((entry) => clusterCard(cards, name, entry));
    if (shown.length <= mostAtFirst) continue;
    const more = addButton(panel, `Show ${shown.length - mostAtFirst} more`, () => {
      shown.slice(mostAtFirst).forEach((entry) => clusterCard(cards, name, entry));
      more.remove();
    }, "plain more");
  }
}

const moleculesShown = Boolean(graphs && graphs.graphs.some((g) => g.b != null));
// The other class of two that the cluster is on the list of, too: it is its number that decides.
const alsoFor = (name, c) => graphs.important.find((other) => other.class !== name && other.clusters.some(([d]) => d === c));

// An entry has the mean scores for the class in graphs that are predicted so, and in all others.
function clusterCard(parent, name, [c, insideScore, outsideScore, experiments, holders], size) {
  const cluster = graphs.clusters[c], sign = graphs.two_classes && name === modelClass(0) ? -1 : 1, inside = sign * insideScore, outside = sign * outsideScore;
  const card = add(parent, "div", null, { class: size === "short" ? "card short" : "card" }), both = graphs.two_classes && alsoFor(name, c);
  add(card, "h3", `${graphs.level} ${cluster.hop}: ${signed(inside - outside)} for ${name}`);
  if (cluster.typical) drawFragment(add(card, "div", null, { class: "slice" }), cluster, size === "short" ? 170 : 230);
  const smarts = smartsOf(cluster);
  if (smarts) {
    const line = add(card, "p", null, { class: "smarts" });
    add(line, "span", `${smarts} `, { title: "What most of them look like, as SMARTS; bonds are any" });
    if (size !== "short") addCopy(line, "SMARTS", smarts);
  }
  if (cluster.slices_by_class) countBars(card, cluster, size === "short" ? 2 : 4);
  if (both) add(card, "p", `How many there are decides: many speak for ${isMany(cluster, name) ? name : both.class}, few for ${isMany(cluster, name) ? both.class : name}.`, { class: "faint" });
  if (size === "short") return;
  add(card, "p", `Mean score ${signed(inside)} in graphs predicted so, ${Math.abs(outside) < 5e-7 ? "none" : signed(outside)} elsewhere; ${clusterName(cluster)}${experiments > 1 ? ` and ${plural(experiments - 1, "other")} like it` : ""}.`, { class: "faint" });
  if (cluster.slices != null) add(card, "p", `${number(cluster.slices)} in training${cluster.typical ? `, ${Math.round(100 * cluster.typical.share)} % of which look like this` : ""}.`, { class: "faint" });
  if (cluster.examples) addExamples(card, cluster.examples);
  addHolders(card, cluster, unpack(holders));
}

const perGraph = (cluster, c) => cluster.slices_by_class[c] / Math.max(1, graphs.class_sizes[c]);
const isMany = (cluster, name) => { const c = graphs.model_classes.indexOf(name); return perGraph(cluster, c) >= d3.max(graphs.model_classes, (other, o) => (o === c ? 0 : perGraph(cluster, o))); };

// How often a training graph of each class has it; of many classes those with most of it.
function countBars(parent, cluster, most) {
  const list = add(parent, "ul", null, { class: "shares" }), counts = graphs.model_classes.map((name, c) => ({ name, c, mean: perGraph(cluster, c), share: cluster.share_of_graphs[c] }));
  const largest = d3.max(counts, (count) => count.mean) || 1, shown = counts.length <= most ? counts : counts.sort((a, b) => b.mean - a.mean).slice(0, most);
  for (const { name, c, mean, share } of shown) {
    const item = add(list, "li"), bar = add(add(item, "span", null, { class: "track" }), "span");
    bar.style.width = `${(100 * mean) / largest}%`;
    bar.style.background = forColor(c);
    add(item, "span", `${name}: ${fixed(mean, mean < 10 ? 2 : 1)} per graph, in ${percent(share)} of them`);
  }
  if (shown.length < graphs.model_classes.length) add(parent, "p", `and less in the other ${plural(graphs.model_classes.length - shown.length, "class")}`, { class: "faint" });
}

// Nodes in training graphs; those shown on this page can be opened.
function addExamples(card, examples) {
  const line = add(card, "p", "For example ", { class: "faint" });
  examples.forEach((e, i) => {
    const at = graphs.graphs.findIndex((g) => g.id === e.graph), text = `graph ${e.graph} ${moleculesShown ? "atom" : "node"} ${e.node}`, place = add(line, "span", null, { class: "item" });
    if (at >= 0) addButton(place, text, () => openGraph(at, e.node), "link"); else place.append(text);
    if (i + 1 < examples.length) { place.append(","); line.append(" "); }
  });
}

// The graphs of this page that have it, in the list beside the map.
function addHolders(card, cluster, holders) {
  if (holders.length === 0) return;
  addButton(card, `List the ${plural(holders.length, moleculesShown ? "molecule" : "graph")} that have it`, () => {
    goTo("map");
    showList(holders, `${plural(holders.length, moleculesShown ? "molecule" : "graph")} with ${graphs.level} ${cluster.hop}: ${lookText(cluster)}`);
  }, "link noprint");
}
