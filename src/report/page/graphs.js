// The graphs themselves: map, similarity, clusters, wrong ones.
const graphs = facts.graphs;
const className = (c) => (c == null ? "unknown" : graphs.class_names[c]);
const modelClass = (c) => graphs.model_classes[c];
const colorOfName = (name) => classColor(graphs.class_names.indexOf(name) < 0 ? null : graphs.class_names.indexOf(name));
const isWrong = (g) => g.t != null && g.p != null && g.p !== g.t;
const symbols = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye];
let drawMode = "score";
let showGraph = () => {};  // set by the map

function scoreLegend(parent, graph) {
  if (!graph.x) return;
  const positive = modelClass(graph.x.f), negative = graphs.two_classes ? modelClass(1 - graph.x.f) : `another class than ${positive}`;
  const [none, opacity] = graph.b ? ["var(--paper)", shadeOpacity()] : ["var(--mid)", 1];
  addLegend(parent, [["var(--for)", `speaks for ${positive}`, opacity], [none, "does not matter"], ["var(--against)", `speaks for ${negative}`, opacity]]);
}

function clusterCard(parent, cluster, inside, outside, experiments) {
  const card = add(parent, "div", null, { class: "card" });
  add(card, "h3", `${graphs.level} ${cluster.hop}, ${cluster.name}${experiments > 1 ? ` and ${experiments - 1} like it` : ""}`);
  add(card, "p", `mean score ${signed(inside)}, elsewhere ${signed(outside)}`);
  if (cluster.typical) drawSlice(card, `Typical: ${cluster.typical.labels.join(" ")}`, cluster.typical, 190);
  if (cluster.slices != null) {
    add(card, "p", `${number(cluster.slices)} in training; ${Math.round(100 * (cluster.typical ? cluster.typical.share : 0))} % of them look like this.`, { class: "faint" });
    add(card, "p", cluster.share_of_graphs.map((s, c) => `${percent(s)} of ${modelClass(c)}`).join(", "), { class: "faint" });
  }
  if (cluster.examples) add(card, "p", `e.g. ${cluster.examples.map((e) => `graph ${e.graph} node ${e.node}`).join(", ")}`, { class: "faint" });
}

function explainGraph(panel, graph) {
  panel.replaceChildren();
  add(panel, "h2", graphTitle(graph), { tabindex: "-1" });
  add(panel, "p", `${plural(graph.n, "node")}, class ${className(graph.t)}` + (graph.p != null ? `, predicted ${className(graph.p)} in cross-validation${isWrong(graph) ? " (wrong)" : ""}` : "") +
    (graph.q != null ? `; the model, which may have learned from it, says ${modelClass(graph.q)}` : "") + ".");
  const draw = () => { place.replaceChildren(); drawGraph(place, graphs, graph, drawMode, 420); if (drawMode === "score") scoreLegend(place, graph); };
  if (graph.x && graph.xy) addSelect(panel, "Colour nodes by", [["score", "score: what was seen there, and what it did to the decision"], ["label", "label"]], drawMode, (v) => { drawMode = v; draw(); });
  const place = add(panel, "div");
  draw();
  if (graph.x) {
    add(panel, "h3", "What made the decision");
    add(panel, "p", `${signed(graph.x.v)} for ${modelClass(graph.x.f)} = bias ${signed(graph.x.b)} + scores of all nodes ${signed(graph.x.v - graph.x.b)}. By ${graphs.level}: ${graph.x.h.map((v, i) => `${i}: ${signed(v)}`).join(", ")}.`);
    addTable(panel, `The ${graphs.column}s that moved it most`, [graphs.column, graphs.level, "score", "in training"], graph.x.c.map(([level, c, score]) => {
      const cluster = c < 0 ? null : graphs.clusters[c];
      return [cluster ? cluster.name : "(not kept)", String(level), signed(score), cluster && cluster.share_of_graphs ? cluster.share_of_graphs.map((s, i) => `${percent(s)} of ${modelClass(i)}`).join(", ") : "–"];
    }));
    if (graph.xy) addNumbers(panel, "scores of nodes", ["node", "label", "score"], graph.l.map((l, v) => [String(v), labelName(graphs, l), signed((graph.x.s[v] / 999) * graph.x.max)]));
  }
  if (graph.k && graph.k.length > 0) {
    add(panel, "h3", "Most similar graphs under the kernel");
    const row = add(panel, "div", null, { class: "cards" });
    for (const [other, kernel] of graph.k) graphCard(row, graphs.graphs[other], `similarity ${kernel}`);
  }
}

