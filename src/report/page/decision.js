// What made a decision: from the bias, cluster by cluster, to the value.
const speaksFor = (value, f) => (graphs.two_classes ? `${Math.abs(value) < 5e-4 ? "0" : Math.abs(value).toPrecision(3)} for ${modelClass(value >= 0 ? f : 1 - f)}` : `${signed(value)} for ${modelClass(f)}`);

// Labels of a typical slice by distance: `cH | c n`.
function lookText(cluster) {
  if (!cluster) return "not kept";
  const slice = cluster.typical;
  if (!slice) return clusterName(cluster);
  return d3.nest().key((i) => slice.distances[i]).sortKeys((a, b) => a - b).entries(d3.range(slice.labels.length)).map((ring) => ring.values.map((i) => shortLabel(slice.labels[i])).join(" ")).join(" | ");
}

function explainDecision(panel, graph) {
  const { v, b, f, h, c } = graph.x, lines = unite(c), word = graph.b ? "atoms" : "nodes";
  add(panel, "h3", "What made the decision");
  add(panel, "p", `${speaksFor(v, f)}: bias ${speaksFor(b, f)}, scores of all ${word} ${speaksFor(v - b, f)}.`);
  waterfall(panel, graph, lines);
  if (h.length > 1) add(panel, "p", `By ${graphs.level}: ${h.map((sum, i) => `${i}: ${signed(sum)}`).join(", ")}${graphs.two_classes ? `, positive for ${modelClass(f)}` : ""}.`, { class: "faint" });
  addTable(panel, `The ${graphs.column}s that moved it most`, [graphs.column, "looks like", "score", "training graphs that have it"], lines.map(({ level, cluster, score, like }) => [
    cluster ? `${graphs.level} ${level}: ${clusterName(cluster)}${like > 1 ? ` and ${like - 1} like it` : ""}` : "(not kept, to keep this page small)",
    (cell) => cluster && cluster.typical && drawFragment(cell, cluster, 150), signed(score),
    (cell) => sharesOf(cluster).forEach((text) => add(cell, "div", text))]), "clusters");
  if (graph.xy) addNumbers(panel, "Scores of nodes", ["node", "label", "score"], () => {
    const shares = shareOf(graph);
    return unpack(graph.l).map((l, node) => [String(node), labelName(graphs, l), signed(shares[node] * graph.x.max)]);
  });
}

// Bars that begin where the one above ends; the last one is the whole.
function waterfall(panel, graph, lines) {
  const { v, b, f } = graph.x, named = d3.sum(lines, (line) => line.score), rest = v - b - named;
  const steps = [{ text: "bias", value: b }, ...lines.map(({ level, cluster, score }) => ({ text: `${graphs.level} ${level}: ${lookText(cluster)}`, value: score })), ...(Math.abs(rest) > 1e-4 ? [{ text: "all others", value: rest }] : [])];
  let sum = 0;
  for (const step of steps) { step.from = sum; sum += step.value; step.to = sum; }
  steps.push({ text: graphs.two_classes ? `decision: ${modelClass(v >= 0 ? f : 1 - f)}` : `value for ${modelClass(f)}`, value: v, from: 0, to: v, isSum: true });
  const width = 560, rowHeight = 24, left = 176, right = 62, top = 6, bottom = top + rowHeight * steps.length, height = bottom + 26, most = 27;
  const { figure, svg } = addChart(panel, "From the bias to the decision", width, height, `From the bias to the decision of ${graphTitle(graph)}: ${plural(steps.length, "bar")}`);
  const [low, high] = d3.extent([0, ...steps.flatMap((s) => [s.from, s.to])]), x = d3.scaleLinear().domain(low === high ? [-1, 1] : [low, high]).range([left, width - right]);
  svg.append("g").attr("transform", `translate(0,${bottom})`).call(d3.axisBottom(x).ticks(6).tickSizeOuter(0));
  svg.append("line").attr("x1", x(0)).attr("x2", x(0)).attr("y1", top).attr("y2", bottom).attr("stroke", "var(--faint)");
  steps.forEach((step, i) => {
    const y = top + i * rowHeight, start = Math.min(x(step.from), x(step.to)), end = Math.max(x(step.from), x(step.to)), color = (step.value >= 0 ? forColor : againstColor)(f);
    withTip(svg.append("text").attr("x", left - 8).attr("y", y + 16).attr("text-anchor", "end").style("font-weight", step.isSum ? 650 : null).text(cut(step.text, most)), () => step.text);
    withTip(svg.append("rect").attr("class", "step").attr("x", start).attr("width", Math.max(1, end - start)).attr("y", y + 4).attr("height", rowHeight - 8).attr("rx", 2).attr("fill", color).attr("fill-opacity", step.isSum ? 1 : 0.75), () => `${step.text}: ${speaksFor(step.value, f)}`);
    if (!step.isSum) svg.append("line").attr("x1", x(step.to)).attr("x2", x(step.to)).attr("y1", y + 4).attr("y2", y + rowHeight + 4).attr("stroke", "var(--faint)").attr("stroke-dasharray", "2 2");
    svg.append("text").attr("class", "axis").attr("x", end + 5).attr("y", y + 16).text(signed(step.value));
  });
  addLegend(figure, [[forColor(f), `speaks for ${modelClass(f)}`], [againstColor(f), graphs.two_classes ? `speaks for ${modelClass(1 - f)}` : "speaks against it"]]);
}
