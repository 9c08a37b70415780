// The first look: a sentence, the numbers that matter, and what to know before believing them.
const rankedOf = (compare) => compare.kernels.filter((k) => k.mean_rank != null).sort((a, b) => a.mean_rank - b.mean_rank);
// Those that share the best mean rank.
const bestOf = (compare) => rankedOf(compare).filter((k, i, all) => k.mean_rank === all[0].mean_rank);

// Each is tested once in every repeat; a single fold tests some of them.
function testedGraphs({ folds, dataset }) {
  const first = folds.filter((fold) => fold.repeat === folds[0].repeat);
  return d3.sum(first, (fold) => fold.tests) || dataset.graphs;
}

function sentenceOfRun(run) {
  return `Tested on graphs that it had not learned from, the program put ${percent(run.accuracy.mean)} of the ${number(testedGraphs(run))} graphs of ${run.dataset.name} into the right one of ${run.dataset.classes} classes` +
    (run.accuracy.interval95 ? ` (95 % interval ${interval(run.accuracy.interval95)})` : "") +
    `. Always saying the most frequent class would be right for ${percent(run.dataset.majority)}.`;
}

// Classes of these graphs that the model has never heard of.
const foreignClasses = () => (facts.model && facts.data ? facts.data.class_names.filter((name, c) => facts.data.class_sizes[c] > 0 && !facts.model.class_names.includes(name)) : []);
function foreignSentence(foreign) {
  const all = foreign.length === facts.data.class_names.length;
  return `This model knows ${all ? "none of the classes" : `not the class${foreign.length > 1 ? "es" : ""} ${listed(foreign)}`} of these graphs${all ? ` (${listed(foreign)})` : ""}: it was learned from ${facts.model.fitted_on}, whose classes are ${listed(facts.model.class_names)}. What it says of ${facts.data.name} means little.`;
}

function sentenceOfModel({ class_names, graphs, fitted_on, judged }) {
  const what = `A model that tells ${class_names.length === 2 ? "two" : number(class_names.length)} classes of graphs apart, learned from the ${number(graphs)} graphs of ${fitted_on}.`;
  if (!judged) return what;
  if (judged.known === 0) return `${what} It has put each of the ${plural(facts.data.graphs, "graph")} shown here into a class; what they truly are is not known.`;
  const right = percent(judged.right / judged.known);
  const foreign = foreignClasses();
  if (foreign.length > 0 && facts.model.fitted_on !== facts.data.name) return `${what} ${foreignSentence(foreign)}`;
  if (judged.learned_from_these) return `${what} About these same graphs it is right for ${right}, which says little about others.`;
  if (judged.may_have_learned_from_some) return `${what} Graphs that it learned from are most likely among the ${plural(judged.known, "graph")} shown here: that it is right for ${right} of them says little about others.`;
  return `${what} It is right for ${right} of the ${plural(judged.known, "graph")} shown here; always saying their most frequent class would be right for ${percent(facts.data.audit.majority)}.`;
}

// Who is first, and whether that can be told from chance.
function rankSentence(compare) {
  const ranked = rankedOf(compare), best = bestOf(compare), difference = compare.critical_difference;
  if (best.length === 0) return "";
  const names = listed(best.map((k) => k.kernel)), others = difference > 0 ? ranked.filter((k) => k.mean_rank - best[0].mean_rank < difference).length - best.length : 0;
  const first = best.length > 1 ? ` ${names} are tied for the best mean rank, ${fixed(best[0].mean_rank, 2)}` : ` ${names} has the best mean rank, ${fixed(best[0].mean_rank, 2)}`;
  if (others === 0) return `${first}.`;
  return `${first}; ${others + best.length === ranked.length ? "these datasets do not tell any of the kernels apart" : `${plural(others, "other")} ${others === 1 ? "is" : "are"} not told apart from ${best.length > 1 ? "them" : "it"}`} (Nemenyi, 5 %).`;
}

