// What is known of the graphs, and one graph explained.
const graphs = facts.graphs;
const className = (c) => (c == null ? "unknown" : graphs.class_names[c]);
const modelClass = (c) => graphs.model_classes[c];
const isWrong = (g) => g.t != null && g.p != null && g.p !== g.t;
const byModel = graphs && graphs.predicted_by === "model";
const symbols = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye];
const symbolOf = (c) => symbols[(c ?? 0) % symbols.length];
const graphTitle = (graph) => `Graph ${graph.id}${graph.name ? `, ${graph.name}` : ""}`;
let showGraph = null, showList = null;  // set by the map

// Shows it beside the map, and marks one of its nodes.
function openGraph(i, node = null) {
  selectTab("map");
  showGraph(i, { focus: true, node });
}

// Of two classes, each speaks in its colour; of more, the class in its own and the others in grey.
const numberShown = (c) => { const at = graphs.class_names.indexOf(modelClass(c)); return at < 0 ? null : at; };
const forColor = (f) => (numberShown(f) == null ? labelColor(f + 1) : classColor(numberShown(f)));
const againstColor = (f) => (graphs.two_classes ? forColor(1 - f) : "var(--c7)");

function scoreLegend(parent, graph) {
  if (!graph.x) return;
  const positive = modelClass(graph.x.f), negative = graphs.two_classes ? modelClass(1 - graph.x.f) : `another class than ${positive}`;
  const [none, opacity] = graph.b ? ["var(--paper)", shadeOpacity()] : ["var(--mid)", 1];
  addLegend(parent, [[forColor(graph.x.f), `speaks for ${positive}`, { opacity }], [none, "does not matter"], [againstColor(graph.x.f), `speaks for ${negative}`, { opacity }]]);
}

function labelLegend(parent, graph) {
  const labels = [...new Set(unpack(graph.l))].sort((a, b) => a - b), shown = labels.slice(0, 16);
  addLegend(parent, [...shown.map((l) => [labelColor(l), labelName(graphs, l)]), ...(labels.length > 16 ? [["var(--paper)", `and ${labels.length - 16} more`]] : [])]);
}

function judgementOf(graph) {
  const wrong = isWrong(graph) ? " (wrong)" : "", known = graph.t == null ? "class not known" : `class ${className(graph.t)}`;
  if (byModel) return `${known}; the model says ${modelClass(graph.q)}${wrong}`;
  return known + (graph.p != null ? `, predicted ${className(graph.p)} in cross-validation${wrong}` : "") + (graph.q != null ? `; the model, which may have learned from it, says ${modelClass(graph.q)}` : "");
}

let drawMode = "score";
// `node`: to be marked; `stack`: the graphs at its place on the map.
function explainGraph(panel, graph, node, stack) {
  panel.replaceChildren();
  add(panel, "h2", graphTitle(graph), { tabindex: "-1" });
  add(panel, "p", `${plural(graph.n, graph.b ? "atom" : "node")}, ${judgementOf(graph)}.`);
  if (isWrong(graph) && !byModel && graph.x) add(panel, "p", noteOnScores(graph), { class: "note" });
  if (stack && stack.length > 1) addStack(panel, graph, stack);
  if (graph.x && graph.xy) addSelect(panel, graph.b ? "Shade atoms by" : "Colour nodes by", [["score", "what they did to the decision"], ["label", "label"]], drawMode, (v) => { drawMode = v; draw(); });
  const place = add(panel, "figure", null, { class: "graph" }), mark = node == null ? null : { root: node, distance: new Map() }, draw = () => {
    const mode = graph.x ? drawMode : "label";
    place.replaceChildren();
    const svg = drawGraph(place, graphs, graph, mode, 460, mark);
    if (graph.xy && graph.n > 0) (mode === "score" ? scoreLegend : labelLegend)(place, graph);
    if (mark && graph.xy) add(place, "p", `The thick rim is around ${graph.b ? "atom" : "node"} ${node}.`, { class: "faint" });
    if (svg) addSaving(place, svg, graphTitle(graph));
  };
  draw();
  if (graph.smiles) {
    const line = add(panel, "p", null, { class: "smarts" });
    add(line, "span", `${graph.smiles} `);
    addCopy(line, "SMILES", graph.smiles);
  }
  if (graph.x) explainDecision(panel, graph);
  if (graph.k && graph.k.length > 0) {
    add(panel, "h3", "Most similar graphs under the kernel");
    const row = add(panel, "div", null, { class: "cards" });
    for (const [other, kernel] of graph.k) graphCard(row, graphs.graphs[other], `similarity ${kernel}`);
  }
}

// The fold that erred is gone; what is shown is of another model.
const noteOnScores = (graph) => `Scores and decision below are those of the model of all graphs, which may have learned from this one and says ${modelClass(graph.q)}${modelClass(graph.q) === className(graph.t) ? ", which is right" : ""}. They do not tell why the fold that had not seen it said ${className(graph.p)}.`;

function addStack(panel, graph, stack) {
  const line = add(panel, "p", `${plural(stack.length, "graph")} lie at this place, as the kernel finds them all the same: `, { class: "faint" });
  stack.slice(0, 60).forEach((i, at, all) => {
    const other = graphs.graphs[i], place = add(line, "span", null, { class: "item" });
    if (other === graph) add(place, "strong", String(other.id)); else addButton(place, String(other.id), () => showGraph(i, { isStep: true }), "link");
    if (at + 1 < all.length) { place.append(","); line.append(" "); }
  });
  if (stack.length > 60) line.append(` and ${stack.length - 60} more`);
}

// Clusters that are alike in all that is shown of them, in one line. `like`: columns of further experiments, united when the page was written.
function unite(columns) {
  const lines = new Map();
  for (const [level, number, score, like] of columns) {
    const cluster = number < 0 ? null : graphs.clusters[number], key = cluster && cluster.typical ? JSON.stringify({ ...cluster, name: "", examples: "", column: 0, weights: 0 }) : `${level} ${number} ${lines.size}`;
    const line = lines.get(key);
    if (line) { line.score += score; line.like += like; } else lines.set(key, { level, cluster, score, like });
  }
  return [...lines.values()];
}

// By class; of many classes the highest and the lowest.
function sharesOf(cluster) {
  if (!cluster || !cluster.share_of_graphs) return ["–"];
  const shares = cluster.share_of_graphs.map((share, c) => ({ share, text: `${percent(share)} of ${modelClass(c)}` }));
  if (shares.length <= 3) return shares.map((s) => s.text);
  shares.sort((a, b) => b.share - a.share);
  const last = shares[shares.length - 1];
  return shares[0].share === last.share ? [`${percent(last.share)} of each class`] : [`most: ${shares[0].text}`, `least: ${last.text}`];
}

// A graph in short; a click opens it on the map, where there is one.
function graphCard(parent, graph, text, mode = graph.x ? "score" : "label") {
  const card = showGraph || graphs.gram ? addButton(parent, null, () => openGraph(graphs.graphs.indexOf(graph)), "card") : add(parent, "div", null, { class: "card" });
  add(card, "strong", graphTitle(graph));
  const known = graph.t == null ? "class not known" : `class ${className(graph.t)}`;
  add(card, "div", `${known}${graph.p != null ? `, predicted ${className(graph.p)}` : ""}${text ? `, ${text}` : ""}`, { class: "faint" });
  if (graph.xy && graph.n <= mostInSvg) drawGraph(card, graphs, graph, mode, 220);
  else add(card, "div", plural(graph.n, "node"), { class: "faint" });
}
