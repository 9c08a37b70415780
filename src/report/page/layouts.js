// Where the marks of the map are: the ways to lay graphs out, stacks of graphs at one place, the lasso.
const layouts = graphs && graphs.gram ? [
  { key: "directions", name: "directions (kernel PCA)", at: (g) => g.m,
    text: `Each mark is a graph; graphs that the kernel finds similar lie close together. The axes are the two directions in which graphs differ most, ${percent(graphs.axis_shares[0])} and ${percent(graphs.axis_shares[1])} of the variance.`,
    axes: graphs.axis_shares.map((share, i) => `${["first", "second"][i]} direction, ${percent(share)}`) },
  ...(graphs.graphs.some((g) => g.u) ? [{ key: "neighbors", name: "neighbours (t-SNE)", at: (g) => g.u, axes: ["", ""],
    text: "Each mark is a graph, and its neighbours are those that the kernel finds most similar (t-SNE). How far groups lie apart and how large they are means little." }] : []),
] : [];

// Graphs at the same place, one mark for them all.
function stacksOf(layout) {
  const stacks = new Map();
  graphs.graphs.forEach((g, i) => {
    const key = layout.at(g).join(" ");
    if (!stacks.has(key)) stacks.set(key, { at: layout.at(g), members: [] });
    stacks.get(key).members.push(i);
  });
  return [...stacks.values()];
}

// Limits that a few places far out do not move; those are drawn at the edge.
function limitsOf(values) {
  const sorted = [...values].sort(d3.ascending), low = d3.quantile(sorted, 0.02), high = d3.quantile(sorted, 0.98), [least, most] = d3.extent(sorted);
  const room = 0.25 * (high - low);
  return most - least <= 1.3 * (high - low + room) || high === low ? [least, most] : [Math.max(least, low - room), Math.min(most, high + room)];
}

// Dragging moves the map; the wheel enlarges it only with Ctrl, so that a page can be scrolled over it.
function drawMap(parent, layout, { open, list }) {
  const width = 600, height = 520, edge = 24, stacks = stacksOf(layout), stackOfGraph = new Map(stacks.flatMap((s) => s.members.map((i) => [i, s])));
  const svg = addSvg(parent, `Map of ${plural(graphs.graphs.length, "graph")}`, width, height);
  svg.attr("role", "group").attr("tabindex", "0").attr("class", "map");
  const limits = [0, 1].map((axis) => limitsOf(stacks.map((s) => s.at[axis])));
  const x = d3.scaleLinear().domain(limits[0]).range([edge, width - edge]).clamp(true), y = d3.scaleLinear().domain(limits[1]).range([height - edge, edge]).clamp(true);
  const isFar = (s) => [0, 1].some((axis) => s.at[axis] < limits[axis][0] || s.at[axis] > limits[axis][1]);
  svg.append("text").attr("class", "axis").attr("x", width - 6).attr("y", height - 6).attr("text-anchor", "end").text(layout.axes[0]);
  svg.append("text").attr("class", "axis").attr("transform", "translate(14,6) rotate(-90)").attr("text-anchor", "end").text(layout.axes[1]);
  const area = graphs.graphs.length > 1000 ? 26 : 60, sizeOf = (s) => area * (1 + 1.2 * Math.log2(s.members.length));
  const layer = svg.append("g"), ring = svg.append("circle").attr("class", "chosen").attr("r", 11);
  const marks = layer.selectAll("path.point").data(stacks).enter().append("path");
  const counts = layer.selectAll("text.count").data(stacks.filter((s) => s.members.length > 1)).enter().append("text").attr("class", "count").attr("text-anchor", "middle").text((s) => s.members.length);
  let view = d3.zoomIdentity, chosen = 0, shown = (s) => s.members, isLasso = false;
  const placeOf = (s) => [view.applyX(x(s.at[0])), view.applyY(y(s.at[1]))];
  const move = () => {
    marks.attr("transform", (s) => `translate(${placeOf(s)})`);
    counts.attr("x", (s) => placeOf(s)[0] + 4 + Math.sqrt(sizeOf(s)) / 2).attr("y", (s) => placeOf(s)[1] - 3 - Math.sqrt(sizeOf(s)) / 3);
    const [cx, cy] = placeOf(stackOfGraph.get(chosen));
    ring.attr("cx", cx).attr("cy", cy).attr("r", 6 + Math.sqrt(sizeOf(stackOfGraph.get(chosen))) / 2);
  };
  const zoom = d3.zoom().scaleExtent([1, 60]).translateExtent([[0, 0], [width, height]])
    .filter(() => !isLasso && !d3.event.shiftKey && !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey) && (d3.event.type !== "touchstart" || d3.event.touches.length > 1))
    .on("zoom", () => { view = d3.event.transform; move(); });
  svg.call(zoom).on("dblclick.zoom", null).style("touch-action", "pan-x pan-y");  // one finger scrolls the page

  const graphOf = (s) => shown(s)[0] ?? s.members[0], another = (s) => shown(s)[(shown(s).indexOf(chosen) + 1) % shown(s).length];
  marks.on("click", (s) => open(shown(s).includes(chosen) ? another(s) : graphOf(s))).on("mouseenter", (s) => showTip("", d3.event.clientX, d3.event.clientY, (tip) => hoverCard(tip, s)))
    .on("mousemove", () => moveTip(d3.event.clientX, d3.event.clientY)).on("mouseleave", hideTip);
  svg.on("keydown", () => {
    const here = stackOfGraph.get(chosen), visible = stacks.filter((s) => s === here || shown(s).length > 0);
    if (d3.event.key === "Enter" && shown(here).length > 1) { d3.event.preventDefault(); open(another(here)); return; }
    const next = nextInDirection(d3.event.key, visible.map((s) => [x(s.at[0]), y(s.at[1])]), visible.indexOf(here));
    if (next === undefined) return;
    d3.event.preventDefault();
    if (next >= 0) open(graphOf(visible[next]));
  });
  addSaving(parent, svg, `map ${layout.key}`);
  addLasso(svg, () => isLasso, (polygon) => list(stacks.filter((s) => d3.polygonContains(polygon, placeOf(s))).flatMap(shown)));
  return {
    far: stacks.filter(isFar).length,
    stacked: counts.size(),
    stackOf: (i) => stackOfGraph.get(i).members,
    paint(colorOf, hidden) {
      shown = (s) => s.members.filter((i) => !hidden.has(graphs.graphs[i].t ?? null));
      const first = (s) => graphs.graphs[graphOf(s)], isMixed = (s) => new Set(s.members.map((i) => graphs.graphs[i].t)).size > 1;
      marks.attr("class", (s) => `point${shown(s).some((i) => isWrong(graphs.graphs[i])) ? " wrong" : ""}${isMixed(s) ? " mixed" : ""}`).attr("d", (s) => d3.symbol().type(symbolOf(first(s).t)).size(sizeOf(s))())
        .attr("fill", (s) => colorOf(first(s))).attr("display", (s) => (shown(s).length > 0 ? null : "none"));
      counts.attr("display", (s) => (shown(s).length > 1 ? null : "none")).text((s) => shown(s).length);
      move();
    },
    choose(i) {
      chosen = i;
      const at = stackOfGraph.get(i), [px, py] = placeOf(at);
      marks.filter((s) => s === at).raise();
      if (px < 0 || py < 0 || px > width || py > height) svg.call(zoom.translateTo, x(at.at[0]), y(at.at[1]));
      move();
    },
    scaleBy: (factor) => svg.transition().duration(150).call(zoom.scaleBy, factor),
    reset: () => svg.call(zoom.transform, d3.zoomIdentity),
    setLasso() { isLasso = !isLasso; svg.classed("lassoing", isLasso); return isLasso; },
  };
}

