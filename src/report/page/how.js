// Commands, options, seeds and versions behind the numbers.
function howPanel(panel) {
  add(panel, "h2", "This page");
  add(panel, "pre", facts.command);
  add(panel, "p", `Written by dhgak ${facts.version}. The page holds all it needs and asks no network.`);
  const grid = add(panel, "div", null, { class: "charts" });
  for (const run of facts.runs.filter((r) => r.config)) {
    const place = add(grid, "div");
    add(place, "h2", runName(run));
    if (run.seed != null) add(place, "p", `Seed ${run.seed}, dhgak ${run.version}, file ${run.file}.`);
    addTable(place, `Options of ${run.file}`, ["option", "value"], [...Object.entries(run.config).map(([name, value]) => [name, textOf(value)]), ...(run.edge_labels ? [["edge labels", run.edge_labels]] : [])], "facts");
  }
  if (facts.model) {
    const place = add(grid, "div"), model = facts.model;
    add(place, "h2", "The model");
    add(place, "p", `Learned from ${model.fitted_on} by dhgak ${model.version}.`);
    addTable(place, "Options of the model", ["option", "value"], [...Object.entries(model.settings), ["learner", model.learner], ["C", String(model.C)]], "facts");
  }
}
