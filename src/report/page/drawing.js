// Graphs drawn from the places that were computed when the report was written.
const mostInSvg = 700;  // nodes; larger graphs are drawn on a canvas
const labelName = (graphs, l) => graphs.label_names[l];
const labelColor = (l) => `var(--l${l % 8})`;

// Labels of atoms as SMARTS in the way of formulas: `[cX3H1]` is cH, `[OX1H0-]` is O−. Others as they are.
function shortLabel(text) {
  const found = /^\[(\d*(?:[A-Z][a-z]?|[a-z]{1,2}))(?:X\d+)?(?:H(\d*))?([+-]\d*)?[^\]]*\]$/.exec(text);
  if (!found) return text;
  const [, symbol, hydrogens, charge] = found, below = (digits) => [...digits].map((d) => "₀₁₂₃₄₅₆₇₈₉"[d]).join("");
  return symbol + (hydrogens === undefined || hydrogens === "0" ? "" : `H${hydrogens === "1" ? "" : below(hydrogens)}`) + (charge ? charge.replace("-", "−") : "");
}
const mostLetters = 5;  // of a label inside its node
const shareOf = (graph) => unpack(graph.x.s).map((s) => s / 999 - 1);  // of the largest score
const scoreColor = (share, graph) => d3.interpolateRgb(css("--mid"), resolve((share > 0 ? forColor : againstColor)(graph.x.f)))(Math.min(1, Math.abs(share)));

// `size` of a line, around the middle of all, or moved so far that what is in focus has some room on both sides.
function windowOn(low, high, focusLow, focusHigh, size) {
  const room = 0.22 * size, middle = (low + high - size) / 2;
  const start = high - low <= size ? middle : Math.max(low, Math.min(high - size, (focusLow + focusHigh - size) / 2));
  const fits = Math.min(focusLow - room, Math.max(focusHigh + room - size, start));
  return [fits, fits + size];
}

// The part of the plane to show: all nodes, or a window of one shape on those in focus and some of what is around them.
function viewOf(nodes) {
  const box = (some) => [...d3.extent(some, (n) => n.x), ...d3.extent(some, (n) => n.y)];
  const [x0, x1, y0, y1] = box(nodes), focus = nodes.filter((n) => n.inFocus);
  if (focus.length === 0) return [x0, x1, y0, y1];
  const [a0, a1, b0, b1] = box(focus), high = Math.max(340, (b1 - b0) / 0.54, (a1 - a0) / 0.81);
  return [...windowOn(x0, x1, a0, a1, 1.5 * high), ...windowOn(y0, y1, b0, b1, high)];
}

// How far the nearest node is from one, usually: dense graphs are drawn larger, so that their nodes do not overlap.
function usualGap(nodes) {
  if (nodes.length < 2 || nodes.length > 300) return 100;
  const nearest = nodes.map((a) => d3.min(nodes, (b) => (a === b ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))).sort(d3.ascending);
  return Math.max(12, d3.quantile(nearest, 0.25));
}

// nodes: {x, y, text, fill, hint, root, isQuiet, inFocus}; edges: pairs of nodes.
function drawNodes(parent, label, nodes, edges, size) {
  if (nodes.length === 0) { add(parent, "p", "No nodes."); return null; }
  const [x0, x1, y0, y1] = viewOf(nodes);
  const margin = 16, gap = usualGap(nodes), scale = Math.min((size - 2 * margin) / Math.max(x1 - x0, 1e-9), (size - 2 * margin) / Math.max(y1 - y0, 1e-9), Math.max(0.42, 22 / gap));
  const width = Math.max(60, (x1 - x0) * scale + 2 * margin), height = Math.max(60, (y1 - y0) * scale + 2 * margin);
  const px = (n) => (n.x - (x0 + x1) / 2) * scale + width / 2, py = (n) => (n.y - (y0 + y1) / 2) * scale + height / 2;
  const letters = d3.max(nodes, (n) => (n.isQuiet ? 1 : Math.min(mostLetters, n.text.length))), radius = Math.max(1.2, Math.min(letters > 3 ? 15 : 10, scale * Math.min(32, 0.52 * gap)));
  if (nodes.length > mostInSvg) { drawOnCanvas(parent, label, nodes, edges, width, height, px, py, radius); return null; }
  const svg = addSvg(parent, label, width, height);
  svg.selectAll("line").data(edges).enter().append("line").attr("x1", (e) => px(nodes[e[0]])).attr("y1", (e) => py(nodes[e[0]]))
    .attr("x2", (e) => px(nodes[e[1]])).attr("y2", (e) => py(nodes[e[1]])).attr("stroke", (e) => (nodes[e[0]].isQuiet || nodes[e[1]].isQuiet ? "var(--quiet)" : "var(--faint)")).attr("stroke-width", Math.max(0.5, radius / 5));
  const node = svg.selectAll("g.node").data(nodes).enter().append("g").attr("class", "node").attr("transform", (n) => `translate(${px(n)},${py(n)})`);
  node.append("circle").attr("r", radius).attr("fill", (n) => n.fill).attr("stroke", (n) => (n.root ? "var(--ink)" : n.isQuiet ? "var(--quiet)" : "var(--faint)")).attr("stroke-width", (n) => (n.root ? 2.5 : 1));
  if (radius > 6.5) node.filter((n) => !n.isQuiet).append("text").attr("text-anchor", "middle").attr("dy", "0.35em").style("font-size", (n) => `${radius * Math.min(1.05, 2.9 / Math.min(mostLetters, n.text.length))}px`)
    .style("fill", (n) => (d3.lab(resolve(n.fill)).l > 58 ? "#000" : "#fff")).text((n) => cut(n.text, mostLetters));
  withTip(node, (n) => n.hint);
  return svg;
}

