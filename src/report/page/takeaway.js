// What is on the page as files: charts as SVG and PNG, tables as CSV, texts on the clipboard.
const fileName = (title) => `${facts.title} ${title}`.replace(/[^\p{L}\p{N}.-]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 80);

function download(name, blob) {
  const link = document.createElement("a"), url = URL.createObjectURL(blob);
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// The styles that a chart takes from the page, written into it, so that it looks the same elsewhere.
const inheritedStyles = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "text-anchor", "display"];
function standaloneSvg(svg) {
  const copy = svg.cloneNode(true), from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of inheritedStyles) {
      to[i].style.removeProperty(name);
      to[i].setAttribute(name, style.getPropertyValue(name));
    }
    to[i].removeAttribute("class");
    if (!to[i].getAttribute("style")) to[i].removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = svg.viewBox.baseVal, paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width, height, fill: css("--paper") })) paper.setAttribute(name, value);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

function saveSvg(svg, name) {
  download(`${name}.svg`, new Blob([standaloneSvg(svg)], { type: "image/svg+xml" }));
}

function savePng(svg, name) {
  const { width, height } = svg.viewBox.baseVal, scale = 3, image = new Image();
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => download(`${name}.png`, blob));
  });
  image.src = `data:image/svg+xml,${encodeURIComponent(standaloneSvg(svg))}`;
}

// Buttons under a chart.
function addSaving(parent, svg, title) {
  const place = add(parent, "div", null, { class: "save noprint" });
  addButton(place, "SVG", () => saveSvg(svg.node(), fileName(title)), "link", { "aria-label": `Save as SVG: ${title}` });
  addButton(place, "PNG", () => savePng(svg.node(), fileName(title)), "link", { "aria-label": `Save as PNG: ${title}` });
  return place;
}

const textOfCell = (cell) => cell.innerText.replace(/\u00a0/g, " ").replace(/\s*\n\s*/g, "; ").trim();
// A text that a spreadsheet would take for a formula is marked as text.
const csvCell = (text) => { const safe = /^[=+@\t\r]/.test(text) && !/^[+]?[\d.]+( %)?$/.test(text) ? `'${text}` : text; return /[",\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe; };
const csvOf = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => csvCell(textOfCell(cell))).join(",")).join("\n") + "\n";

function addCsv(parent, table, title) {
  const place = add(parent, "div", null, { class: "save noprint" });
  addButton(place, "CSV", () => download(`${fileName(title)}.csv`, new Blob([csvOf(table)], { type: "text/csv" })), "link", { "aria-label": `Save as CSV: ${title}` });
}

// Numbers by value, whatever unit stands behind them; other texts by their letters; what is missing last.
const unitOf = { ms: 1e-3, s: 1, "%": 1, MiB: 1 };
function sortKey(text) {
  const found = /^([<+−-]?)\s*([\d,]+\.?\d*(?:e[+-]?\d+)?)\s*(ms|s|%|MiB)?$/.exec(text);
  if (!found) return text === "" || text === "–" ? null : text.toLowerCase();
  return (found[1] === "−" || found[1] === "-" ? -1 : 1) * Number(found[2].replace(/,/g, "")) * (unitOf[found[3]] || 1);
}

// A press on a heading sorts by its column, a second one the other way round.
function makeSortable(table) {
  const headings = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  headings.forEach((heading, column) => {
    const text = heading.textContent;
    if (!text) return;
    heading.textContent = "";
    addButton(heading, text, () => {
      const isDown = heading.getAttribute("aria-sort") === "ascending", rows = [...body.rows].map((row) => ({ row, key: sortKey(textOfCell(row.cells[column])) }));
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const order = (a, b) => (typeof a === typeof b ? (typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true })) : typeof a === "number" ? -1 : 1);
      rows.sort((a, b) => (a.key === null || b.key === null ? (a.key === null) - (b.key === null) : (isDown ? -1 : 1) * order(a.key, b.key)));
      body.append(...rows.map(({ row }) => row));
    }, "sort");
  });
}

function addCopy(parent, what, text) {
  const button = addButton(parent, `Copy ${what}`, async () => {
    try { await navigator.clipboard.writeText(text); } catch { copyBySelection(text); }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = `Copy ${what}`; }, 1200);
  }, "link noprint");
  return button;
}

// Where a page from a file may not use the clipboard.
function copyBySelection(text) {
  const area = add(document.body, "textarea");
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
}
