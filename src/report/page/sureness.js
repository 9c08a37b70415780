// How sure a cross-validation was: decisions by class, how often they are right, and what is left if the unsure ones are left out.
function decisionsOf(run) {
  if (!run.decisions) return null;
  const { low, d, second } = run.decisions;
  return unpack(d).map((t, i) => ({ value: low + t / 1000, isSecond: second[i] === "1" }));
}
const isRight = (decision) => decision.value > 0 === decision.isSecond;

// Wilson's interval of a share, 95 %.
function shareInterval(right, count) {
  const z = 1.96, share = right / count, middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function decisionHistogram(parent, run, decisions) {
  const names = run.dataset.class_names, width = 400, height = 240, left = 46, right = 14, bottom = 40, top = 14;
  const { figure, svg } = addChart(parent, "Decision values by class", width, height, `Histogram of ${plural(decisions.length, "decision value")} by class`);
  const [low, high] = d3.extent(decisions, (d) => d.value), x = d3.scaleLinear().domain([Math.min(low, 0), Math.max(high, 0)]).nice().range([left, width - right]), bins = d3.histogram().value((d) => d.value).domain(x.domain()).thresholds(x.ticks(24))(decisions);
  const counts = bins.map((bin) => [bin.filter((d) => !d.isSecond).length, bin.filter((d) => d.isSecond).length]), y = d3.scaleLinear().domain([0, d3.max(counts, (pair) => pair[0] + pair[1])]).nice().range([height - bottom, top]);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(7).tickSizeOuter(0));
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(4).tickSizeOuter(0));
  bins.forEach((bin, i) => [0, 1].forEach((c) => {
    if (counts[i][c] === 0) return;
    const below = c === 1 ? counts[i][0] : 0;
    withTip(svg.append("rect").attr("x", x(bin.x0) + 0.5).attr("width", Math.max(1, x(bin.x1) - x(bin.x0) - 1)).attr("y", y(below + counts[i][c])).attr("height", y(below) - y(below + counts[i][c])).attr("fill", classColor(c)),
      () => `${plural(counts[i][c], "graph")} of ${names[c]}, decision ${bin.x0} to ${bin.x1}`);
  }));
  svg.append("line").attr("x1", x(0)).attr("x2", x(0)).attr("y1", top - 8).attr("y2", height - bottom).attr("stroke", "var(--ink)").attr("stroke-dasharray", "4 3");
  svg.append("text").attr("class", "axis").attr("x", x(0) - 6).attr("y", top - 2).attr("text-anchor", "end").text(`← says ${cut(names[0], 16)}`);
  svg.append("text").attr("class", "axis").attr("x", x(0) + 6).attr("y", top - 2).text(`says ${cut(names[1], 16)} →`);
  svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", height - 6).attr("text-anchor", "end").text("decision value on unseen graphs");
  addLegend(figure, names.map((n, c) => [classColor(c), `truly ${n}`]));
  addNumbers(figure, "Decision values by class", ["from", "to", ...names], () => bins.map((bin, i) => [String(bin.x0), String(bin.x1), ...counts[i].map(number)]));
}

