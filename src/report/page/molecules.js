// Molecules as skeletal formulas. Places, bonds and texts of atoms are RDKit's; lengths below are in bonds.
const shadeOpacity = () => Number(css("--shade"));
const shadeOfAtom = (share, label, graph) => (share == null ? { fill: labelColor(label), opacity: 1 } : { fill: (share > 0 ? forColor : againstColor)(graph.x.f), opacity: Math.abs(share) * shadeOpacity() });
const symbolWidth = (symbol) => d3.sum(symbol, (c) => (c === "I" ? 0.3 : c >= "a" ? 0.48 : 0.74));  // in letter heights

// `13CH3`, `NH2+`: isotope, symbol, hydrogens, charge.
function readAtomText(text) {
  const [, isotope, symbol, hydrogen, count, sign, charge] = /^(\d*)(\*|[A-Z][a-z]?)(H(\d*))?(?:([+-])(\d*))?$/.exec(text) || ["", "", text];
  return { isotope, symbol, hydrogen: hydrogen ? "H" : "", count: count || "", charge: sign ? (charge || "") + (sign === "-" ? "−" : "+") : "" };
}

// Where the hydrogens of an atom have room: right, left, or away from its neighbours.
function sideOfHydrogens(ways) {
  if (!ways.some((w) => w[0] > 0.3)) return "right";
  if (!ways.some((w) => w[0] < -0.3)) return "left";
  return d3.sum(ways, (w) => w[1]) > 0 ? "above" : "below";
}

// parts: [text, place], raised (1), lowered (-1) or neither.
function addAtomText(parent, x, y, anchor, letter, parts, color) {
  const text = parent.append("text").style("fill", color).attr("x", x).attr("y", y + 0.36 * letter).attr("text-anchor", anchor).style("font-size", `${letter}px`);
  let height = 0;
  for (const [part, place] of parts) if (part) {
    text.append("tspan").attr("dy", (height - place) * 0.32 * letter).style("font-size", place ? `${0.72 * letter}px` : null).text(part);
    height = place;
  }
}

function drawSymbol(svg, atom, letter) {
  const { isotope, symbol, hydrogen, count, charge } = readAtomText(atom.symbol), half = (symbolWidth(symbol) / 2) * letter + 0.5;
  const hydrogens = [[hydrogen, 0], [count, -1]], write = (x, y, anchor, parts) => addAtomText(svg, x, y, anchor, letter, parts, atom.isQuiet ? "var(--quiet)" : null);
  write(atom.px, atom.py, "middle", [[symbol, 0]]);
  write(atom.px + half, atom.py, "start", [...(atom.side === "right" ? hydrogens : []), [charge, 1]]);
  write(atom.px - half, atom.py, "end", [...(atom.side === "left" ? hydrogens : []), [isotope, 1]]);
  const shift = { above: -0.95, below: 0.95 }[atom.side];
  if (shift) write(atom.px - 0.36 * letter, atom.py + shift * letter, "start", hydrogens);
}

// The line of a bond ends where the text of an atom begins.
function roomOf(atom, way, letter) {
  if (!atom.symbol) return 0;
  const half = (symbolWidth(readAtomText(atom.symbol).symbol) / 2 + 0.12) * letter, height = 0.5 * letter;
  return 1 / Math.hypot(way[0] / half, way[1] / height);
}

