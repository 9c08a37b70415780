// The graphs on a plane, similar ones close together. Places, colours and what a click does; layouts.js knows where marks go.
const rimText = `wrongly predicted${byModel ? "" : " in cross-validation"}`;

// What marks can be coloured by: a value by graph, or classes.
function colorings() {
  const named = (key, text, classOf) => ({ key, text, classOf });
  const valued = (key, text, value) => ({ key, text, value });
  const all = graphs.graphs, sure = all.some((g) => g.d != null) ? (g) => (g.d == null ? null : Math.abs(g.d)) : (g) => Math.abs(g.x.v);
  return [named("class", "class", (g) => g.t),
    ...(all.some((g) => g.p != null) ? [named("predicted", byModel ? "class the model says" : "class predicted in cross-validation", (g) => g.p)] : []),
    ...(all.some(isWrong) ? [named("error", "right or wrong", null)] : []),
    ...(graphs.two_classes ? [valued("sureness", "how sure (size of the decision)", sure), valued("decision", `what the model decides, high for ${modelClass(1)}`, (g) => g.x.v)] : []),
    valued("size", "number of nodes", (g) => g.n)];
}

const errorColor = (g) => (g.p == null || g.t == null ? "var(--c7)" : isWrong(g) ? "var(--bad)" : "var(--good)");

function mapPanel(panel) {
  const row = add(panel, "div", null, { class: "split" }), left = add(row, "div", null, { class: "stay" }), detail = add(row, "section", null, { "aria-label": "The chosen graph", class: "detail" });
  if (graphs.graphs.length < facts.data.graphs) add(left, "p", `${number(graphs.graphs.length)} of ${number(facts.data.graphs)} graphs are shown, spread evenly over the classes.`, { class: "note" });
  const tools = add(left, "div", null, { class: "tools noprint" }), legend = add(left, "div"), place = add(left, "div"), said = add(left, "p", null, { class: "faint" });
  const choices = colorings(), state = { layout: layouts[0], coloring: choices[0], hidden: new Set(), chosen: 0 };
  let map = null;

  const colorOf = () => {
    const { key, classOf, value } = state.coloring;
    if (key === "error") return errorColor;
    if (classOf) return (g) => classColor(classOf(g));
    const scale = valueScale(value);
    return (g) => (value(g) == null ? "var(--c7)" : scale(value(g)));
  };
  const paint = () => {
    map.paint(colorOf(), state.hidden);
    legend.replaceChildren();
    addMapLegend(legend, state, paint);
  };
  const redraw = () => {
    place.replaceChildren();
    map = drawMap(place, state.layout, { open: (i) => showGraph(i), list: (chosen) => listGraphs(detail, chosen) });
    said.textContent = state.layout.text + (map.far > 0 ? ` ${plural(map.far, "mark")} at the edge ${map.far === 1 ? "lies" : "lie"} farther out.` : "") + ` Click a mark, or use the arrow keys when the map has the focus${map.stacked > 0 ? "; a number counts graphs at one place, Enter goes through them" : ""}.`;
    paint();
    map.choose(state.chosen);
  };

  if (layouts.length > 1) addSelect(tools, "Layout", layouts.map((l) => [l.key, l.name]), state.layout.key, (key) => { state.layout = layouts.find((l) => l.key === key); redraw(); });
  addSelect(tools, "Colour by", choices.map((c) => [c.key, c.text]), state.coloring.key, (key) => { state.coloring = choices.find((c) => c.key === key); paint(); });
  const input = add(add(tools, "label", "Find "), "input", null, { type: "search", placeholder: graphs.graphs.some((g) => g.name) ? "number, name, SMILES" : "number", "aria-label": "Find a graph by number, name or SMILES" });
  input.addEventListener("change", () => {
    const found = findGraphs(input.value);
    if (found.length === 1) showGraph(found[0], { isStep: true });
    else listGraphs(detail, found, input.value ? `${plural(found.length, "graph")} with “${input.value}”` : null);
  });
  addButton(tools, "+", () => map.scaleBy(1.6), "plain", { "aria-label": "Larger" });
  addButton(tools, "−", () => map.scaleBy(1 / 1.6), "plain", { "aria-label": "Smaller" });
  addButton(tools, "All", () => map.reset(), "plain", { "aria-label": "Show all graphs" });
  const lasso = addButton(tools, "Lasso", () => lasso.setAttribute("aria-pressed", map.setLasso()), "plain", { "aria-pressed": "false", title: "Draw around marks to list them; Shift and dragging does the same" });

  showGraph = (i, { focus = false, node = null, isStep = false } = {}) => {
    state.chosen = (i + graphs.graphs.length) % graphs.graphs.length;
    const graph = graphs.graphs[state.chosen];
    map.choose(state.chosen);
    explainGraph(detail, graph, node, map.stackOf(state.chosen));
    rememberPlace(`graph=${graph.id}`, focus || isStep);
    if (focus) { detail.querySelector("h2").focus({ preventScroll: true }); detail.scrollIntoView({ block: "start" }); }
  };
  showList = (chosen, title) => {
    listGraphs(detail, chosen, title);
    detail.querySelector("h2").focus({ preventScroll: true });
    detail.scrollIntoView({ block: "start" });
  };
  redraw();
  const first = tellingGraph();
  state.chosen = first;
  map.choose(first);
  explainGraph(detail, graphs.graphs[first], null, map.stackOf(first));
}

