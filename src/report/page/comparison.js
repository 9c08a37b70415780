// Many results at once: search over options, comparison of kernels, the paper.
const byValue = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true }));

// The options that had several values, those with most of them first, with their values in order. What a kernel does not
// have, as one without slices has no H, is a value of its own.
function variedOptions(points) {
  const values = new Map(), names = new Set(points.flatMap(({ point }) => Object.keys(point)));
  for (const { point } of points)
    for (const [name, value] of [...names].map((name) => [name, point[name] ?? "–"])) values.set(name, (values.get(name) || new Map()).set(JSON.stringify(value), value));
  return [...values].map(([name, of]) => ({ name, values: [...of.values()].sort(byValue) })).filter((o) => o.values.length > 1).sort((a, b) => b.values.length - a.values.length);
}

// What the search chose by.
const scoreName = (run) => ({ balanced: "Balanced accuracy", auroc: "AUROC" })[run.config?.score] ?? "Accuracy";

// Accuracy over one or two options; of all others the best value counts.
// A frame marks where `chosen` points lie.
function optionsMap(parent, title, points, down, across, accuracyOf, chosen = []) {
  const isIn = (p, option, i) => !option || JSON.stringify(p.point[option.name] ?? "–") === JSON.stringify(option.values[i]);
  const axis = (option) => (option ? { name: option.name, names: option.values.map(textOf) } : { name: "", names: [""] });
  heatMap(parent, title, { rows: axis(down), columns: axis(across), value: (r, c) => d3.max(points.filter((p) => isIn(p, down, r) && isIn(p, across, c)), accuracyOf), format: inPercent,
    marked: (r, c) => chosen.some((p) => isIn(p, down, r) && isIn(p, across, c)) });
}

const samePoint = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const bestPoints = (run) => run.search.points.filter((p) => p.inner != null).sort((a, b) => b.inner - a.inner);

// What was chosen in the end, and what the headline is of.
function addChoice(panel, run) {
  const best = bestPoints(run)[0], varied = variedOptions(run.search.points);
  if (!best) return;
  add(panel, "h2", "What the search chose");
  add(panel, "p", `Best on inner folds, over all folds: ${varied.map((o) => `${o.name} ${textOf(best.point[o.name] ?? "–")}`).join(", ") || textOf(best.point.kernel)} (${scoreName(run).toLowerCase()} ${percent(best.inner)} on inner folds). A model with these options:`);
  if (run.config && run.config.data) addCommand(panel, commandOf("fit", run, best.point, {}, " -o MODEL.dhgak"));
  if (run.search.optimistic) add(panel, "p", `The accuracy of ${percent(run.accuracy?.mean)} is optimistic: the test folds themselves chose the options.`, { class: "note" });
  else if (run.accuracy) add(panel, "p", `The accuracy of ${percent(run.accuracy.mean)} is that of folds that each chose their options by their own training graphs alone. Single configurations reach up to ${percent(d3.max(run.search.points, (p) => p.test))} on the test folds; to take that for the result would be to choose by the test.`, { class: "note" });
}

// By configuration: how many folds chose it.
function addChosenByFolds(panel, run, varied) {
  const chosen = run.search.chosen || [];
  if (chosen.length === 0) return;
  const groups = d3.nest().key((c) => JSON.stringify(varied.map((o) => c.point[o.name] ?? "–"))).entries(chosen).sort((a, b) => b.values.length - a.values.length);
  addTable(panel, `What the ${plural(chosen.length, "fold")} chose, each by its training graphs`, ["folds", ...varied.map((o) => o.name), "C", `${scoreName(run).toLowerCase()} on inner folds`],
    groups.map(({ values }) => [String(values.length), ...varied.map((o) => textOf(values[0].point[o.name] ?? "–")), [...new Set(values.map((c) => String(c.C)))].join(", "), percent(d3.mean(values, (c) => c.inner_score ?? c.inner_accuracy))]));
}