// Points with the interval of each, and a dashed line to compare with.
function pointChart(parent, title, xName, yName, points, { baseline = null, legend = [], joined = false } = {}) {
  const width = 400, height = 270, left = 58, right = 28, bottom = 46, top = 12;
  const { figure, svg } = addChart(parent, title, width, height, `${title}: ${plural(points.length, "point")}`);
  const [x0, x1] = d3.extent(points, (p) => p.x), x = d3.scaleLinear().domain(x0 === x1 ? [x0 - 1, x1 + 1] : [x0, x1]).nice().range([left, width - right]);
  const y = d3.scaleLinear().domain([Math.max(0, Math.min(baseline ?? 1, d3.min(points, (p) => p.low ?? p.y)) - 0.03), 1]).range([height - bottom, top]);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(6).tickSizeOuter(0).tickFormat(points[0].isShare ? (v) => `${Math.round(100 * v)} %` : null));
  svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickSize(-(width - left - right)).tickFormat((v) => `${Math.round(100 * v)} %`)).select(".domain").remove();
  svg.append("text").attr("class", "axis").attr("x", (left + width - right) / 2).attr("y", height - 8).attr("text-anchor", "middle").text(xName);
  svg.append("text").attr("class", "axis").attr("transform", `translate(13,${(height - bottom + top) / 2}) rotate(-90)`).attr("text-anchor", "middle").text(yName);
  if (baseline != null) svg.append("line").attr("x1", left).attr("x2", width - right).attr("y1", y(baseline)).attr("y2", y(baseline)).attr("stroke", "var(--ink)").attr("stroke-dasharray", "5 4");
  if (joined) svg.append("path").attr("d", d3.line().x((p) => x(p.x)).y((p) => y(p.y))(points)).attr("fill", "none").attr("stroke", "var(--series)").attr("stroke-width", 2);
  for (const p of points) {
    if (p.low != null) svg.append("line").attr("x1", x(p.x)).attr("x2", x(p.x)).attr("y1", y(p.low)).attr("y2", y(p.high)).attr("stroke", "var(--series)").attr("stroke-width", 3).attr("stroke-opacity", 0.4).attr("stroke-linecap", "round");
    withTip(svg.append("circle").attr("cx", x(p.x)).attr("cy", y(p.y)).attr("r", joined ? 3 : 5).attr("fill", "var(--series)"), () => p.text);
  }
  if (legend.length > 0) addLegend(figure, legend);
  addNumbers(figure, title, [xName, yName, "95 % interval", "graphs"], () => points.map((p) => [p.isShare ? percent(p.x) : shortNumber(p.x), percent(p.y), p.low == null ? "–" : interval([p.low, p.high]), p.count == null ? "–" : number(p.count)]));
}

// As many graphs in each, in order.
function equalGroups(sorted, groups) {
  const size = Math.max(1, Math.ceil(sorted.length / groups));
  return d3.range(0, sorted.length, size).map((start) => sorted.slice(start, start + size)).filter((group, i, all) => i === 0 || group.length > size / 2 || all.length === 1);
}

// How often a graph with a decision like this is of the second class: a good score rises from 0 to 1.
function reliabilityChart(parent, run, decisions) {
  const sorted = [...decisions].sort((a, b) => a.value - b.value), second = run.dataset.class_names[1];
  const points = equalGroups(sorted, 10).map((group) => {
    const count = group.length, right = group.filter((d) => d.isSecond).length, [low, high] = shareInterval(right, count), x = d3.mean(group, (d) => d.value);
    return { x, y: right / count, low, high, count, text: `decision about ${shortNumber(x)}: ${percent(right / count)} of ${plural(count, "graph")} are ${second}` };
  });
  pointChart(parent, `Reliability: what a decision is worth`, "decision value (groups of equal size)", `truly ${cut(second, 18)}`, points, { baseline: d3.mean(decisions, (d) => (d.isSecond ? 1 : 0)),
    legend: [["var(--series)", "share in a group and its 95 % interval", { symbol: d3.symbolCircle }], ["var(--ink)", "share in all", { dashes: "5 4" }]] });
}

// Right how often, if only the surest are judged.
function coverageCurve(decisions) {
  const sorted = [...decisions].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  let right = 0;
  return sorted.map((d, i) => { right += isRight(d); return { covered: (i + 1) / sorted.length, accuracy: right / (i + 1), least: Math.abs(d.value), count: i + 1 }; });
}