function graphCard(parent, graph, text) {
  const card = add(parent, "button", null, { class: "card", type: "button" });
  add(card, "strong", graphTitle(graph));
  add(card, "div", `${className(graph.t)}${graph.p != null ? `, predicted ${className(graph.p)}` : ""}${text ? `, ${text}` : ""}`, { class: "faint" });
  if (graph.xy && graph.n <= 700) drawGraph(card, graphs, graph, graph.x ? "score" : "label", 210);
  card.addEventListener("click", () => { selectTab("map"); showGraph(graphs.graphs.indexOf(graph), true); });
}

function mapPanel(panel) {
  add(panel, "p", `Each mark is a graph; graphs that the kernel finds similar lie close together. The axes are the two directions in which the graphs differ most (kernel PCA: ${percent(graphs.axis_shares[0])} and ${percent(graphs.axis_shares[1])} of the variance). A thick rim: wrongly predicted. Click a mark, or use the arrow keys when the map has the focus.`);
  addLegend(panel, graphs.class_names.map((n, c) => [classColor(c), n]));
  const row = add(panel, "div", null, { class: "row" }), left = add(row, "div"), detail = add(row, "section", null, { "aria-label": "The chosen graph" });
  const go = add(left, "label", "Graph number ", { class: "noprint" }), input = add(go, "input", null, { type: "number", min: "0", step: "1" });
  const width = 560, height = 480, { svg } = addSvg(left, `Map of ${number(graphs.graphs.length)} graphs`, width, height);
  svg.attr("role", "group").attr("tabindex", "0");
  const x = d3.scaleLinear().domain(d3.extent(graphs.graphs, (g) => g.m[0])).nice().range([20, width - 20]);
  const y = d3.scaleLinear().domain(d3.extent(graphs.graphs, (g) => g.m[1])).nice().range([height - 20, 20]);
  const area = graphs.graphs.length > 1000 ? 28 : 60;
  const marks = svg.selectAll("path.point").data(graphs.graphs).enter().append("path").attr("class", (g) => `point${isWrong(g) ? " wrong" : ""}`)
    .attr("d", (g) => d3.symbol().type(symbols[(g.t ?? 0) % 7]).size(area)()).attr("transform", (g) => `translate(${x(g.m[0])},${y(g.m[1])})`).attr("fill", (g) => classColor(g.t))
    .on("click", (g, i) => showGraph(i));
  withTip(marks, (g) => `${graphTitle(g)}: ${className(g.t)}${isWrong(g) ? `, predicted ${className(g.p)}` : ""}`);
  let chosen = 0;
  showGraph = (i, focus) => {
    chosen = (i + graphs.graphs.length) % graphs.graphs.length;
    marks.classed("chosen", (g, j) => j === chosen);
    input.value = graphs.graphs[chosen].id;
    explainGraph(detail, graphs.graphs[chosen]);
    if (focus) { detail.querySelector("h2").focus(); detail.scrollIntoView({ block: "nearest" }); }
  };
  // The nearest mark in the direction of the key.
  const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  svg.on("keydown", () => {
    const way = directions[d3.event.key];
    if (!way) return;
    d3.event.preventDefault();
    const place = (g) => [x(g.m[0]), y(g.m[1])], from = place(graphs.graphs[chosen]);
    let best = -1, bestCost = Infinity;
    graphs.graphs.forEach((g, i) => {
      const to = place(g), along = (to[0] - from[0]) * way[0] + (to[1] - from[1]) * way[1], aside = Math.abs((to[0] - from[0]) * way[1]) + Math.abs((to[1] - from[1]) * way[0]);
      if (along > 0.01 && along + 2 * aside < bestCost) { best = i; bestCost = along + 2 * aside; }
    });
    if (best >= 0) showGraph(best);
  });
  input.addEventListener("change", () => {
    const i = graphs.graphs.findIndex((g) => g.id === Number(input.value));
    if (i >= 0) showGraph(i); else input.value = graphs.graphs[chosen].id;
  });
  showGraph(0);
}

