// Graphs drawn from the places that were computed when the report was written.
const mostInSvg = 700;  // nodes; larger graphs are drawn on a canvas
const labelName = (graphs, l) => graphs.label_names[l];
const labelColor = (l) => `var(--c${l % 8})`;
const shareOf = (graph) => unpack(graph.x.s).map((s) => s / 999 - 1);  // of the largest score
const scoreColor = (share) => d3.interpolateRgb(css("--mid"), css(share > 0 ? "--for" : "--against"))(Math.min(1, Math.abs(share)));

// nodes: {x, y, text, fill, hint, root}; edges: pairs of nodes.
function drawNodes(parent, label, nodes, edges, size) {
  if (nodes.length === 0) { add(parent, "p", "No nodes."); return; }
  const [x0, x1] = d3.extent(nodes, (n) => n.x), [y0, y1] = d3.extent(nodes, (n) => n.y);
  const margin = 16, scale = Math.min((size - 2 * margin) / Math.max(x1 - x0, 1e-9), (size - 2 * margin) / Math.max(y1 - y0, 1e-9), 0.42);
  const width = Math.max(60, (x1 - x0) * scale + 2 * margin), height = Math.max(60, (y1 - y0) * scale + 2 * margin);
  const px = (n) => (n.x - (x0 + x1) / 2) * scale + width / 2, py = (n) => (n.y - (y0 + y1) / 2) * scale + height / 2;
  const radius = Math.max(1.2, Math.min(10, scale * 32));
  if (nodes.length > mostInSvg) { drawOnCanvas(parent, label, nodes, edges, width, height, px, py, radius); return; }
  const svg = addSvg(parent, label, width, height);
  svg.selectAll("line").data(edges).enter().append("line").attr("x1", (e) => px(nodes[e[0]])).attr("y1", (e) => py(nodes[e[0]]))
    .attr("x2", (e) => px(nodes[e[1]])).attr("y2", (e) => py(nodes[e[1]])).attr("stroke", "var(--faint)").attr("stroke-width", Math.max(0.5, radius / 5));
  const node = svg.selectAll("g.node").data(nodes).enter().append("g").attr("class", "node").attr("transform", (n) => `translate(${px(n)},${py(n)})`);
  node.append("circle").attr("r", radius).attr("fill", (n) => n.fill).attr("stroke", (n) => (n.root ? "var(--ink)" : "var(--faint)")).attr("stroke-width", (n) => (n.root ? 2.5 : 1));
  if (radius > 6.5) node.append("text").attr("text-anchor", "middle").attr("dy", "0.35em").style("font-size", `${radius * 1.05}px`)
    .style("fill", (n) => (d3.lab(resolve(n.fill)).l > 58 ? "#000" : "#fff")).text((n) => (n.text.length <= 3 ? n.text : ""));
  withTip(node, (n) => n.hint);
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

// A graph of the data, coloured by "label" or "score"; a molecule as chemists draw it, where that is known.
function drawGraph(parent, graphs, graph, mode, size) {
  if (!graph.xy) { add(parent, "p", `Graph ${graph.id} with ${plural(graph.n, "node")} is not drawn, to keep this page small.`, { class: "note" }); return; }
  const places = unpack(graph.xy), ends = unpack(graph.e), shares = graph.x && graph.x.s ? shareOf(graph) : null;
  const isMolecule = graph.b != null && graph.n > 0 && graph.n <= mostInSvg, word = isMolecule ? "atom" : "node";
  const nodes = unpack(graph.l).map((label, v) => {
    const share = shares && mode === "score" ? shares[v] : null, fill = share == null ? labelColor(label) : scoreColor(share);
    return { x: places[2 * v], y: places[2 * v + 1], text: labelName(graphs, label), ...(isMolecule ? shadeOfAtom(share, label) : { fill }),
      hint: `${word} ${v}, label ${labelName(graphs, label)}${shares ? `, score ${signed(shares[v] * graph.x.max)}` : ""}` };
  });
  const edges = d3.range(ends.length / 2).map((i) => [ends[2 * i], ends[2 * i + 1]]), text = `${graphTitle(graph)} with ${plural(graph.n, word)}, coloured by ${mode}`;
  if (isMolecule) drawMolecule(parent, text, graph, nodes, edges, size);
  else drawNodes(parent, text, nodes, edges, size);
}

// A small graph around its first node.
function drawSlice(parent, label, slice, size) {
  const places = unpack(slice.xy);
  drawNodes(parent, label, slice.labels.map((text, v) => ({ x: places[2 * v], y: places[2 * v + 1], text, fill: v === 0 ? "var(--c1)" : "var(--c5)", root: v === 0,
    hint: `${text}, ${slice.distances[v] === 0 ? "the node itself" : `${slice.distances[v]} away`}` })), slice.edges, size);
}