// By option: the share of the variance of the score that its values explain alone.
function importanceOfOptions(points, varied) {
  const known = points.filter((p) => p.inner != null), mean = d3.mean(known, (p) => p.inner), total = d3.sum(known, (p) => (p.inner - mean) ** 2);
  return varied.map((option) => {
    const groups = d3.nest().key((p) => JSON.stringify(p.point[option.name] ?? "–")).entries(known);
    return { option, share: total > 0 ? d3.sum(groups, (g) => g.values.length * (d3.mean(g.values, (p) => p.inner) - mean) ** 2) / total : 0 };
  }).sort((a, b) => b.share - a.share);
}

// A line for each configuration through the values of its options; bright ones are good.
function parallelCoordinates(parent, run, varied) {
  const points = run.search.points.filter((p) => p.inner != null).sort((a, b) => a.inner - b.inner), most = 400, shown = points.filter((_, i) => points.length <= most || i >= points.length - most / 2 || i % Math.ceil((2 * points.length) / most) === 0);
  const width = 720, height = 300, top = 34, bottom = 20, left = 60, right = 70, name = scoreName(run);
  const { figure, svg } = addChart(parent, `Configurations as lines, ${name.toLowerCase()} on inner folds on the right`, width, height, `Parallel coordinates of ${plural(shown.length, "configuration")}`);
  const axes = [...varied.map((o) => ({ name: o.name, scale: d3.scalePoint().domain(o.values.map((v) => JSON.stringify(v))).range([height - bottom, top]).padding(0.3), of: (p) => JSON.stringify(p.point[o.name] ?? "–"), texts: o.values.map((v) => [JSON.stringify(v), textOf(v)]) })),
    { name, scale: d3.scaleLinear().domain(d3.extent(points, (p) => p.inner)).nice().range([height - bottom, top]), of: (p) => p.inner }];
  const x = d3.scalePoint().domain(d3.range(axes.length)).range([left, width - right]), [low, high] = d3.extent(points, (p) => p.inner);
  const line = (p) => `M${axes.map((axis, i) => `${x(i)},${axis.scale(axis.of(p))}`).join("L")}`, best = points[points.length - 1];
  withTip(svg.selectAll("path.line").data(shown).enter().append("path").attr("class", "line").attr("d", line).attr("fill", "none").attr("stroke", (p) => d3.interpolateViridis(high > low ? (p.inner - low) / (high - low) : 1)).attr("stroke-opacity", 0.35), (p) => `${varied.map((o) => `${o.name} ${textOf(p.point[o.name] ?? "–")}`).join(", ")}: ${percent(p.inner)}`);
  svg.append("path").attr("class", "chosen").attr("d", line(best)).attr("fill", "none").attr("stroke", "var(--bad)").attr("stroke-width", 3);
  axes.forEach((axis, i) => {
    svg.append("line").attr("x1", x(i)).attr("x2", x(i)).attr("y1", top).attr("y2", height - bottom).attr("stroke", "var(--faint)");
    svg.append("text").attr("x", x(i)).attr("y", 16).attr("text-anchor", "middle").style("font-weight", 600).text(cut(axis.name, 16));
    const texts = axis.texts || axis.scale.ticks(5).map((t) => [t, percent(t)]);
    for (const [value, text] of texts) svg.append("text").attr("class", "axis halo").attr("x", x(i) + (axis.texts ? -6 : 6)).attr("y", axis.scale(value) + 4).attr("text-anchor", axis.texts ? "end" : "start").text(cut(text, 14));
  });
  addLegend(figure, [["var(--bad)", "the best on inner folds", { dashes: "none" }]]);
}