function summarySentence() {
  if (judged[0]) return sentenceOfRun(judged[0]);
  if (facts.model) return sentenceOfModel(facts.model);
  const compared = facts.runs.find((r) => r.compare), experiment = facts.runs.find((r) => r.experiment);
  if (compared) {
    const sets = compared.datasets.map((d) => d.name);
    return `${plural(compared.compare.kernels.length, "way")} of comparing graphs, judged on the same graphs of ${sets.length > 4 ? plural(sets.length, "dataset") : listed(sets)}.${rankSentence(compared.compare)}`;
  }
  const experiments = facts.runs.filter((r) => r.experiment);
  if (experiment) return `${listed(experiments.map((r) => r.experiment))} of the DHGAK paper, run again${experiments.some((r) => r.quick) ? " on a small grid of options" : ""}.`;
  if (facts.data) return `${plural(facts.data.graphs, "graph")} of ${facts.data.name}` + (facts.data.class_names.length ? `, in ${plural(facts.data.class_names.length, "class")}.` : ", whose classes are not known.");
  return "Results of dhgak.";
}

// What the audit found that may mislead, in sentences.
function findings(data) {
  const audit = data.audit, found = [];
  const say = (count, text) => { if (count > 0) found.push(text); };
  say(audit.copies, `${plural(audit.copies, "graph")} ${audit.copies === 1 ? "looks" : "look"} just like another one; where the two are learned from and tested on, a result is flattered (--group-duplicates keeps them together).`);
  say(audit.conflicting, `${plural(audit.conflicting, "graph")} ${audit.conflicting === 1 ? "looks" : "look"} just like one of another class: no method that goes by looks alone can be right for more than ${percent(audit.best_accuracy)}.`);
  say(audit.unknown_classes && data.class_names.length, `The class of ${plural(audit.unknown_classes, "graph")} is not known.`);
  say(audit.empty_graphs, `${plural(audit.empty_graphs, "graph")} without nodes.`);
  say(data.labels_are_degrees, "Nodes had no labels; their number of neighbours stands for one.");
  say(audit.one_way_arcs, `${plural(audit.one_way_arcs, "edge")} written one way only; each was taken for an edge both ways.`);
  return found;
}

function addCards(panel) {
  const cards = add(panel, "div", null, { class: "cards numbers" });
  const card = (name, value, more) => {
    const box = add(cards, "div", null, { class: "card" });
    add(box, "div", name, { class: "faint" });
    add(box, "div", value, { class: "big" });
    if (more) add(box, "div", more, { class: "faint" });
  };
  const run = judged[0], model = facts.model, compared = facts.runs.find((r) => r.compare), of = judged.length > 1 ? ` (${runName(judged[0])})` : "";
  if (run) {
    card(`right on unseen graphs${of}`, percent(run.accuracy.mean), `most frequent class: ${percent(run.dataset.majority)}`);
    if (run.auroc != null) card("AUROC", run.auroc.toFixed(3), run.auroc_interval ? `95 % interval ${run.auroc_interval.map((x) => x.toFixed(3)).join(" to ")}` : "0.5 is chance, 1 is perfect");
    if (run.seconds) card("time", seconds(run.seconds.total), run.peak_bytes ? `${mebibytes(run.peak_bytes)} of memory` : "");
  } else if (model) {
    if (model.judged && model.judged.known > 0 && foreignClasses().length === 0) {
      const own = model.judged.learned_from_these, some = model.judged.may_have_learned_from_some;
      card(own ? "right on its own training graphs" : some ? "right on these, training graphs among them" : "right on these graphs", percent(model.judged.right / model.judged.known), own || some ? "no measure of quality" : `most frequent class: ${percent(facts.data.audit.majority)}`);
    }
    const score = model.settings.score ?? "accuracy";
    card(score === "accuracy" ? "right when it chose its options" : `${score === "auroc" ? "AUROC" : "balanced accuracy"} when it chose its options`,
      score === "auroc" ? model.inner_score.toFixed(3) : percent(model.inner_score), "inner folds of its training graphs");
    if (model.features > 0) card("things it looks at", number(model.features), "clusters, colours or the like");
  }
  if (compared && !run) {
    const best = bestOf(compared.compare);
    card("kernels", number(compared.compare.kernels.length), `on ${plural(compared.datasets.length, "dataset")}`);
    if (best.length > 0) card("best mean rank", fixed(best[0].mean_rank, 2), listed(best.map((k) => k.kernel)));
  }
  if (facts.data) card("graphs", number(facts.data.graphs), `${plural(facts.data.nodes, "node")}, ${plural(facts.data.edges, "edge")}`);
  if (cards.children.length === 0) cards.remove();
}