// A graph to begin with: not too large, of the class that has most to say, rightly predicted and surely so.
function tellingGraph() {
  const sizes = graphs.graphs.map((g) => g.n).sort(d3.ascending), usual = d3.quantile(sizes, 0.75);
  const worth = (g) => (g.xy && g.n <= usual && !isWrong(g) && g.x ? Math.abs(d3.sum(g.x.c, (c) => Math.abs(c[2]))) : -1);
  return d3.scan(graphs.graphs, (a, b) => worth(b) - worth(a));
}

// Numbers first, then whole names, then what names and SMILES contain.
function findGraphs(text) {
  const wanted = text.trim().toLowerCase(), all = graphs.graphs.map((g, i) => ({ g, i }));
  if (!wanted) return [];
  for (const fits of [({ g }) => String(g.id) === wanted, ({ g }) => (g.name || "").toLowerCase() === wanted,
    ({ g }) => (g.name || "").toLowerCase().includes(wanted), ({ g }) => (g.smiles || "").toLowerCase().includes(wanted)]) {
    const found = all.filter(fits).map(({ i }) => i);
    if (found.length > 0) return found;
  }
  return [];
}

function valueScale(value) {
  const values = graphs.graphs.map(value).filter((v) => v != null).sort(d3.ascending);
  return d3.scaleSequential(d3.interpolateViridis).domain([d3.quantile(values, 0.02), d3.quantile(values, 0.98)]).clamp(true);
}

function addMapLegend(parent, state, paint) {
  const { key, classOf, value } = state.coloring, wrong = graphs.graphs.some(isWrong);
  if (value) {
    const [low, high] = valueScale(value).domain();
    colorScale(parent, shortNumber(low), shortNumber(high), d3.interpolateViridis);
  }
  const list = add(parent, "ul", null, { class: "legend" }), hasUnknown = graphs.graphs.some((g) => g.t == null);
  const toggle = (c, name) => {
    const item = add(list, "li"), button = addButton(item, null, () => { state.hidden.has(c) ? state.hidden.delete(c) : state.hidden.add(c); paint(); }, "toggle", { "aria-pressed": String(!state.hidden.has(c)), title: "Show or hide this class" });
    const svg = d3.select(button).append("svg").attr("width", 16).attr("height", 16).attr("viewBox", "-8 -8 16 16").attr("aria-hidden", "true");
    svg.append("path").attr("d", d3.symbol().type(symbolOf(c)).size(80)()).attr("fill", key === "class" ? classColor(c) : "var(--faint)");
    add(button, "span", name);
  };
  if (graphs.class_names.length > 0) graphs.class_names.slice(0, 40).forEach((name, c) => toggle(c, name));
  if (hasUnknown) toggle(null, "class not known");
  const extra = (color, text, options) => addLegend(parent, [[color, text, options]]);
  if (key === "predicted") addLegend(parent, graphs.class_names.slice(0, 40).map((name, c) => [classColor(c), `predicted ${name}`]));
  if (key === "error") addLegend(parent, [["var(--good)", "right"], ["var(--bad)", "wrong"]]);
  else if (wrong) extra("var(--panel)", rimText, { symbol: d3.symbolCircle, rim: true });
}

// Graphs in a table with what is known of them; a click on one opens it.
function listGraphs(detail, chosen, title) {
  detail.replaceChildren();
  add(detail, "h2", title || plural(chosen.length, "chosen graph"), { tabindex: "-1" });
  if (chosen.length === 0) { add(detail, "p", "There is none."); return; }
  const some = chosen.map((i) => graphs.graphs[i]), has = (of) => some.some((g) => of(g) != null), most = 500;
  const columns = [["name", (g) => g.name], ["nodes", (g) => g.n], ["class", (g) => (g.t == null ? null : className(g.t))], ["predicted", (g) => (g.p == null ? null : className(g.p))],
    ["decision", (g) => g.d ?? null], ["SMILES", (g) => g.smiles]].filter(([, of]) => has(of));
  addTable(detail, some.length > most ? `The first ${most} of them` : "They are", ["graph", ...columns.map(([name]) => name)],
    some.slice(0, most).map((g) => [(cell) => addButton(cell, String(g.id), () => showGraph(graphs.graphs.indexOf(g), { isStep: true }), "link"), ...columns.map(([, of]) => (of(g) == null ? "–" : String(of(g))))]));
}