function searchPanel(panel) {
  for (const run of facts.runs.filter((r) => r.search)) {
    add(panel, "h2", `${runName(run)}: ${plural(run.search.points.length, "configuration")}`);
    const varied = variedOptions(run.search.points), best = bestPoints(run)[0];
    addChoice(panel, run);
    if (varied.length === 0) { add(panel, "p", "Only one value of each option was tried."); continue; }
    add(panel, "h2", "By two options");
    add(panel, "p", "In percent by the values of two options. Of all other options the best value counts. The frame is around what is best on inner folds, over all folds.");
    const choices = add(panel, "div"), place = add(panel, "div"), options = varied.map((o) => [o.name, o.name]), named = (name) => varied.find((o) => o.name === name);
    let across = varied[0], down = varied[1], which = "inner";
    const draw = () => {
      place.replaceChildren();
      optionsMap(place, `${which === "inner" ? scoreName(run) : "Accuracy"} on ${which} folds (%)`, run.search.points, down === across ? null : down, across, (p) => p[which], best ? [best] : []);
    };
    if (down) addSelect(choices, "Down", options, down.name, (v) => { down = named(v); draw(); });
    if (down) addSelect(choices, "Across", options, across.name, (v) => { across = named(v); draw(); });
    addSelect(choices, "Show", [["inner", `${scoreName(run)} on inner folds, by which one may choose`], ["test", "Accuracy on test folds, not for choosing"]], which, (v) => { which = v; draw(); });
    draw();
    addChosenByFolds(panel, run, varied);
    addBestConfigurations(panel, run.search.points, varied);
    const row = add(panel, "div", null, { class: "charts wide" });
    bars(add(row, "div"), "Importance: share of the differences that an option explains alone", importanceOfOptions(run.search.points, varied).map(({ option, share }) => ({ name: option.name, counts: [share] })), ["share"], percent, () => "var(--series)");
    parallelCoordinates(add(row, "div"), run, varied);
    if (run.search.methods && run.search.methods.length > 1)
      addTable(panel, "Each method chosen for on its own; p: corrected resampled t-test against the best, not corrected for their number", ["method", "configurations", "accuracy", "p against the best"], run.search.methods.map((m) => [m.method, String(m.configurations), percent(m.accuracy.mean), pValue(m.p_against_best)]));
  }
}

function addBestConfigurations(panel, points, varied) {
  const best = points.filter((p) => p.inner != null).sort((a, b) => b.inner - a.inner).slice(0, 10);
  addTable(panel, "The best on inner folds", ["place", ...varied.map((o) => o.name), "inner folds", "test folds"],
    best.map((p, i) => [String(i + 1), ...varied.map((o) => textOf(p.point[o.name] ?? "–")), percent(p.inner), percent(p.test)]));
}

const fewestPairs = 6;  // of datasets, below which no difference can be significant

const kernelColor = (kernels, name) => classColor(kernels.findIndex((k) => k.kernel === name));
const rankedKernels = (run) => [...run.compare.kernels].sort((a, b) => (a.mean_rank ?? 0) - (b.mean_rank ?? 0));

function comparePanel(panel) {
  for (const run of facts.runs.filter((r) => r.compare)) {
    const kernels = rankedKernels(run);
    add(panel, "h2", `${plural(kernels.length, "kernel")}, ${plural(run.datasets.length, "dataset")}`);
    add(panel, "p", rankSentence(run.compare).trim());
    criticalDifference(panel, run.compare);
    if (kernels.some((k) => k.mean_rank != null)) addMeanRanks(panel, run, kernels);
    addAccuracies(panel, run.datasets, kernels);
    add(panel, "h2", "Each dataset");
    add(panel, "p", "p: that the difference from the best arises by chance, by the corrected resampled t-test over the folds. It is not corrected for the number of kernels; a kernel whose p is above 0.05 is not told apart from the best.", { class: "faint" });
    for (const set of run.datasets) {
      const row = add(panel, "div", null, { class: "beside" });
      addDots(add(row, "div"), set, kernels);
      addScores(add(row, "div"), set);
    }
    timeChart(panel, run, kernels);
  }
}

