// What runs found: summary, accuracy, search, comparison, the paper.
const judged = facts.runs.filter((run) => run.folds);
const runName = (run) => (run.config && run.config.kernel ? `${run.dataset ? run.dataset.name + ", " : ""}${run.config.kernel}` : run.file);

function summarySentence() {
  const run = judged[0];
  if (run) return `Tested on graphs that it had not learned from, the program put ${percent(run.accuracy.mean)} of the ${number(run.dataset.graphs)} graphs of ${run.dataset.name} into the right one of ${run.dataset.classes} classes` +
    (run.accuracy.interval95 ? ` (95 % interval ${percent(run.accuracy.interval95[0])} to ${percent(run.accuracy.interval95[1])})` : "") +
    `. Always saying the most frequent class would be right for ${percent(run.dataset.majority)}.`;
  const compare = facts.runs.find((r) => r.compare);
  if (compare) return `${plural(compare.compare.kernels.length, "way")} of comparing graphs, judged on the same graphs of ${plural(compare.datasets.length, "dataset")}.`;
  if (facts.data) return `${number(facts.data.graphs)} graphs of ${facts.data.name}.`;
  return "Results of dhgak.";
}

const stages = ["read", "slice", "embed", "align", "kernel", "learn"];

function overview(panel) {
  const cards = add(panel, "div", null, { class: "cards" });
  const card = (name, value, more) => {
    const box = add(cards, "div", null, { class: "card" });
    add(box, "div", name, { class: "faint" });
    add(box, "div", value, { class: "big" });
    if (more) add(box, "div", more, { class: "faint" });
  };
  if (judged[0]) {
    card("right on unseen graphs", percent(judged[0].accuracy.mean), `most frequent class: ${percent(judged[0].dataset.majority)}`);
    if (judged[0].auroc != null) card("AUROC", judged[0].auroc.toFixed(3), "0.5 is chance, 1 is perfect");
    card("seconds", judged[0].seconds ? judged[0].seconds.total.toFixed(1) : "–", judged[0].peak_bytes ? `${Math.round(judged[0].peak_bytes / 1048576)} MiB of memory` : "");
  }
  if (facts.data) card("graphs", number(facts.data.graphs), `${number(facts.data.nodes)} nodes, ${number(facts.data.edges)} edges`);
  facts.notes.forEach((note) => add(panel, "p", note, { class: "note" }));
  if (judged.length > 0) {
    add(panel, "h2", judged.length > 1 ? "Runs side by side" : "The run");
    addTable(panel, "Runs", ["run", "accuracy", "interval", "majority", "balanced", "AUROC", "seconds", "seed", "version"], judged.map((run) => [runName(run), percent(run.accuracy.mean),
      run.accuracy.interval95 ? run.accuracy.interval95.map((v) => (100 * v).toFixed(1)).join(" – ") : "–", percent(run.dataset.majority), percent(run.balanced_accuracy),
      run.auroc == null ? "–" : run.auroc.toFixed(3), run.seconds ? run.seconds.total.toFixed(2) : "–", String(run.seed ?? ""), run.version || ""]));
    const timed = judged.filter((run) => run.seconds);
    if (timed.length > 0) {
      add(panel, "h2", "Where the time went");
      const shown = stages.filter((s) => timed.some((run) => run.seconds[s] > 0));
      bars(panel, "Seconds by stage", timed.map((run) => ({ name: runName(run), counts: shown.map((s) => run.seconds[s]) })), shown);
      addLegend(panel, shown.map((s, i) => [classColor(i), s]));
    }
  }
}

function accuracy(panel) {
  for (const run of judged) {
    add(panel, "h2", runName(run));
    const row = add(panel, "div", null, { class: "row" });
    foldChart(add(row, "div"), run);
    if (run.confusion) confusionMatrix(add(row, "div"), run.confusion, run.dataset.class_names);
    if (run.curves) {
      const second = run.dataset.class_names[1];
      const curves = add(panel, "div", null, { class: "row" });
      curveChart(add(curves, "div"), `ROC for class ${second}: area ${run.auroc == null ? "–" : run.auroc.toFixed(3)}`, "false positives", "true positives", [{ name: runName(run), points: run.curves.roc }], [[0, 0], [1, 1]]);
      curveChart(add(curves, "div"), `Precision and recall for class ${second}: average precision ${run.average_precision == null ? "–" : run.average_precision.toFixed(3)}`, "recall", "precision",
        [{ name: runName(run), points: run.curves.precision_recall }], [[0, run.curves.share], [1, run.curves.share]]);
    }
    if (run.straddling_duplicates > 0) add(panel, "p", `${number(run.straddling_duplicates)} test graphs look just like one of their training graphs, which flatters the result; --group-duplicates keeps them together.`, { class: "note" });
  }
}