// The same at a glance; a click opens the graph.
function smallMap(parent) {
  const layout = layouts[layouts.length - 1], width = 380, height = 235, edge = 14, stacks = stacksOf(layout), [xs, ys] = [0, 1].map((axis) => limitsOf(stacks.map((s) => s.at[axis])));
  const { figure, svg } = addChart(parent, layout.key === "neighbors" ? "Graphs, similar ones close (t-SNE)" : "Graphs, similar ones close", width, height, `Map of ${plural(graphs.graphs.length, "graph")}`);
  const x = d3.scaleLinear().domain(xs).range([edge, width - edge]).clamp(true), y = d3.scaleLinear().domain(ys).range([height - edge, edge]).clamp(true);
  svg.append("rect").attr("width", width).attr("height", height).attr("rx", 8).attr("fill", "var(--panel)");
  const first = (s) => graphs.graphs[s.members[0]], area = graphs.graphs.length > 1000 ? 10 : 26;
  withTip(svg.selectAll("path.dot").data(stacks).enter().append("path").attr("class", "dot").attr("d", (s) => d3.symbol().type(symbolOf(first(s).t)).size(area * (1 + Math.log2(s.members.length)))()).attr("transform", (s) => `translate(${x(s.at[0])},${y(s.at[1])})`)
    .attr("fill", (s) => classColor(first(s).t)).attr("fill-opacity", 0.85).style("cursor", "pointer").on("click", (s) => openGraph(s.members[0])), (s) => `${graphTitle(first(s))}: ${className(first(s).t)}`);
  addLegend(figure, graphs.class_names.slice(0, 12).map((n, c) => [classColor(c), n, { symbol: symbolOf(c) }]));
}

// Draws around marks while the lasso is on or Shift is held.
function addLasso(svg, isOn, onEnd) {
  let line = null, points = [];
  svg.call(d3.drag().filter(() => !d3.event.button && (isOn() || d3.event.shiftKey)).container(function () { return this; })
    .on("start", () => { points = [[d3.event.x, d3.event.y]]; line = svg.append("path").attr("class", "lasso"); })
    .on("drag", () => { points.push([d3.event.x, d3.event.y]); line.attr("d", `M${points.join("L")}Z`); })
    .on("end", () => { line.remove(); if (points.length > 2) onEnd(points); }));
}

// A graph in short beside the pointer.
function hoverCard(tip, stack) {
  const graph = graphs.graphs[stack.members[0]];
  add(tip, "div", stack.members.length > 1 ? `${plural(stack.members.length, "graph")} at one place, ${graphTitle(graph)} among them` : `${graphTitle(graph)}: ${className(graph.t)}${isWrong(graph) ? `, predicted ${className(graph.p)}` : ""}`);
  if (graph.xy && graph.n <= 150) drawGraph(add(tip, "div", null, { class: "hover" }), graphs, graph, "plain", 150);
}

// The nearest place in the direction of the key: -1 if there is none, undefined for another key.
function nextInDirection(key, places, from) {
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return undefined;
  let best = -1, bestCost = Infinity;
  places.forEach((to, i) => {
    const dx = to[0] - places[from][0], dy = to[1] - places[from][1], along = dx * way[0] + dy * way[1], cost = along + 2 * Math.abs(dx * way[1]) + 2 * Math.abs(dy * way[0]);
    if (along > 1e-9 && cost < bestCost) { best = i; bestCost = cost; }
  });
  return best;
}
