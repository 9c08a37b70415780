// The graphs on a plane, similar ones close together.
function mapPanel(panel) {
  add(panel, "p", `Each mark is a graph; graphs that the kernel finds similar lie close together. The axes are the two directions in which they differ most (kernel PCA: ${percent(graphs.axis_shares[0])} and ${percent(graphs.axis_shares[1])} of the variance). Click a mark, or use the arrow keys when the map has the focus.`);
  if (graphs.graphs.length < facts.data.graphs) add(panel, "p", `${number(graphs.graphs.length)} of ${number(facts.data.graphs)} graphs are shown, spread evenly over the classes.`, { class: "note" });
  const row = add(panel, "div", null, { class: "split" }), left = add(row, "div", null, { class: "stay" }), detail = add(row, "section", null, { "aria-label": "The chosen graph" });
  const hasUnknown = graphs.graphs.some((g) => g.t == null);
  addLegend(left, [...graphs.class_names.map((n, c) => [classColor(c), n, { symbol: symbolOf(c) }]), ...(hasUnknown ? [[classColor(null), "class not known", { symbol: symbolOf(null) }]] : [])]);
  if (graphs.graphs.some(isWrong)) add(left, "p", `Dark rim: wrongly predicted${byModel ? "" : " in cross-validation"}.`, { class: "faint" });
  const tools = add(left, "div", null, { class: "tools noprint" });
  const { marks, svg, x, y, zoom } = drawMarks(left);
  const input = add(add(tools, "label", "Graph number "), "input", null, { type: "number", min: "0", step: "1" });
  const scaleBy = (factor) => svg.transition().duration(150).call(zoom.scaleBy, factor);
  addButton(tools, "+", () => scaleBy(1.6), "plain", { "aria-label": "Larger" });
  addButton(tools, "−", () => scaleBy(1 / 1.6), "plain", { "aria-label": "Smaller" });
  addButton(tools, "All", () => svg.call(zoom.transform, d3.zoomIdentity), "plain", { "aria-label": "Show all graphs" });

  let chosen = 0;
  showGraph = (i, focus) => {
    chosen = (i + graphs.graphs.length) % graphs.graphs.length;
    marks.classed("chosen", (g, j) => j === chosen).filter((g, j) => j === chosen).raise();
    input.value = graphs.graphs[chosen].id;
    explainGraph(detail, graphs.graphs[chosen]);
    if (focus) { detail.querySelector("h2").focus(); detail.scrollIntoView({ block: "nearest" }); }
  };
  marks.on("click", (g, i) => showGraph(i));
  withTip(marks, (g) => `${graphTitle(g)}: ${className(g.t)}${isWrong(g) ? `, predicted ${className(g.p)}` : ""}`);
  svg.on("keydown", () => {
    const next = nextInDirection(d3.event.key, graphs.graphs.map((g) => [x(g.m[0]), y(g.m[1])]), chosen);
    if (next === undefined) return;
    d3.event.preventDefault();
    if (next >= 0) showGraph(next);
  });
  input.addEventListener("change", () => {
    const i = graphs.graphs.findIndex((g) => g.id === Number(input.value));
    if (i >= 0) showGraph(i); else input.value = graphs.graphs[chosen].id;
  });
  showGraph(0);
}

// Dragging moves the map; the wheel enlarges it only with Ctrl, so that a page can be scrolled over it.
function drawMarks(parent) {
  const width = 560, height = 500, edge = 22, svg = addSvg(parent, `Map of ${plural(graphs.graphs.length, "graph")}`, width, height);
  svg.attr("role", "group").attr("tabindex", "0").attr("class", "map");
  const x = d3.scaleLinear().domain(d3.extent(graphs.graphs, (g) => g.m[0])).nice().range([edge, width - edge]);
  const y = d3.scaleLinear().domain(d3.extent(graphs.graphs, (g) => g.m[1])).nice().range([height - edge, edge]);
  svg.append("text").attr("class", "axis").attr("x", width - 6).attr("y", height - 6).attr("text-anchor", "end").text(`first direction, ${percent(graphs.axis_shares[0])}`);
  svg.append("text").attr("class", "axis").attr("transform", "translate(14,6) rotate(-90)").attr("text-anchor", "end").text(`second direction, ${percent(graphs.axis_shares[1])}`);
  const area = graphs.graphs.length > 1000 ? 26 : 60, transforms = (t) => (g) => `translate(${t.applyX(x(g.m[0]))},${t.applyY(y(g.m[1]))})`;
  const marks = svg.append("g").selectAll("path.point").data(graphs.graphs).enter().append("path").attr("class", (g) => `point${isWrong(g) ? " wrong" : ""}`)
    .attr("d", (g) => d3.symbol().type(symbolOf(g.t)).size(area)()).attr("transform", transforms(d3.zoomIdentity)).attr("fill", (g) => classColor(g.t));
  const zoom = d3.zoom().scaleExtent([1, 60]).translateExtent([[0, 0], [width, height]]).filter(() => !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey) && (d3.event.type !== "touchstart" || d3.event.touches.length > 1))
    .on("zoom", () => marks.attr("transform", transforms(d3.event.transform)));
  svg.call(zoom).on("dblclick.zoom", null).style("touch-action", "pan-x pan-y");  // one finger scrolls the page
  return { marks, svg, x, y, zoom };
}

// The nearest place in the direction of the key: -1 if there is none, undefined for another key.
function nextInDirection(key, places, from) {
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return undefined;
  let best = -1, bestCost = Infinity;
  places.forEach((to, i) => {
    const dx = to[0] - places[from][0], dy = to[1] - places[from][1], along = dx * way[0] + dy * way[1], cost = along + 2 * Math.abs(dx * way[1]) + 2 * Math.abs(dy * way[0]);
    if (along > 0.01 && cost < bestCost) { best = i; bestCost = cost; }
  });
  return best;
}
