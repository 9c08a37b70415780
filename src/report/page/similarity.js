// The matrix of kernel values, ordered by class.
function similarityPanel(panel) {
  const gram = graphs.gram, size = gram.graphs.length, side = 520, strip = 12, classOf = (i) => graphs.graphs[gram.graphs[i]].t;
  const value = (i, j) => Number(gram.digits.substr(2 * (i * size + j), 2)) / 100;
  add(panel, "p", `How similar the kernel finds graphs: ${plural(size, "graph")}${size < graphs.graphs.length ? `, an even choice of ${number(graphs.graphs.length)}` : ""}, ordered by class, which the strips above and on the left show. A kernel that sees the classes has bright squares along the diagonal. A click on a cell opens the graph of its row.`);
  if (graphs.class_names.length > 0) addLegend(panel, graphs.class_names.slice(0, 40).map((n, c) => [classColor(c), n]));
  const figure = add(panel, "figure"), box = add(figure, "div", null, { class: "gram" });
  const row = addSvg(box, "Classes of the columns", side, strip), column = addSvg(box, "Classes of the rows", strip, side);
  for (let i = 0; i < size; ++i) {
    row.append("rect").attr("x", (i * side) / size).attr("width", side / size + 0.3).attr("height", strip).attr("fill", classColor(classOf(i)));
    column.append("rect").attr("y", (i * side) / size).attr("height", side / size + 0.3).attr("width", strip).attr("fill", classColor(classOf(i)));
  }
  drawMatrix(box, size, value, gram);
  colorScale(figure, "0", "1: the same");
  const groups = d3.nest().key((i) => classOf(i) ?? "").entries(d3.range(size)), nameOf = (g) => className(g.key === "" ? null : Number(g.key));
  addTable(panel, "Mean similarity of two graphs, by their classes", ["", ...groups.map(nameOf)],
    groups.map((a) => [nameOf(a), ...groups.map((b) => d3.mean(a.values, (i) => d3.mean(b.values.filter((j) => j !== i), (j) => value(i, j)))?.toFixed(3) ?? "–")]));
}

function drawMatrix(parent, size, value, gram) {
  const canvas = add(parent, "canvas", null, { width: size, height: size, role: "img", "aria-label": `Similarity matrix of ${size} graphs` });
  const pen = canvas.getContext("2d"), image = pen.createImageData(size, size), colors = d3.range(100).map((v) => d3.rgb(d3.interpolateCividis(v / 99)));
  for (let i = 0; i < size; ++i) for (let j = 0; j < size; ++j) {
    const color = colors[Math.round(100 * value(i, j))], at = 4 * (i * size + j);
    image.data[at] = color.r; image.data[at + 1] = color.g; image.data[at + 2] = color.b; image.data[at + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
  const cellAt = (event) => {
    const box = canvas.getBoundingClientRect(), limit = (v) => Math.max(0, Math.min(size - 1, Math.floor(v)));
    return [limit((event.offsetY / box.height) * size), limit((event.offsetX / box.width) * size)];
  };
  canvas.addEventListener("mousemove", (event) => {
    const [i, j] = cellAt(event);
    showTip(`graphs ${graphs.graphs[gram.graphs[i]].id} and ${graphs.graphs[gram.graphs[j]].id}: ${value(i, j)}`, event.clientX, event.clientY);
  });
  canvas.addEventListener("mouseleave", hideTip);
  canvas.addEventListener("click", (event) => openGraph(gram.graphs[cellAt(event)[0]]));
}