function addMeanRanks(panel, run, kernels) {
  const hasTest = kernels.some((k) => k.p_against_best != null);
  const test = hasTest ? "; p: Wilcoxon's signed-rank test against the best over the datasets, not corrected for the number of kernels" : "";
  addTable(panel, `Over all datasets${test}`, ["kernel", "mean rank", "mean accuracy", ...(hasTest ? ["p"] : [])], kernels.map((k, i) => [k.kernel, k.mean_rank == null ? "–" : fixed(k.mean_rank, 2), percent(k.mean_accuracy), ...(hasTest ? [i === 0 ? "–" : pValue(k.p_against_best)] : [])]));
  if (!hasTest) add(panel, "p", `There is no p over datasets: Wilcoxon's test needs ${fewestPairs} of them, as of fewer not even the clearest difference is significant.`, { class: "faint" });
}

// A row for each kernel, a column for each dataset, a bright cell for what is near the best.
function addAccuracies(panel, datasets, kernels) {
  if (datasets.length < 2) return;
  const scoreOf = (set, kernel) => set.scores.find((s) => s.kernel === kernel.kernel && !s.failure), best = datasets.map((set) => d3.max(set.scores, (s) => (s.failure ? null : s.accuracy.mean)));
  const worst = datasets.map((set) => d3.min(set.scores, (s) => (s.failure ? null : s.accuracy.mean)));
  const fill = (kernel, d) => (cell) => {
    const score = scoreOf(datasets[d], kernel), share = score && best[d] > worst[d] ? (score.accuracy.mean - worst[d]) / (best[d] - worst[d]) : 0;
    add(cell, score && score.accuracy.mean === best[d] ? "strong" : "span", score ? inPercent(score.accuracy.mean) : "–");
    cell.style.background = `color-mix(in srgb, var(--accent) ${Math.round(22 * share)}%, transparent)`;
  };
  const caption = "Accuracy in percent; the best of a dataset is bold, and the shade is from the least to the best";
  // Many datasets go down, so that the table is not wider than a screen.
  if (datasets.length > Math.max(8, kernels.length))
    addTable(panel, caption, ["dataset", ...kernels.map((k) => k.kernel), "most frequent class"], datasets.map((set, d) => [set.name, ...kernels.map((kernel) => fill(kernel, d)), inPercent(set.majority)]));
  else
    addTable(panel, caption, ["kernel", ...datasets.map((set) => set.name)], [...kernels.map((kernel) => [kernel.kernel, ...datasets.map((_, d) => fill(kernel, d))]), ["most frequent class", ...datasets.map((set) => inPercent(set.majority))]]);
}

// Kernels of a dataset by accuracy, with intervals; those not told apart from the best are full.
function addDots(panel, set, kernels) {
  const scores = set.scores.filter((s) => !s.failure).sort((a, b) => b.accuracy.mean - a.accuracy.mean);
  if (scores.length === 0) return;
  dotChart(panel, `${set.name}: accuracy`, scores.map((s) => ({ name: s.kernel, mean: s.accuracy.mean, low: s.accuracy.interval95?.[0], high: s.accuracy.interval95?.[1], color: kernelColor(kernels, s.kernel) })), { baseline: set.majority });
}

function addScores(panel, set) {
  const scores = [...set.scores].sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
  const readers = scores.filter((s) => s.edge_labels_used).map((s) => s.kernel), rankOfBest = scores[0].rank, isTied = scores.filter((s) => s.rank === rankOfBest).length > 1;
  const edges = set.edge_labels > 0 ? `, edge labels ${readers.length ? `used by ${listed(readers)}` : "not used"}` : "";
  addTable(panel, `${set.name}: ${plural(set.graphs, "graph")}, most frequent class ${percent(set.majority)}${edges}`, ["kernel", "rank", "accuracy", "95 % interval", "p", "kernel", "in all", "memory"],
    scores.map((s) => (s.failure ? [s.kernel, "–", s.failure, "", "", "", "", ""] : [s.kernel, `${s.rank ?? "–"}${s.rank === rankOfBest && isTied ? " (tied)" : ""}`, percent(s.accuracy.mean), interval(s.accuracy.interval95),
      s.rank === rankOfBest ? "–" : pValue(s.p_against_best), seconds(s.kernel_seconds), seconds(s.total_seconds), mebibytes(s.peak_bytes)])));
}