function coverageChart(parent, run, decisions) {
  const curve = coverageCurve(decisions), shares = d3.range(1, 21).map((i) => curve[Math.max(0, Math.round((i / 20) * curve.length) - 1)]);
  pointChart(parent, "Accuracy against sureness", "share of graphs judged, the surest first", "accuracy", shares.map((p) => ({ x: p.covered, y: p.accuracy, count: p.count, isShare: true, text: `the surest ${percent(p.covered)}: ${percent(p.accuracy)} right, decisions of ${shortNumber(p.least)} or more` })),
    { baseline: curve[curve.length - 1].accuracy, joined: true, legend: [["var(--series)", "the surest graphs only", { dashes: "none" }], ["var(--ink)", "all graphs", { dashes: "5 4" }]] });
}

// How many graphs are left where the answers shall be right so often.
function coverageTable(parent, decisions) {
  const curve = coverageCurve(decisions), rows = [0.9, 0.95, 0.99].map((level) => {
    const last = curve.filter((p) => p.accuracy >= level).pop();
    return [`right for ${Math.round(100 * level)} %`, last ? percent(last.covered) : "none", last ? `${shortNumber(last.least)} or more` : "–"];
  });
  addTable(parent, "What is left at a level (found on these same graphs, so a little too kind)", ["wanted", "graphs judged", "size of decision"], rows, "facts");
}

function addSureness(parent, run) {
  const decisions = decisionsOf(run);
  if (!decisions || decisions.length < 20) return;
  add(parent, "h2", judged.length > 1 ? `How sure: ${runName(run)}` : "How sure");
  const grid = add(parent, "div", null, { class: "charts" });
  decisionHistogram(add(grid, "div"), run, decisions);
  reliabilityChart(add(grid, "div"), run, decisions);
  coverageChart(add(grid, "div"), run, decisions);
  coverageTable(add(grid, "div"), decisions);
}

// Class by class: how many are found, and how many that are said to be it are.
function classTable(parent, run) {
  const names = run.dataset.class_names, m = run.confusion, total = d3.sum(m, (row) => d3.sum(row));
  const predicted = names.map((_, c) => d3.sum(m, (row) => row[c])), share = (a, b) => (b > 0 ? a / b : null);
  addTable(parent, "By class", ["class", "graphs", "recall", "precision", "F1"], names.map((name, c) => {
    const recall = share(m[c][c], d3.sum(m[c])), precision = share(m[c][c], predicted[c]);
    return [name, number(d3.sum(m[c])), percent(recall), percent(precision), percent(share(2 * m[c][c], d3.sum(m[c]) + predicted[c]))];
  }));
  const correct = d3.sum(names, (_, c) => m[c][c]), truth = names.map((_, c) => d3.sum(m[c]));
  const cov = correct * total - d3.sum(names, (_, c) => truth[c] * predicted[c]), spread = (sums) => total * total - d3.sum(sums, (s) => s * s), below = Math.sqrt(spread(truth) * spread(predicted));
  add(parent, "p", `Recall: how many of a class are found. Precision: how many of those said to be it are.${below > 0 ? ` Matthews correlation ${fixed(cov / below, 3)} (0 is chance, 1 perfect).` : ""}`, { class: "faint" });
}

// Whether large graphs are harder; for the run whose predictions the page shows.
function sizeChart(parent) {
  const known = graphs.graphs.filter((g) => g.t != null && g.p != null).sort((a, b) => a.n - b.n);
  if (known.length < 40) return;
  const points = equalGroups(known, 8).map((group) => {
    const right = group.filter((g) => !isWrong(g)).length, [low, high] = shareInterval(right, group.length), [least, most] = d3.extent(group, (g) => g.n);
    return { x: d3.mean(group, (g) => g.n), y: right / group.length, low, high, count: group.length, text: `${least} to ${most} nodes: ${percent(right / group.length)} of ${plural(group.length, "graph")} right` };
  });
  pointChart(parent, "Accuracy by size of the graph", "nodes (groups of equal size)", "accuracy", points, { baseline: known.filter((g) => !isWrong(g)).length / known.length, legend: [["var(--series)", "a group and its 95 % interval", { symbol: d3.symbolCircle }], ["var(--ink)", "all graphs", { dashes: "5 4" }]] });
}
