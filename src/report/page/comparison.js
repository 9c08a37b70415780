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
function optionsMap(parent, title, points, down, across, accuracyOf) {
  const isIn = (p, option, i) => !option || JSON.stringify(p.point[option.name] ?? "–") === JSON.stringify(option.values[i]);
  const axis = (option) => (option ? { name: option.name, names: option.values.map(textOf) } : { name: "", names: [""] });
  heatMap(parent, title, { rows: axis(down), columns: axis(across), value: (r, c) => d3.max(points.filter((p) => isIn(p, down, r) && isIn(p, across, c)), accuracyOf), format: inPercent });
}

function searchPanel(panel) {
  for (const run of facts.runs.filter((r) => r.search)) {
    add(panel, "h2", `${runName(run)}: ${plural(run.search.points.length, "configuration")}`);
    const varied = variedOptions(run.search.points);
    if (varied.length === 0) { add(panel, "p", "Only one value of each option was tried."); continue; }
    add(panel, "p", "In percent by the values of two options. Of all other options the best value counts.");
    const choices = add(panel, "div"), place = add(panel, "div"), options = varied.map((o) => [o.name, o.name]), named = (name) => varied.find((o) => o.name === name);
    let across = varied[0], down = varied[1], which = "inner";
    const draw = () => {
      place.replaceChildren();
      optionsMap(place, `${which === "inner" ? scoreName(run) : "Accuracy"} on ${which} folds (%)`, run.search.points, down === across ? null : down, across, (p) => p[which]);
    };
    if (down) addSelect(choices, "Down", options, down.name, (v) => { down = named(v); draw(); });
    if (down) addSelect(choices, "Across", options, across.name, (v) => { across = named(v); draw(); });
    addSelect(choices, "Show", [["inner", `${scoreName(run)} on inner folds, by which one may choose`], ["test", "Accuracy on test folds, not for choosing"]], which, (v) => { which = v; draw(); });
    draw();
    addBestConfigurations(panel, run.search.points, varied);
    if (run.search.methods && run.search.methods.length > 1)
      addTable(panel, "Each method chosen for on its own", ["method", "configurations", "accuracy", "p against the best"], run.search.methods.map((m) => [m.method, String(m.configurations), percent(m.accuracy.mean), m.p_against_best == null ? "–" : m.p_against_best.toFixed(3)]));
  }
}

function addBestConfigurations(panel, points, varied) {
  const best = points.filter((p) => p.inner != null).sort((a, b) => b.inner - a.inner).slice(0, 10);
  addTable(panel, "The best on inner folds", ["place", ...varied.map((o) => o.name), "inner folds", "test folds"],
    best.map((p, i) => [String(i + 1), ...varied.map((o) => textOf(p.point[o.name] ?? "–")), percent(p.inner), percent(p.test)]));
}

function comparePanel(panel) {
  for (const run of facts.runs.filter((r) => r.compare)) {
    const kernels = [...run.compare.kernels].sort((a, b) => (a.mean_rank ?? 0) - (b.mean_rank ?? 0));
    add(panel, "h2", `${plural(kernels.length, "kernel")}, ${plural(run.datasets.length, "dataset")}`);
    criticalDifference(panel, run.compare);
    if (kernels.some((k) => k.mean_rank != null))
      addTable(panel, "Over all datasets; p: that the difference from the best arises by chance", ["kernel", "mean rank", "mean accuracy", "p"], kernels.map((k, i) => [k.kernel, k.mean_rank == null ? "–" : k.mean_rank.toFixed(2), percent(k.mean_accuracy), i === 0 || k.p_against_best == null ? "–" : k.p_against_best.toFixed(3)]));
    addAccuracies(panel, run.datasets, kernels);
    add(panel, "h2", "Each dataset");
    const grid = add(panel, "div", null, { class: "charts wide" });
    for (const set of run.datasets) addScores(add(grid, "div"), set);
  }
}

// A row for each kernel, a column for each dataset.
function addAccuracies(panel, datasets, kernels) {
  if (datasets.length < 2) return;
  const scoreOf = (set, kernel) => set.scores.find((s) => s.kernel === kernel.kernel && !s.failure), best = datasets.map((set) => d3.max(set.scores, (s) => (s.failure ? null : s.accuracy.mean)));
  addTable(panel, "Accuracy in percent; the best of a dataset is bold", ["kernel", ...datasets.map((set) => set.name)], [...kernels.map((kernel) => [kernel.kernel, ...datasets.map((set, d) => (cell) => {
    const score = scoreOf(set, kernel);
    add(cell, score && score.accuracy.mean === best[d] ? "strong" : "span", score ? inPercent(score.accuracy.mean) : "–");
  })]), ["most frequent class", ...datasets.map((set) => inPercent(set.majority))]]);
}

function addScores(panel, set) {
  const scores = [...set.scores].sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
  const readers = scores.filter((s) => s.edge_labels_used).map((s) => s.kernel);
  const edges = set.edge_labels > 0 ? `, edge labels ${readers.length ? `used by ${listed(readers)}` : "not used"}` : "";
  addTable(panel, `${set.name}: ${plural(set.graphs, "graph")}, most frequent class ${percent(set.majority)}${edges}`, ["kernel", "rank", "accuracy", "95 % interval", "p", "kernel", "in all", "memory"],
    scores.map((s) => (s.failure ? [s.kernel, "–", s.failure, "", "", "", "", ""] : [s.kernel, String(s.rank ?? "–"), percent(s.accuracy.mean), interval(s.accuracy.interval95),
      s.rank === 1 || s.p_against_best == null ? "–" : s.p_against_best.toFixed(3), seconds(s.kernel_seconds), seconds(s.total_seconds), mebibytes(s.peak_bytes)])));
}

function paperPanel(panel) {
  for (const run of facts.runs.filter((r) => r.experiment)) {
    add(panel, "h2", `${run.experiment} of the paper, run again`);
    if (run.rows) add(panel, "p", "Nested: options chosen on training graphs alone. Best of grid: the best option on the test graphs, as the paper reports; it flatters. The difference is that of the best of the grid from the paper, in points.");
    const grid = add(panel, "div", null, { class: "charts wide" });
    for (const row of run.rows || []) addPaperRow(add(grid, "div"), row);
    for (const plane of run.planes || []) {
      const [across, down] = variedOptions(plane.points);
      if (across) optionsMap(add(grid, "div"), `${plane.dataset}: accuracy (%)`, plane.points, down, across, (p) => p.test_accuracy && p.test_accuracy.mean);
    }
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
