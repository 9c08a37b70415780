// Small helpers that every part of the page uses. All text from data goes through textContent.

// Names that are written from right to left, or say so, do not turn the text around them.
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const isolated = (text) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
function readFacts(text) {
  return JSON.parse(text, rightToLeft.test(text) ? (key, value) => (typeof value === "string" ? isolated(value) : value) : undefined);
}
const facts = readFacts(document.getElementById("facts").textContent);
const root = document.documentElement;
const styles = new Map();  // asked once in light, once in dark
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => styles.clear());
function css(name) {
  if (!styles.has(name)) styles.set(name, getComputedStyle(root).getPropertyValue(name).trim());
  return styles.get(name);
}
const classColor = (c) => (c == null ? "var(--c7)" : `var(--c${c % 8})`);
// Ties go to the even digit, as where the program itself writes numbers.
function fixed(x, digits) {
  const scaled = x * 10 ** digits, below = Math.floor(scaled);
  return scaled - below === 0.5 ? ((below % 2 === 0 ? below : below + 1) / 10 ** digits).toFixed(digits) : x.toFixed(digits);
}
const percent = (x) => (x == null ? "–" : `${fixed(100 * x, 1)}\u00a0%`);
const inPercent = (x) => fixed(100 * x, 1);
const shortNumber = (x) => Number(x.toPrecision(3)).toLocaleString("en");
const pValue = (p) => (p == null ? "–" : p < 0.001 ? "<\u00a00.001" : fixed(p, 3));
const interval = (pair) => (pair ? `${inPercent(pair[0])} to ${inPercent(pair[1])}\u00a0%` : "–");
const number = (x) => (x == null ? "–" : Number(x).toLocaleString("en"));
const signed = (x) => (x >= 0 ? "+" : "−") + (x === 0 ? "0" : Math.abs(x).toPrecision(3));
const seconds = (x) => (x == null ? "–" : x > 0 && x < 1e-4 ? "<\u00a00.1\u00a0ms" : x < 0.1 ? `${Number((1000 * x).toPrecision(2))}\u00a0ms` : x < 100 ? `${x.toPrecision(2)}\u00a0s` : `${Math.round(x)}\u00a0s`);
const mebibytes = (bytes) => (bytes == null ? "–" : `${number(Math.round(bytes / 1048576))}\u00a0MiB`);
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);
const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const cut = (text, most) => (text.length > most ? isolated(`${text.slice(0, most - 1)}…`) : text);

// What packed.h packed.
const letters = "#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
const valueOfLetter = new Map([...letters].map((letter, i) => [letter.charCodeAt(0), i]));
function unpack(text) {
  const width = Number(text[0]), numbers = new Array((text.length - 1) / width).fill(0);
  for (let i = 1; i < text.length; ++i) {
    const at = Math.floor((i - 1) / width);
    numbers[at] = numbers[at] * letters.length + valueOfLetter.get(text.charCodeAt(i));
  }
  return numbers;
}

function add(parent, tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text != null) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

// Rows of texts, or of functions that fill their cell. `kind`: "facts" for names and texts instead of numbers.
function addTable(parent, caption, header, rows, kind = "") {
  const place = add(parent, "div", null, { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }), table = add(place, "table", null, { class: kind });
  add(table, "caption", caption);
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
  if (kind !== "facts" && rows.length > 2) makeSortable(table);
  if (rows.length > 1) addCsv(parent, table, caption);
  return table;
}

function addDetails(parent, summary) {
  const details = add(parent, "details");
  add(details, "summary", summary);
  return details;
}

// The numbers of a chart, for those who cannot or do not want to see it. They may be many: `rows()` is asked when they are opened.
function addNumbers(parent, caption, header, rows) {
  const details = addDetails(parent, "Numbers");
  details.addEventListener("toggle", () => addTable(details, caption, header, rows()), { once: true });
}

// Entries of colour, text and, if wanted, opacity, a mark instead of the square, or a dark rim.
function addLegend(parent, entries) {
  const list = add(parent, "ul", null, { class: "legend" });
  for (const [color, text, { opacity = 1, symbol, dashes, rim } = {}] of entries) {
    const item = add(list, "li");
    const svg = d3.select(item).append("svg").attr("width", 16).attr("height", 16).attr("viewBox", "-8 -8 16 16").attr("aria-hidden", "true");
    if (dashes) svg.append("line").attr("x1", -8).attr("x2", 8).attr("stroke", color).attr("stroke-width", 2).attr("stroke-dasharray", dashes);
    else svg.append("path").attr("d", d3.symbol().type(symbol || d3.symbolSquare).size(symbol ? 80 : 140)()).attr("fill", color).attr("fill-opacity", opacity)
      .attr("stroke", rim ? "var(--ink)" : symbol ? null : "var(--faint)").attr("stroke-width", rim ? 2 : 0.5);
    add(item, "span", text);
  }
  return list;
}

// An SVG of fixed inner size that shrinks with the page.
function addSvg(parent, label, width, height) {
  return d3.select(parent).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height).attr("role", "img").attr("aria-label", label);
}

// A chart under its title.
function addChart(parent, title, width, height, label = title) {
  const figure = add(parent, "figure");
  const caption = add(figure, "figcaption");
  add(caption, "span", title);
  const svg = addSvg(figure, label, width, height);
  addSaving(caption, svg, title);
  return { figure, svg };
}

function addSelect(parent, label, options, chosen, onChange) {
  const select = add(add(parent, "label", `${label} `, { class: "choice noprint" }), "select");
  options.forEach(([value, text]) => add(select, "option", text, { value }));
  select.value = chosen;
  select.addEventListener("change", () => onChange(select.value));
  return select;
}

function addButton(parent, text, onClick, kind = "plain", attributes = {}) {
  const button = add(parent, "button", text, { class: kind, type: "button", ...attributes });
  button.addEventListener("click", onClick);
  return button;
}

const tip = document.getElementById("tip");
function moveTip(x, y) {
  tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${Math.max(8, Math.min(y + 14, innerHeight - tip.offsetHeight - 8))}px`;
}
// A text, or what `fill` puts there.
function showTip(text, x, y, fill) {
  tip.textContent = text;
  if (fill) fill(tip);
  tip.classList.toggle("picture", Boolean(fill));
  tip.hidden = false;
  moveTip(x, y);
}
const hideTip = () => { tip.hidden = true; };
const withTip = (selection, text) => selection
  .on("mousemove", (d, i) => showTip(text(d, i), d3.event.clientX, d3.event.clientY))
  .on("mouseleave", hideTip);