// Two options as axes; of all other options the best value counts.
function searchPanel(panel) {
  for (const run of facts.runs.filter((r) => r.search)) {
    add(panel, "h2", `${runName(run)}: ${plural(run.search.points.length, "configuration")}`);
    const points = run.search.points, values = {};
    for (const { point } of points) for (const [name, value] of Object.entries(point)) (values[name] = values[name] || new Set()).add(JSON.stringify(value));
    const varied = Object.keys(values).filter((name) => values[name].size > 1).sort((a, b) => values[b].size - values[a].size);
    if (varied.length === 0) { add(panel, "p", "Only one value of each option was tried."); continue; }
    const place = add(panel, "div");
    let [across, down] = [varied[0], varied[1] || varied[0]], which = "inner";
    const draw = () => {
      place.replaceChildren();
      const options = varied.map((v) => [v, v]);
      addSelect(place, "Across", options, across, (v) => { across = v; draw(); });
      addSelect(place, "Down", options, down, (v) => { down = v; draw(); });
      addSelect(place, "Accuracy", [["inner", "on inner folds (by which one may choose)"], ["test", "on test folds (not for choosing)"]], which, (v) => { which = v; draw(); });
      const order = (name) => [...values[name]].map((t) => JSON.parse(t)).sort((a, b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b))));
      const best = d3.nest().key((p) => JSON.stringify([p.point[down], p.point[across]])).rollup((g) => d3.max(g, (p) => p[which])).object(points);
      heatMap(place, `Best accuracy over ${down} (rows) and ${across} (columns)`, order(down), order(across), (r, c) => best[JSON.stringify([r, c])], (v) => (100 * v).toFixed(1));
    };
    draw();
    if (run.search.methods && run.search.methods.length > 1)
      addTable(panel, "Each method chosen for on its own", ["method", "configurations", "accuracy", "p against the best"], run.search.methods.map((m) => [m.method, String(m.configurations), percent(m.accuracy.mean), m.p_against_best == null ? "–" : m.p_against_best.toFixed(3)]));
  }
}

function comparePanel(panel) {
  for (const run of facts.runs.filter((r) => r.compare)) {
    add(panel, "h2", `Kernels of ${run.file}`);
    criticalDifference(panel, run.compare);
    if (run.compare.kernels.some((k) => k.mean_rank != null))
      addTable(panel, "Over all datasets", ["kernel", "mean rank", "mean accuracy", "p against the best"], run.compare.kernels.map((k) => [k.kernel, k.mean_rank == null ? "–" : k.mean_rank.toFixed(2), percent(k.mean_accuracy), k.p_against_best == null ? "–" : k.p_against_best.toFixed(3)]));
    for (const set of run.datasets)
      addTable(panel, `${set.name}: ${number(set.graphs)} graphs, majority ${percent(set.majority)}`, ["kernel", "rank", "accuracy", "95 % interval", "p", "kernel s", "total s", "MiB"],
        set.scores.map((s) => (s.failure ? [s.kernel, "–", s.failure, "", "", "", "", ""] : [s.kernel, String(s.rank ?? ""), percent(s.accuracy.mean), s.accuracy.interval95.map((v) => (100 * v).toFixed(1)).join(" – "),
          s.p_against_best == null ? "–" : s.p_against_best.toFixed(3), (s.kernel_seconds ?? 0).toFixed(2), (s.total_seconds ?? 0).toFixed(2), String(Math.round((s.peak_bytes ?? 0) / 1048576))])));
  }
}

