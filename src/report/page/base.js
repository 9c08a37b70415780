// Small helpers that every part of the page uses. All text from data goes through textContent.
const facts = JSON.parse(document.getElementById("facts").textContent);
const root = document.documentElement;
const css = (name) => getComputedStyle(root).getPropertyValue(name).trim();
const classColor = (c) => (c == null ? "var(--c7)" : `var(--c${c % 8})`);
const percent = (x) => (x == null ? "–" : `${(100 * x).toFixed(1)} %`);
const number = (x) => (x == null ? "–" : Number(x).toLocaleString("en"));
const signed = (x) => (x >= 0 ? "+" : "−") + Math.abs(x).toPrecision(3);
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;

function add(parent, tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text != null) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

// Rows of texts, or of functions that fill their cell.
function addTable(parent, caption, header, rows) {
  const table = add(add(parent, "div", null, { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }), "table");
  add(table, "caption", caption, { class: "faint" });
  const head = add(add(table, "thead"), "tr");
  header.forEach((text) => add(head, "th", text, { scope: "col" }));
  const body = add(table, "tbody");
  for (const row of rows) {
    const line = add(body, "tr");
    row.forEach((cell, i) => {
      const place = add(line, i === 0 ? "th" : "td", typeof cell === "function" ? null : cell, i === 0 ? { scope: "row" } : {});
      if (typeof cell === "function") cell(place);
    });
  }
  return table;
}

// The numbers of a chart, for those who cannot or do not want to see it.
function addNumbers(parent, caption, header, rows) {
  const details = add(parent, "details");
  add(details, "summary", `Numbers: ${caption}`);
  addTable(details, caption, header, rows);
}

function addLegend(parent, entries) {
  const list = add(parent, "ul", null, { class: "legend" });
  for (const [color, text, opacity = 1] of entries) {
    const item = add(list, "li"), swatch = add(item, "span", null, { class: "swatch" });
    swatch.style.background = color;
    swatch.style.opacity = opacity;
    item.append(text);
  }
}

// An SVG of fixed inner size that shrinks with the page.
function addSvg(parent, label, width, height) {
  const figure = add(parent, "figure");
  const svg = d3.select(figure).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height)
    .attr("role", "img").attr("aria-label", label);
  return { figure, svg };
}

function addSelect(parent, label, options, chosen, onChange) {
  const place = add(parent, "label", `${label} `, { class: "noprint" });
  const select = add(place, "select");
  options.forEach(([value, text]) => add(select, "option", text, { value }));
  select.value = chosen;
  select.addEventListener("change", () => onChange(select.value));
  place.style.marginRight = "1rem";
  return select;
}

const tip = document.getElementById("tip");
function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = `${Math.min(x + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(y + 14, innerHeight - tip.offsetHeight - 8)}px`;
}
const hideTip = () => { tip.hidden = true; };
const withTip = (selection, text) => selection
  .on("mousemove", (d, i) => showTip(text(d, i), d3.event.clientX, d3.event.clientY))
  .on("mouseleave", hideTip);
