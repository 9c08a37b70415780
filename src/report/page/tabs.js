// Parts of the page behind tabs; each is drawn when it is first looked at, all of them for print.
const hasMap = graphs && graphs.gram;
const parts = [
  ["overview", "Overview", overview, true],
  ["data", "Data", dataPanel, facts.data],
  ["accuracy", "Accuracy", accuracyPanel, judged.length > 0],
  ["search", "Search", searchPanel, facts.runs.some((r) => r.search)],
  ["compare", "Compare", comparePanel, facts.runs.some((r) => r.compare)],
  ["paper", "Paper", paperPanel, facts.runs.some((r) => r.experiment)],
  ["map", "Graphs", hasMap ? mapPanel : graphsPanel, graphs],
  ["similarity", "Similarity", similarityPanel, hasMap],
  ["clusters", "Clusters", clustersPanel, graphs && graphs.important],
  ["mistakes", "Mistakes", mistakesPanel, graphs && graphs.graphs.some((g) => g.t != null && g.p != null)],
  ["how", "How it was made", howPanel, true],
].filter(([, , , isThere]) => isThere);
const list = document.getElementById("tabs"), drawn = new Set();

function drawPart(id) {
  if (drawn.has(id)) return;
  drawn.add(id);
  parts.find((p) => p[0] === id)[2](document.getElementById(`panel-${id}`));
}

// The address names what is shown: a part, or a graph. Going from one to another can be undone with Back.
function rememberPlace(hash, isStep) {
  if (location.hash === `#${hash}`) return;
  history[isStep ? "pushState" : "replaceState"](null, "", `#${hash}`);
}

function selectTab(id, focus) {
  hideTip();
  for (const [other] of parts) {
    const isOpen = other === id, tab = document.getElementById(`tab-${other}`);
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    document.getElementById(`panel-${other}`).hidden = !isOpen;
    if (isOpen && focus) tab.focus();
  }
  drawPart(id);
}

function goTo(id, focus) {
  selectTab(id, focus);
  rememberPlace(id, true);
}

// `#clusters`, or `#graph=37`.
function showAddress() {
  const [, wanted] = /^#graph=(\d+)$/.exec(location.hash) || [], at = wanted === undefined || !hasMap ? -1 : graphs.graphs.findIndex((g) => g.id === Number(wanted));
  if (at >= 0) { selectTab("map"); showGraph(at); return; }
  const part = parts.find(([id]) => `#${id}` === location.hash);
  selectTab(part ? part[0] : "overview");
  if (!part) rememberPlace("overview", false);
}

parts.forEach(([id, name], i) => {
  const tab = add(list, "button", name, { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, type: "button" });
  add(document.getElementById("main"), "section", null, { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, "data-name": name });
  tab.addEventListener("click", () => goTo(id));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], end = { Home: 0, End: parts.length - 1 }[event.key];
    if (step === undefined && end === undefined) return;
    event.preventDefault();
    goTo(parts[end ?? (i + step + parts.length) % parts.length][0], true);
  });
});

document.getElementById("title").textContent = facts.title;
document.getElementById("summary").textContent = summarySentence();
const drawAll = () => parts.forEach(([id]) => drawPart(id));
addEventListener("beforeprint", drawAll);
addEventListener("popstate", showAddress);
showAddress();