// What accuracy costs: a mark for each kernel on each dataset.
function timeChart(panel, run, kernels) {
  const marks = run.datasets.flatMap((set, d) => set.scores.filter((s) => !s.failure && s.total_seconds > 0).map((s) => ({ s, set, d })));
  if (marks.length < 2) return;
  add(panel, "h2", "Accuracy and time");
  const width = 560, height = 340, left = 52, right = 16, top = 10, bottom = 44;
  const { figure, svg } = addChart(panel, "Accuracy against time", width, height, `Accuracy against time of ${plural(marks.length, "result")}`);
  const x = d3.scaleLog().domain(d3.extent(marks, (m) => m.s.total_seconds)).nice().range([left, width - right]), y = d3.scaleLinear().domain([d3.min(marks, (m) => m.s.accuracy.mean) - 0.03, Math.min(1, d3.max(marks, (m) => m.s.accuracy.mean) + 0.03)]).range([height - bottom, top]);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).tickFormat((t) => (Number.isInteger(Math.round(1e6 * Math.log10(t)) / 1e6) ? String(t) : "")).tickSizeOuter(0));
  svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(6).tickSize(-(width - left - right)).tickFormat((v) => `${Math.round(100 * v)} %`)).select(".domain").remove();
  svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", height - 6).attr("text-anchor", "end").text("seconds in all (each step is ten times as long)");
  withTip(svg.selectAll("path.result").data(marks).enter().append("path").attr("class", "result").attr("d", (m) => d3.symbol().type(symbols[m.d % symbols.length]).size(70)()).attr("transform", (m) => `translate(${x(m.s.total_seconds)},${y(m.s.accuracy.mean)})`)
    .attr("fill", (m) => kernelColor(kernels, m.s.kernel)).attr("stroke", "var(--paper)"), (m) => `${m.s.kernel} on ${m.set.name}: ${percent(m.s.accuracy.mean)} in ${seconds(m.s.total_seconds)}`);
  addLegend(figure, kernels.map((k) => [kernelColor(kernels, k.kernel), k.kernel]));
  addLegend(figure, run.datasets.map((set, d) => ["var(--faint)", set.name, { symbol: symbols[d % symbols.length] }]));
  addNumbers(figure, "Accuracy against time", ["dataset", "kernel", "seconds", "accuracy"], () => marks.map((m) => [m.set.name, m.s.kernel, seconds(m.s.total_seconds), percent(m.s.accuracy.mean)]));
}

function addCompareOverview(panel, run) {
  const kernels = rankedKernels(run), grid = add(panel, "div", null, { class: "look" });
  if (run.compare.critical_difference > 0) criticalDifference(panel, run.compare);
  addAccuracies(panel, run.datasets, kernels);
  for (const set of run.datasets.slice(0, 6)) addDots(add(grid, "div"), set, kernels);
  if (run.datasets.length > 6) addButton(panel, `All ${run.datasets.length} datasets`, () => goTo("compare"), "link noprint");
}

