// Graphs side by side: those that were wrongly judged, or all where there is no map.
const perPage = 24;

function addGallery(panel, list, mode, withDecisions = false) {
  const cards = add(panel, "div", null, { class: "cards" });
  if (list.length === 0) return;
  let shown = 0;
  const more = addButton(panel, null, () => {
    list.slice(shown, shown + perPage).forEach((g) => graphCard(cards, g, withDecisions && g.d != null ? `decision ${fixed(Math.abs(g.d), 2)} for ${className(g.p)}` : "", mode));
    shown = Math.min(list.length, shown + perPage);
    more.textContent = `Show more (${number(list.length - shown)})`;
    more.hidden = shown === list.length;
  }, "plain more");
  more.click();
}

let filterMistakes = null;  // set by the panel: true and predicted class, or null for all

// Those that a fold was surest about first, where it tells; where the scores would be of another model than the one that erred, there are none.
function mistakesPanel(panel) {
  const all = graphs.graphs.filter(isWrong), judgedGraphs = graphs.graphs.filter((g) => g.t != null && g.p != null), hasDecisions = !byModel && all.some((g) => g.d != null);
  const by = byModel ? `by the model${facts.model.judged.learned_from_these ? ", though it learned from them" : ""}` : "by cross-validation, which had not seen them";
  if (all.length === 0) { add(panel, "p", `None of the ${plural(judgedGraphs.length, "graph")} shown here was put into a wrong class ${byModel ? "by the model" : "by cross-validation"}.`); return; }
  add(panel, "p", `${plural(all.length, "graph")} of ${number(judgedGraphs.length)} ${all.length === 1 ? "was" : "were"} put into the wrong class ${by}. Often it is worth asking whether the class in the file is right${hasDecisions ? ": most of all for the first ones, which were wrong by the largest decisions" : ""}.`);
  const agreeing = all.filter((g) => g.q != null && modelClass(g.q) === className(g.t)).length;
  if (!byModel && all.some((g) => g.x)) add(panel, "p", `They are drawn without scores: the folds that erred are gone, and the model of all graphs, which has learned from these, says the true class of ${number(agreeing)} of them.`, { class: "note" });
  if (!byModel && !all.some((g) => g.x)) add(panel, "p", "They are drawn without scores.", { class: "faint" });
  const sorted = hasDecisions ? [...all].sort((a, b) => Math.abs(b.d ?? 0) - Math.abs(a.d ?? 0)) : all, chosen = { t: "", p: "" };
  const choices = add(panel, "div"), place = add(panel, "div"), classes = (key) => [["", "any"], ...[...new Set(all.map((g) => g[key]))].sort(d3.ascending).map((c) => [String(c), className(c)])];
  const draw = () => {
    place.replaceChildren();
    const list = sorted.filter((g) => ["t", "p"].every((key) => chosen[key] === "" || String(g[key]) === chosen[key]));
    if (list.length < all.length) add(place, "p", `${plural(list.length, "graph")} of them.`, { class: "faint" });
    if (byModel && list.length > 0 && list[0].x && graphs.two_classes) scoreLegend(place, list[0]);
    addGallery(place, list, byModel ? undefined : "plain", hasDecisions);
  };
  const selects = [["t", "True class"], ["p", "Predicted"]].map(([key, text]) => addSelect(choices, text, classes(key), "", (value) => { chosen[key] = value; draw(); }));
  filterMistakes = (t, p) => {
    [chosen.t, chosen.p] = [t, p].map(String);
    selects.forEach((select, i) => { select.value = [chosen.t, chosen.p][i]; });
    draw();
  };
  draw();
}

function graphsPanel(panel) {
  add(panel, "p", "The graphs as they are. With a model of dhgak fit (--model) this page has a map of them, and what made the model decide.");
  addGallery(panel, graphs.graphs);
}
