// What is known of the graphs, and one graph explained.
const graphs = facts.graphs;
const className = (c) => (c == null ? "unknown" : graphs.class_names[c]);
const modelClass = (c) => graphs.model_classes[c];
const isWrong = (g) => g.t != null && g.p != null && g.p !== g.t;
const byModel = graphs && graphs.predicted_by === "model";
const symbols = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye];
const symbolOf = (c) => symbols[(c ?? 0) % symbols.length];
const graphTitle = (graph) => `Graph ${graph.id}${graph.name ? `, ${graph.name}` : ""}`;
let showGraph = null;  // set by the map

function openGraph(i) {
  selectTab("map");
  showGraph(i, true);
}

function scoreLegend(parent, graph) {
  if (!graph.x) return;
  const positive = modelClass(graph.x.f), negative = graphs.two_classes ? modelClass(1 - graph.x.f) : `another class than ${positive}`;
  const [none, opacity] = graph.b ? ["var(--paper)", shadeOpacity()] : ["var(--mid)", 1];
  addLegend(parent, [["var(--for)", `speaks for ${positive}`, { opacity }], [none, "does not matter"], ["var(--against)", `speaks for ${negative}`, { opacity }]]);
}

function labelLegend(parent, graph) {
  const labels = [...new Set(unpack(graph.l))].sort((a, b) => a - b), shown = labels.slice(0, 16);
  addLegend(parent, [...shown.map((l) => [labelColor(l), labelName(graphs, l), { opacity: graph.b ? shadeOpacity() : 1 }]), ...(labels.length > 16 ? [["var(--paper)", `and ${labels.length - 16} more`]] : [])]);
}

function judgementOf(graph) {
  const wrong = isWrong(graph) ? " (wrong)" : "", known = graph.t == null ? "class not known" : `class ${className(graph.t)}`;
  if (byModel) return `${known}; the model says ${modelClass(graph.q)}${wrong}`;
  return known + (graph.p != null ? `, predicted ${className(graph.p)} in cross-validation${wrong}` : "") + (graph.q != null ? `; the model, which may have learned from it, says ${modelClass(graph.q)}` : "");
}

let drawMode = "score";
function explainGraph(panel, graph) {
  panel.replaceChildren();
  add(panel, "h2", graphTitle(graph), { tabindex: "-1" });
  add(panel, "p", `${plural(graph.n, graph.b ? "atom" : "node")}, ${judgementOf(graph)}.`);
  if (graph.x && graph.xy) addSelect(panel, graph.b ? "Shade atoms by" : "Colour nodes by", [["score", "what they did to the decision"], ["label", "label"]], drawMode, (v) => { drawMode = v; draw(); });
  const place = add(panel, "div"), draw = () => {
    const mode = graph.x ? drawMode : "label";
    place.replaceChildren();
    drawGraph(place, graphs, graph, mode, 440);
    if (graph.xy && graph.n > 0) (mode === "score" ? scoreLegend : labelLegend)(place, graph);
  };
  draw();
  if (graph.x) explainDecision(panel, graph);
  if (graph.k && graph.k.length > 0) {
    add(panel, "h3", "Most similar graphs under the kernel");
    const row = add(panel, "div", null, { class: "cards" });
    for (const [other, kernel] of graph.k) graphCard(row, graphs.graphs[other], `similarity ${kernel}`);
  }
}

function explainDecision(panel, graph) {
  const { v, b, f, h, c } = graph.x;
  add(panel, "h3", "What made the decision");
  add(panel, "p", `${signed(v)} for ${modelClass(f)} = bias ${signed(b)} + scores of all ${graph.b ? "atoms" : "nodes"} ${signed(v - b)}.`);
  if (h.length > 1) add(panel, "p", `By ${graphs.level}: ${h.map((sum, i) => `${i}: ${signed(sum)}`).join(", ")}.`, { class: "faint" });
  addTable(panel, `The ${graphs.column}s that moved it most`, [graphs.column, "looks like", graphs.level, "score", "of the training graphs have it"], unite(c).map(({ level, cluster, score, like }) => [
    cluster ? `${cluster.name}${like > 0 ? ` and ${like} like it` : ""}` : "(not kept, to keep this page small)",
    (cell) => cluster && cluster.typical && drawSlice(cell, `Typical: ${cluster.typical.labels.join(" ")}`, cluster.typical, 90), String(level), signed(score),
    (cell) => sharesOf(cluster).forEach((text) => add(cell, "div", text))]), "clusters");
  if (graph.xy) addNumbers(panel, "Scores of nodes", ["node", "label", "score"], () => {
    const shares = shareOf(graph);
    return unpack(graph.l).map((l, node) => [String(node), labelName(graphs, l), signed(shares[node] * graph.x.max)]);
  });
}

// Clusters that differ by name only, as further experiments find them again, in one line.
function unite(columns) {
  const lines = new Map();
  for (const [level, number, score] of columns) {
    const cluster = number < 0 ? null : graphs.clusters[number], key = cluster && cluster.typical ? JSON.stringify({ ...cluster, name: "", examples: "" }) : `${level} ${number} ${lines.size}`;
    const line = lines.get(key);
    if (line) { line.score += score; ++line.like; } else lines.set(key, { level, cluster, score, like: 0 });
  }
  return [...lines.values()];
}

// By class; of many classes the highest and the lowest.
function sharesOf(cluster) {
  if (!cluster || !cluster.share_of_graphs) return ["–"];
  const shares = cluster.share_of_graphs.map((share, c) => ({ share, text: `${percent(share)} of ${modelClass(c)}` }));
  if (shares.length <= 3) return shares.map((s) => s.text);
  shares.sort((a, b) => b.share - a.share);
  return [shares[0].text, `to ${shares[shares.length - 1].text}`];
}

// A graph in short; a click opens it on the map, where there is one.
function graphCard(parent, graph, text) {
  const card = showGraph || graphs.gram ? addButton(parent, null, () => openGraph(graphs.graphs.indexOf(graph)), "card") : add(parent, "div", null, { class: "card" });
  add(card, "strong", graphTitle(graph));
  const known = graph.t == null ? "class not known" : `class ${className(graph.t)}`;
  add(card, "div", `${known}${graph.p != null ? `, predicted ${className(graph.p)}` : ""}${text ? `, ${text}` : ""}`, { class: "faint" });
  if (graph.xy && graph.n <= mostInSvg) drawGraph(card, graphs, graph, graph.x ? "score" : "label", 220);
  else add(card, "div", plural(graph.n, "node"), { class: "faint" });
}