function drawBond(svg, a, b, stroke, bond, letter) {
  const length = Math.hypot(b.px - a.px, b.py - a.py);
  if (length < 1e-6) return;
  const way = [(b.px - a.px) / length, (b.py - a.py) / length], start = roomOf(a, way, letter), end = length - roomOf(b, way, letter);
  // A point some way along the bond and some way to its right.
  const at = (along, aside) => [a.px + way[0] * along - way[1] * aside, a.py + way[1] * along + way[0] * aside];
  const ink = a.isQuiet || b.isQuiet ? "var(--quiet)" : "var(--ink)";
  const path = (d, fill) => svg.append("path").attr("d", d).attr("fill", fill || "none").attr("stroke", ink).attr("stroke-width", Math.max(0.7, 0.055 * bond)).attr("stroke-linecap", "round").attr("stroke-linejoin", "round");
  const line = (from, to, aside = 0) => path(`M${at(from, aside)}L${at(to, aside)}`);
  const beside = (side) => { line(start, end); line(Math.max(start, 0.13 * length), Math.min(end, 0.87 * length), side * 0.17 * bond); };
  const draw = {
    "-": () => line(start, end),
    "=": () => { line(start, end, -0.085 * bond); line(start, end, 0.085 * bond); },
    l: () => beside(-1),
    r: () => beside(1),
    "#": () => [-0.15, 0, 0.15].forEach((aside) => line(start, end, aside * bond)),
    w: () => path(`M${at(start, 0)}L${at(end, -0.11 * bond)}L${at(end, 0.11 * bond)}Z`, ink),
    h: () => d3.range(7).forEach((i) => { const along = start + ((end - start) * (i + 0.5)) / 7, wide = (0.12 * bond * (i + 1)) / 7; path(`M${at(along, -wide)}L${at(along, wide)}`); }),
    "~": () => path(`M${d3.range(41).map((i) => at(start + ((end - start) * i) / 40, 0.09 * bond * Math.sin((i / 40) * 8 * Math.PI))).join("L")}`),
    ".": () => line(start, end).attr("stroke-dasharray", `${0.12 * bond} ${0.12 * bond}`),
  };
  (draw[stroke] || draw["-"])();
}

// nodes: {x, y, fill, opacity, hint, root, isQuiet, inFocus}; edges: pairs of nodes.
function drawMolecule(parent, label, graph, nodes, edges, size) {
  const [x0, x1, y0, y1] = viewOf(nodes);
  const aside = 70 + 25 * (d3.max(graph.a, (text) => text.length || 0) || 0), above = 90, across = x1 - x0 + 2 * aside, down = y1 - y0 + 2 * above;
  const scale = Math.min(size / across, size / down, 0.34), bond = 100 * scale, letter = 0.46 * bond;
  const atoms = nodes.map((n) => ({ ...n, px: (n.x - x0 + aside) * scale, py: (n.y - y0 + above) * scale, ways: [] }));
  const bonds = edges.map(([from, to], i) => [atoms[from], atoms[to], graph.b[i]]);
  for (const [a, b] of bonds) {
    const length = Math.hypot(b.px - a.px, b.py - a.py) || 1, way = [(b.px - a.px) / length, (b.py - a.py) / length];
    a.ways.push(way);
    b.ways.push([-way[0], -way[1]]);
  }
  for (let i = 0; i < graph.a.length; i += 2) atoms[graph.a[i]].symbol = graph.a[i + 1];
  const svg = addSvg(parent, label, across * scale, down * scale);
  svg.selectAll("circle").data(atoms).enter().append("circle").attr("cx", (n) => n.px).attr("cy", (n) => n.py).attr("r", 0.46 * bond).attr("fill", (n) => n.fill).attr("fill-opacity", (n) => n.opacity);
  svg.selectAll("circle.root").data(atoms.filter((n) => n.root)).enter().append("circle").attr("class", "root").attr("cx", (n) => n.px).attr("cy", (n) => n.py).attr("r", 0.48 * bond);
  for (const [a, b, stroke] of bonds) drawBond(svg, a, b, stroke, bond, letter);
  for (const atom of atoms) if (atom.symbol) { atom.side = sideOfHydrogens(atom.ways); drawSymbol(svg, atom, letter); }
  withTip(svg.selectAll("circle.touch").data(atoms).enter().append("circle").attr("class", "touch").attr("cx", (n) => n.px).attr("cy", (n) => n.py).attr("r", 0.5 * bond).attr("fill", "transparent"), (n) => n.hint);
  return svg;
}
