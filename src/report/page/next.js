// What to try next, as commands to copy.
function nextSteps() {
  const steps = [], say = (text, command) => steps.push({ text: text[0].toUpperCase() + text.slice(1), command });
  for (const run of judged.filter((r) => r.config && r.config.data && r.config.kernel)) {
    const name = judged.length > 1 ? `${runName(run)}: ` : "", takes = (option) => option in run.config, set = run.dataset;
    if (run.search) {
      say(`${name}fit a model with the options that the search found best.`, commandOf("fit", run, kernelOptions(run), {}, " -o MODEL.dhgak"));
      continue;
    }
    if (run.straddling_duplicates > 0 && !run.config.group_duplicates && !run.config.splits) say(`${name}${plural(run.straddling_duplicates, "test graph")} ${run.straddling_duplicates === 1 ? "looks" : "look"} like a training graph. Keep such graphs together, to see what is left of the result.`, commandOf("cv", run, run.config, { group_duplicates: true }));
    if (run.edge_labels === "not used" && takes("refine")) say(`${name}edges have ${plural(set.edge_labels, "kind")} of labels that were not used.`, commandOf("cv", run, run.config, { refine: "0,1", edges: "use" }));
    if (set.attributes > 0 && run.config.attributes === "off") say(`${name}nodes have ${plural(set.attributes, "attribute")} that ${set.attributes === 1 ? "was" : "were"} not used.`, commandOf("cv", run, run.config, { attributes: "mean" }));
    if (takes("H")) say(`${name}let inner folds choose the options.`, commandOf("search", run, { ...run.config, H: "1,3,5", cluster_factor: takes("cluster_factor") ? "0.1,0.5,2" : null }, {}, " --json search.json"));
    if (!facts.model) say(`${name}fit a model, and see on this page what it goes by.`, commandOf("fit", run, kernelOptions(run), {}, " -o MODEL.dhgak"));
  }
  if (graphs && !byModel && graphs.graphs.some((g) => isWrong(g) && g.d != null)) {
    const surest = graphs.graphs.filter((g) => isWrong(g) && g.d != null).sort((a, b) => Math.abs(b.d) - Math.abs(a.d)).slice(0, 5);
    steps.push({ text: `Check the class in the file of the graphs that were most surely put into the other one: ${listed(surest.map((g) => g.name || String(g.id)))}.`, link: "mistakes" });
  }
  return steps;
}

function addNextSteps(panel) {
  const steps = nextSteps();
  if (steps.length === 0) return;
  add(panel, "h2", "What to try next");
  const list = add(panel, "ul", null, { class: "next" });
  for (const { text, command, link } of steps) {
    const item = add(list, "li");
    add(item, "span", `${text} `);
    if (link) addButton(item, "Show them", () => goTo(link), "link noprint");
    if (command) addCommand(item, command);
  }
}