function paperPanel(panel) {
  for (const run of facts.runs.filter((r) => r.experiment)) {
    add(panel, "h2", `${run.experiment} of the paper, run again`);
    if (run.rows) {
      const rows = run.rows.flatMap((row) => row.results.map((r) => [`${row.dataset}, ${r.method}`, r.mean != null ? percent(r.mean) : r.nested ? percent(r.nested.mean) : "–", r.paper ? percent(r.paper.mean) : "–"]));
      addTable(panel, "Ours beside the paper", ["dataset, method", "ours", "paper"], rows);
    }
    for (const plane of run.planes || []) {
      const names = Object.keys(plane.points[0] ? plane.points[0].point : {}).filter((n) => new Set(plane.points.map((p) => JSON.stringify(p.point[n]))).size > 1);
      if (names.length < 1) continue;
      const [down, across] = [names[0], names[1] || names[0]], order = (n) => [...new Set(plane.points.map((p) => p.point[n]))].sort((a, b) => a - b);
      heatMap(panel, `${plane.dataset}: accuracy over ${down} (rows) and ${across} (columns)`, order(down), order(across), (r, c) => (plane.points.find((p) => p.point[down] === r && p.point[across] === c) || { test_accuracy: {} }).test_accuracy.mean, (v) => (100 * v).toFixed(1));
    }
    if (run.measurements) addTable(panel, "Seconds", ["dataset", "method", "seconds"], run.measurements.map((m) => [m.dataset || "", m.method || "", m.seconds == null ? "–" : String(m.seconds)]));
  }
}

function dataPanel(panel) {
  const data = facts.data, names = data.class_names;
  addLegend(panel, names.map((n, c) => [classColor(c), n]));
  const row = add(panel, "div", null, { class: "row" });
  bars(add(row, "div"), "Graphs by class", names.map((n, c) => ({ name: n, counts: names.map((_, i) => (i === c ? data.class_sizes[c] : 0)) })), names);
  histogram(add(row, "div"), "Nodes per graph", data.sizes, names);
  histogram(add(row, "div"), "Edges per graph", data.edge_counts, names);
  histogram(add(row, "div"), "Neighbours per node", data.degrees, names);
  const labels = add(row, "div");
  bars(labels, data.labels_are_degrees ? "Labels of nodes (there were none: degrees)" : "Labels of nodes", data.labels.bars, names);
  if (data.labels.others > 0) add(labels, "p", `${number(data.labels.others)} rarer labels, on ${number(data.labels.nodes_of_others)} nodes, have no bar.`, { class: "faint" });
  add(panel, "h2", "What to know before believing a number");
  const audit = data.audit;
  addTable(panel, "Audit", ["what", "how many"], [["graphs that look like another one", number(audit.copies)], ["graphs that look like one of another class", number(audit.conflicting)],
    ["best accuracy where looks decide", percent(audit.best_accuracy)], ["graphs in several pieces", number(audit.disconnected_graphs)], ["nodes without neighbours", number(audit.isolated_nodes)], ["graphs without nodes", number(audit.empty_graphs)],
    ["graphs of unknown class", number(audit.unknown_classes)], ["edges from a node to itself, dropped", number(audit.self_loops)], ["edges written twice", number(audit.doubled_arcs)], ["edges written one way, mended", number(audit.one_way_arcs)]]);
}

function howPanel(panel) {
  add(panel, "h2", "How this page was made");
  add(panel, "pre", facts.command);
  add(panel, "p", `dhgak ${facts.version}. The page holds all it needs and asks no network.`);
  for (const run of facts.runs.filter((r) => r.config)) {
    add(panel, "h2", runName(run));
    if (run.seed != null) add(panel, "p", `Seed ${run.seed}, version ${run.version}, file ${run.file}.`);
    addTable(panel, `Options of ${run.file}`, ["option", "value"], Object.entries(run.config).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));
  }
  if (facts.model) {
    add(panel, "h2", "The model");
    addTable(panel, "Model", ["what", "value"], [["fitted on", `${facts.model.fitted_on}: ${number(facts.model.graphs)} graphs`], ["svm", `${facts.model.svm}, C = ${facts.model.C}`], ["version", facts.model.version], ...Object.entries(facts.model.settings)]);
  }
}