const resolve = (color) => (color.startsWith("var(") ? css(color.slice(4, -1)) : color);

function drawOnCanvas(parent, label, nodes, edges, width, height, px, py, radius) {
  const canvas = add(parent, "canvas", null, { width: 2 * width, height: 2 * height, role: "img", "aria-label": label });
  canvas.style.width = `${width}px`;
  const pen = canvas.getContext("2d");
  pen.scale(2, 2);
  pen.strokeStyle = css("--line");
  pen.lineWidth = 0.4;
  pen.beginPath();
  for (const [a, b] of edges) { pen.moveTo(px(nodes[a]), py(nodes[a])); pen.lineTo(px(nodes[b]), py(nodes[b])); }
  pen.stroke();
  for (const node of nodes) {
    pen.fillStyle = resolve(node.fill);
    pen.beginPath();
    pen.arc(px(node), py(node), radius, 0, 7);
    pen.fill();
  }
}

// What a drawing shows of a node beside its place, by what it is coloured by.
function lookOf(mode, isMolecule, v, label, share, slice, graph) {
  if (mode === "slice") return slice.distance.has(v) ? { fill: v === slice.root ? "var(--root)" : "var(--mark)", opacity: 1, root: v === slice.root, inFocus: true } : { fill: "var(--panel)", opacity: 0, isQuiet: true };
  const scored = mode === "score" ? share : null, marked = { root: slice != null && v === slice.root };
  if (isMolecule) return { ...(mode === "plain" ? { fill: "none", opacity: 0 } : shadeOfAtom(scored, label, graph)), ...marked };
  return { fill: scored == null ? labelColor(label) : scoreColor(scored, graph), ...marked };
}

// A graph of the data; its SVG, if there is one. Coloured by "label", "score" or the "slice" {root, distance: by node that it sees}; "plain" without colours. A molecule
// as chemists draw it, where that is known.
function drawGraph(parent, graphs, graph, mode, size, slice) {
  if (!graph.xy) { add(parent, "p", `Graph ${graph.id} with ${plural(graph.n, "node")} is not drawn, to keep this page small.`, { class: "note" }); return null; }
  const places = unpack(graph.xy), ends = unpack(graph.e), shares = graph.x && graph.x.s ? shareOf(graph) : null;
  const isMolecule = graph.b != null && graph.n > 0 && graph.n <= mostInSvg, word = isMolecule ? "atom" : "node";
  const nodes = unpack(graph.l).map((label, v) => {
    const look = lookOf(mode, isMolecule, v, label, shares && shares[v], slice, graph);
    return { x: places[2 * v], y: places[2 * v + 1], text: shortLabel(labelName(graphs, label)), ...look,
      hint: `${word} ${v}, label ${labelName(graphs, label)}${shares && mode === "score" ? `, score ${signed(shares[v] * graph.x.max)}` : ""}` };
  });
  const edges = d3.range(ends.length / 2).map((i) => [ends[2 * i], ends[2 * i + 1]]), text = `${graphTitle(graph)} with ${plural(graph.n, word)}, ${mode === "slice" ? `${plural(slice.distance.size, word)} around ${word} ${slice.root} marked` : mode === "plain" ? "without scores" : `coloured by ${mode}`}`;
  return isMolecule ? drawMolecule(parent, text, graph, nodes, edges, size) : drawNodes(parent, text, nodes, edges, size);
}

// A small graph around its first node.
function drawSlice(parent, label, slice, size) {
  const places = unpack(slice.xy);
  drawNodes(parent, label, slice.labels.map((text, v) => ({ x: places[2 * v], y: places[2 * v + 1], text: shortLabel(text), fill: v === 0 ? "var(--root)" : "var(--mark)", root: v === 0,
    hint: `${text}, ${slice.distances[v] === 0 ? "the node itself" : `${slice.distances[v]} away`}` })), slice.edges, size);
}
