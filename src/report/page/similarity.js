// The matrix of kernel values, ordered by class.
function similarityPanel(panel) {
  const gram = graphs.gram, size = gram.graphs.length, side = 520, strip = 12, classOf = (i) => graphs.graphs[gram.graphs[i]].t;
  const value = (i, j) => Number(gram.digits.substr(2 * (i * size + j), 2)) / 100;
  add(panel, "p", `How similar the kernel finds graphs: ${plural(size, "graph")}${size < graphs.graphs.length ? `, an even choice of ${number(graphs.graphs.length)}` : ""}, ordered by class, which the strips above and on the left show. A kernel that sees the classes has bright squares along the diagonal. Colours are spread over the values of most pairs of different graphs. A click on a cell, or Enter, opens the graph of its row.`);
  if (graphs.class_names.length > 0) addLegend(panel, graphs.class_names.slice(0, 40).map((n, c) => [classColor(c), n]));
  const figure = add(panel, "figure"), box = add(figure, "div", null, { class: "gram" });
  const row = addSvg(box, "Classes of the columns", side, strip), column = addSvg(box, "Classes of the rows", strip, side);
  for (let i = 0; i < size; ++i) {
    row.append("rect").attr("x", (i * side) / size).attr("width", side / size + 0.3).attr("height", strip).attr("fill", classColor(classOf(i)));
    column.append("rect").attr("y", (i * side) / size).attr("height", side / size + 0.3).attr("width", strip).attr("fill", classColor(classOf(i)));
  }
  const limits = shadeLimits(size, value);
  const canvas = drawMatrix(box, size, value, gram, limits);
  addButton(add(figure, "div", null, { class: "save noprint" }), "PNG", () => canvas.toBlob((blob) => download(`${fileName("similarity")}.png`, blob)), "link", { "aria-label": "Save as PNG: similarity matrix" });
  colorScale(figure, `${limits[0].toFixed(2)} or less`, `${limits[1].toFixed(2)} or more`);
  const groups = d3.nest().key((i) => classOf(i) ?? "").entries(d3.range(size)), nameOf = (g) => className(g.key === "" ? null : Number(g.key));
  addTable(panel, "Mean similarity of two graphs, by their classes", ["", ...groups.map(nameOf)],
    groups.map((a) => [nameOf(a), ...groups.map((b) => d3.mean(a.values, (i) => d3.mean(b.values.filter((j) => j !== i), (j) => value(i, j)))?.toFixed(3) ?? "–")]));
}

// Where most values of different graphs lie; those of graphs with themselves would leave all others dark.
function shadeLimits(size, value) {
  const values = [];
  for (let i = 0; i < size; ++i) for (let j = 0; j < i; ++j) values.push(value(i, j));
  values.sort(d3.ascending);
  const [low, high] = [d3.quantile(values, 0.02) ?? 0, d3.quantile(values, 0.98) ?? 1];
  return high > low ? [low, high] : [0, 1];
}

function drawMatrix(parent, size, value, gram, [low, high]) {
  const canvas = add(parent, "canvas", null, { width: size, height: size, tabindex: "0", role: "img", "aria-label": `Similarity matrix of ${size} graphs` });
  const pen = canvas.getContext("2d"), image = pen.createImageData(size, size), colors = d3.range(100).map((v) => d3.rgb(d3.interpolateCividis(v / 99)));
  for (let i = 0; i < size; ++i) for (let j = 0; j < size; ++j) {
    const color = colors[Math.round(99 * Math.max(0, Math.min(1, (value(i, j) - low) / (high - low))))], at = 4 * (i * size + j);
    image.data[at] = color.r; image.data[at + 1] = color.g; image.data[at + 2] = color.b; image.data[at + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
  const cellAt = (event) => {
    const box = canvas.getBoundingClientRect(), limit = (v) => Math.max(0, Math.min(size - 1, Math.floor(v)));
    return [limit((event.offsetY / box.height) * size), limit((event.offsetX / box.width) * size)];
  };
  const name = ([i, j], x, y) => showTip(`graphs ${graphs.graphs[gram.graphs[i]].id} and ${graphs.graphs[gram.graphs[j]].id}: ${value(i, j)}`, x, y);
  canvas.addEventListener("mousemove", (event) => name(cellAt(event), event.clientX, event.clientY));
  canvas.addEventListener("mouseleave", hideTip);
  canvas.addEventListener("blur", hideTip);
  let cell = [0, 0];
  canvas.addEventListener("keydown", (event) => {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] || [0, 0];
    if (event.key === "Enter") { openGraph(gram.graphs[cell[0]]); return; }
    if (!down && !right) return;
    event.preventDefault();
    cell = [cell[0] + down, cell[1] + right].map((v) => Math.max(0, Math.min(size - 1, v)));
    const box = canvas.getBoundingClientRect();
    name(cell, box.left + ((cell[1] + 0.5) / size) * box.width, box.top + ((cell[0] + 0.5) / size) * box.height);
  });
  canvas.addEventListener("click", (event) => openGraph(gram.graphs[cellAt(event)[0]]));
  return canvas;
}