// What was run again of the paper, and how far from it.
function addExperiments(panel, experiments) {
  addTable(panel, "What was run again", ["experiment", "datasets", "results", "nearer than 3 points to the paper", "grid"], experiments.map((run) => {
    const results = (run.rows || []).flatMap((row) => row.results).map((r) => [r.best_of_grid ? r.best_of_grid.mean : r.mean, r.paper && r.paper.mean]).filter(([ours, theirs]) => ours != null && theirs != null);
    const sets = (run.rows || run.planes || []).map((part) => part.dataset).concat((run.measurements || []).map((m) => m.dataset));
    const cells = results.length || d3.sum(run.planes || [], (plane) => plane.points.length) || (run.measurements || []).length;
    return [run.experiment, listed([...new Set(sets)].slice(0, 4)) + (new Set(sets).size > 4 ? ` and ${new Set(sets).size - 4} more` : ""), number(cells), results.length ? `${results.filter(([ours, theirs]) => Math.abs(ours - theirs) < 0.03).length} of ${results.length}` : "–", run.quick ? "small" : "whole"];
  }));
  const grid = add(panel, "div", null, { class: "look" });
  for (const run of experiments) for (const plane of (run.planes || []).slice(0, 2)) drawPlane(add(grid, "div"), plane);
  for (const run of experiments) for (const row of (run.rows || []).slice(0, 3)) paperDots(add(grid, "div"), row);
  addButton(panel, "All numbers", () => goTo("paper"), "link noprint");
}

// Ours beside the paper's.
function paperDots(parent, row) {
  const entries = row.results.filter((r) => !r.unavailable).flatMap((r) => {
    const best = r.best_of_grid ? r.best_of_grid.mean : r.mean, paper = r.paper && r.paper.mean;
    return [...(best == null ? [] : [{ name: `${r.method}`, mean: best, color: "var(--accent)" }]), ...(paper == null ? [] : [{ name: "the paper", mean: paper, color: "var(--faint)" }])];
  });
  if (entries.length > 0) dotChart(parent, `${row.dataset}: best of the grid and the paper`, entries, { baseline: row.majority ?? null });
}

// H or b down, as in the Markdown table beside it.
function drawPlane(parent, plane) {
  const varied = variedOptions(plane.points), down = varied.length > 1 ? varied.find((o) => o.name === "H") || varied.find((o) => o.name === "b") || varied[1] : null, across = varied.find((o) => o !== down);
  if (across) optionsMap(parent, `${plane.dataset}: accuracy (%)`, plane.points, down, across, (p) => p.test_accuracy && p.test_accuracy.mean);
}

function paperPanel(panel) {
  for (const run of facts.runs.filter((r) => r.experiment)) {
    add(panel, "h2", `${run.experiment} of the paper, run again`);
    if (run.rows) add(panel, "p", "Nested: options chosen on training graphs alone. Best of grid: the best option on the test graphs, as the paper reports; it flatters. The difference is that of the best of the grid from the paper, in points.");
    const grid = add(panel, "div", null, { class: "charts wide" });
    for (const row of run.rows || []) addPaperRow(add(grid, "div"), row);
    for (const plane of run.planes || []) drawPlane(add(grid, "div"), plane);
    if (run.measurements) addMeasurements(panel, run.measurements);
  }
}

function addPaperRow(panel, row) {
  addTable(panel, `${row.dataset}${row.majority == null ? "" : `, most frequent class ${percent(row.majority)}`}`, ["method", "nested", "best of grid", "paper", "difference"], row.results.map((r) => {
    const best = r.best_of_grid ? r.best_of_grid.mean : r.mean, paper = r.paper && r.paper.mean;
    if (r.unavailable) return [r.method, (cell) => add(cell, "span", "not run", { title: r.unavailable }), "–", percent(paper), "–"];
    return [r.method, percent(r.nested && r.nested.mean), percent(best), percent(paper), best == null || paper == null ? "–" : (best >= paper ? "+" : "−") + inPercent(Math.abs(best - paper))];
  }));
}

function addMeasurements(panel, measurements) {
  const methods = [...new Set(measurements.map((m) => m.method))], datasets = [...new Set(measurements.map((m) => m.dataset))];
  addTable(panel, "Time", ["method", ...datasets], methods.map((method) => [method, ...datasets.map((set) => {
    const found = measurements.find((m) => m.method === method && m.dataset === set);
    return found && found.seconds != null ? seconds(found.seconds) : "–";
  })]));
}