// What may mislead comes before what one would like to hear.
function addWarnings(panel) {
  const found = [...(foreignClasses().length > 0 ? [foreignSentence(foreignClasses())] : []), ...facts.notes, ...(facts.data ? findings(facts.data) : [])];
  if (found.length === 0 && !facts.data) return;
  const box = add(panel, "section", null, { class: "warnings", "aria-label": "Before believing a number" });
  if (found.length === 0) { add(box, "p", "The audit of these graphs found nothing unusual.", { class: "faint" }); return; }
  add(box, "h2", "Before believing a number");
  const list = add(box, "ul");
  found.forEach((text) => add(list, "li", text));
}

// Charts that fit one screen: how good, what is confused, where the graphs lie, and what decides.
function addFirstLook(panel) {
  const grid = add(panel, "div", null, { class: "look" }), place = () => add(grid, "div"), run = judged[0];
  if (judged.length > 1) runsChart(place(), judged);
  else if (run) foldChart(place(), run);
  if (run && run.confusion) confusionMatrix(place(), judged.length > 1 ? `Confusion of ${runName(run)} (graphs)` : "Confusion (graphs)", run.confusion, run.dataset.class_names, run.dataset.class_names);
  if (hasMap) smallMap(place());
  if (grid.children.length === 0) grid.remove();
  if (graphs && graphs.important) addTopClusters(panel);
}

// Those that set classes apart most, each cluster once.
function addTopClusters(panel) {
  const seen = new Set(), all = graphs.important.flatMap(({ class: name, clusters }) => clusters.filter(([c]) => c >= 0 && graphs.clusters[c].typical).map((entry) => ({ name, entry, size: Math.abs(entry[1] - entry[2]) })));
  const top = all.sort((a, b) => b.size - a.size).filter(({ entry }) => !seen.has(entry[0]) && seen.add(entry[0])).slice(0, 3);
  if (top.length === 0) return;
  add(panel, "h2", "What decides most", { class: "close" });
  const cards = add(panel, "div", null, { class: "cards three" });
  for (const { name, entry } of top) clusterCard(cards, name, entry, "short");
  addButton(panel, "All clusters", () => goTo("clusters"), "link noprint");
}

function addRuns(panel) {
  add(panel, "h2", judged.length > 1 ? "Runs side by side" : "The run");
  const table = (caption, rows) => addTable(panel, caption, ["run", ...rows.map(([name]) => name)], judged.map((run) => [runName(run), ...rows.map(([, of]) => of(run))]));
  table("Judged on unseen graphs", [["accuracy", (r) => percent(r.accuracy.mean)], ["95 % interval", (r) => interval(r.accuracy.interval95)], ["most frequent class", (r) => percent(r.dataset.majority)], ["balanced", (r) => percent(r.balanced_accuracy)],
    ["AUROC", (r) => (r.auroc == null ? "–" : r.auroc.toFixed(3))], ["edge labels", (r) => r.edge_labels ?? "–"], ["time", (r) => (r.seconds ? seconds(r.seconds.total) : "–")]]);
  if (judged.length === 1) { add(panel, "p", `Seed ${judged[0].seed ?? "–"}, dhgak ${judged[0].version || "–"}.`, { class: "faint" }); return; }
  addDifferences(panel);
  if (facts.pairs.length > 0)
    addTable(panel, "Differences in points on equal folds (corrected resampled t-test; p not corrected for the number of pairs)", ["second less first", "difference", "95 % interval", "p", "folds"],
      facts.pairs.map((pair) => [`${runName(facts.runs[pair.b])} − ${runName(facts.runs[pair.a])}`, inPoints(pair.difference), `${inPoints(pair.interval95[0])} to ${inPoints(pair.interval95[1])}`, pValue(pair.p), String(pair.folds)]));
}
const inPoints = (x) => (x >= 0 ? "+" : "−") + inPercent(Math.abs(x));

