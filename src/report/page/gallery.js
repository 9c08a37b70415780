// Graphs side by side: those that were wrongly judged, or all where there is no map.
const perPage = 24;

function addGallery(panel, list) {
  const cards = add(panel, "div", null, { class: "cards" });
  if (list.length === 0) return;
  let shown = 0;
  const more = addButton(panel, null, () => {
    list.slice(shown, shown + perPage).forEach((g) => graphCard(cards, g));
    shown = Math.min(list.length, shown + perPage);
    more.textContent = `Show more (${number(list.length - shown)})`;
    more.hidden = shown === list.length;
  }, "plain more");
  more.click();
}

function mistakesPanel(panel) {
  const wrong = graphs.graphs.filter(isWrong), judgedGraphs = graphs.graphs.filter((g) => g.t != null && g.p != null);
  const by = byModel ? `by the model${facts.model.judged.learned_from_these ? ", though it learned from them" : ""}` : "by cross-validation, which had not seen them";
  add(panel, "p", wrong.length === 0 ? `None of the ${plural(judgedGraphs.length, "graph")} shown here was put into a wrong class ${byModel ? "by the model" : "by cross-validation"}.`
    : `${plural(wrong.length, "graph")} of ${number(judgedGraphs.length)} ${wrong.length === 1 ? "was" : "were"} put into the wrong class ${by}. Often it is worth asking whether the class in the file is right.`);
  addGallery(panel, wrong);
}

function graphsPanel(panel) {
  add(panel, "p", "The graphs as they are. With a model of dhgak fit (--model) this page has a map of them, and what made the model decide.");
  addGallery(panel, graphs.graphs);
}