function similarityPanel(panel) {
  const gram = graphs.gram, size = gram.graphs.length, side = 520;
  add(panel, "p", `How similar the kernel finds graphs, from 0 (dark) to 1 (bright): ${size} graphs${size < graphs.graphs.length ? `, an even choice of ${number(graphs.graphs.length)}` : ""}, ordered by class. A kernel that sees the classes has bright squares along the diagonal.`);
  const figure = add(panel, "figure"), canvas = add(figure, "canvas", null, { width: size, height: size, role: "img", "aria-label": `Similarity matrix of ${size} graphs` });
  canvas.style.width = `${side}px`;
  canvas.style.imageRendering = "pixelated";
  const pen = canvas.getContext("2d"), image = pen.createImageData(size, size), value = (i, j) => Number(gram.digits.substr(2 * (i * size + j), 2)) / 100;
  for (let i = 0; i < size; ++i) for (let j = 0; j < size; ++j) {
    const color = d3.rgb(d3.interpolateCividis(value(i, j))), at = 4 * (i * size + j);
    image.data[at] = color.r; image.data[at + 1] = color.g; image.data[at + 2] = color.b; image.data[at + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
  canvas.addEventListener("mousemove", (event) => {
    const box = canvas.getBoundingClientRect(), i = Math.floor((event.offsetY / box.height) * size), j = Math.floor((event.offsetX / box.width) * size);
    if (i >= 0 && j >= 0 && i < size && j < size) showTip(`graph ${graphs.graphs[gram.graphs[i]].id} and ${graphs.graphs[gram.graphs[j]].id}: ${value(i, j)}`, event.clientX, event.clientY);
  });
  canvas.addEventListener("mouseleave", hideTip);
  const groups = d3.nest().key((i) => graphs.graphs[gram.graphs[i]].t ?? "").entries(d3.range(size));
  addTable(panel, "Mean similarity between classes", ["", ...groups.map((g) => className(g.key === "" ? null : Number(g.key)))],
    groups.map((a) => [className(a.key === "" ? null : Number(a.key)), ...groups.map((b) => d3.mean(a.values, (i) => d3.mean(b.values.filter((j) => j !== i), (j) => value(i, j)))?.toFixed(3) ?? "–")]));
}

function clustersPanel(panel) {
  add(panel, "p", `What sets the graphs that the model puts into a class apart from the others. Each card is a ${graphs.column}: parts of graphs that the kernel takes for the same; the thick rim marks the node it is about. Scores are of this model; they are not causes.`);
  for (const { class: name, clusters } of graphs.important) {
    add(panel, "h2", `Predicted ${name}`);
    const cards = add(panel, "div", null, { class: "cards" });
    for (const [c, inside, outside, experiments] of clusters) if (c >= 0) clusterCard(cards, graphs.clusters[c], inside, outside, experiments);
  }
}

function mistakesPanel(panel) {
  const wrong = graphs.graphs.filter(isWrong), shown = wrong.slice(0, 60);
  add(panel, "p", `${plural(wrong.length, "graph")} of ${number(graphs.graphs.length)} shown here ${wrong.length === 1 ? "was" : "were"} put into the wrong class by cross-validation` + (wrong.length > shown.length ? `; the first ${shown.length} follow.` : "."));
  const cards = add(panel, "div", null, { class: "cards" });
  shown.forEach((g) => graphCard(cards, g));
}