// Options that have several values among the runs.
function addDifferences(panel) {
  const names = [...new Set(judged.flatMap((run) => Object.keys(run.config || {})))].filter((name) => name !== "threads" && new Set(judged.map((run) => optionOf(run, name))).size > 1);
  if (names.length === 0) return;
  addTable(panel, "What differs", ["run", ...names], judged.map((run) => [runName(run), ...names.map((name) => (run.config[name] == null ? "–" : textOf(run.config[name])))]));
}

function addTimes(panel, timed) {
  const named = new Set(timed.flatMap((run) => Object.keys(run.seconds)));
  const stages = [...named].filter((s) => s !== "total" && timed.some((run) => run.seconds[s] > 0));
  bars(panel, "Where the time went", timed.map((run) => ({ name: runName(run), counts: stages.map((s) => run.seconds[s] ?? 0) })), stages, seconds, labelColor);
  addLegend(panel, stages.map((s, i) => [labelColor(i), s]));
}

function addModel(panel, model) {
  add(panel, "h2", "The model");
  const settings = Object.entries(model.settings), given = settings.filter(([name]) => name !== "kernel").map(([name, value]) => `${name} ${value}`);
  const row = add(panel, "div", null, { class: "charts wide" }), left = add(row, "div");
  addTable(left, "What it is", ["what", "value"], [["kernel", `${model.settings.kernel}${model.kernel_summary ? `: ${model.kernel_summary}` : ""}`],
    ["learned from", `${model.fitted_on}: ${plural(model.graphs, "graph")}, ${plural(model.nodes, "node")}`],
    ["classes", model.class_names.map((name, c) => `${name} (${plural(model.class_sizes[c], "graph")})`).join(", ")],
    ["classifier", `support vector machine (learner ${model.learner}), C = ${model.C}`], ["made by", `dhgak ${model.version}`]], "facts");
  add(addDetails(left, "All options"), "p", given.join(", "));
  if (model.judged && !(model.judged.learned_from_these && judged.length > 0)) addJudgement(add(row, "div"), model);
}

function addJudgement(place, model) {
  const { known, learned_from_these, confusion, predicted } = model.judged;
  if (known > 0) confusionMatrix(place, "What the model says of these graphs", confusion, facts.data.class_names, model.class_names);
  else bars(place, "What the model says of these graphs", model.class_names.map((name, c) => ({ name, counts: model.class_names.map((_, i) => (i === c ? predicted[c] : 0)) })), model.class_names);
  if (model.judged.may_have_learned_from_some) add(place, "p", `The model learned from ${plural(model.graphs, "graph")} of a dataset of this name, which are most likely among these. What fit --split or dhgak cv said of it is the number to believe.`, { class: "note" });
  if (learned_from_these) add(place, "p", "The model learned from these very graphs, so that being right about them proves nothing. How good it is on others, a run of dhgak cv tells; give its JSON file to dhgak report, too.", { class: "note" });
}

function overview(panel) {
  addWarnings(panel);
  addCards(panel);
  addFirstLook(panel);
  facts.runs.filter((r) => r.search).forEach((run) => addChoice(panel, run));
  addNextSteps(panel);
  if (judged.length > 0) addRuns(panel);
  const compared = facts.runs.filter((r) => r.compare), experiments = facts.runs.filter((r) => r.experiment);
  for (const run of compared) addCompareOverview(panel, run);
  if (experiments.length > 0) addExperiments(panel, experiments);
  if (facts.model) addModel(panel, facts.model);
  const timed = judged.filter((run) => run.seconds);
  if (timed.length > 0) addTimes(panel, timed);
  if (judged.length + facts.runs.length > 0 || facts.data) return;
  add(panel, "p", "Give graphs with --data to see what the model says of them.");
}
