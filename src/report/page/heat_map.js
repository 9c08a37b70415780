// Cells by row and column, coloured by value.
//
//   rows, columns   {name: of the axis, names: of its places}
//   value(r, c)     by places; missing cells are empty
//   format(v)       its text
//   color(r, c)     from 0 to 1; by itself from the least to the largest value
//   marked(r, c)    whether a cell has a frame
//   onClick(r, c)   what a click on a cell does
function heatMap(parent, title, { rows, columns, value, format, color, hint, marked, onClick }) {
  const letter = 6.6, most = 18, width = (names) => letter * Math.min(most, d3.max(names, (n) => n.length) || 1);
  const cell = Math.max(26, Math.min(72, 460 / columns.names.length)), cellHeight = Math.max(24, cell * 0.62), isSlanted = width(columns.names) > cell - 4;
  const left = 30 + width(rows.names), top = 4, below = isSlanted ? 12 + 0.6 * width(columns.names) : 20, right = isSlanted ? 16 : 10;
  const across = left + cell * columns.names.length + right, bottom = top + cellHeight * rows.names.length;
  const values = rows.names.flatMap((_, r) => columns.names.map((_, c) => value(r, c))).filter((v) => v != null);
  if (values.length === 0) return;
  const [low, high] = d3.extent(values), share = color || ((r, c) => (high > low ? (value(r, c) - low) / (high - low) : 1));
  const { figure, svg } = addChart(parent, title, across, bottom + below + 22, `${title}: heat map of ${plural(rows.names.length, "row")} and ${plural(columns.names.length, "column")}`);
  const showsValues = cell > 10 + letter * d3.max(values, (v) => format(v).length);
  svg.append("text").attr("class", "axis").attr("transform", `translate(12,${(top + bottom) / 2}) rotate(-90)`).attr("text-anchor", "middle").text(rows.name);
  svg.append("text").attr("class", "axis").attr("x", left + (cell * columns.names.length) / 2).attr("y", bottom + below + 16).attr("text-anchor", "middle").text(columns.name);
  rows.names.forEach((name, r) => {
    svg.append("text").attr("x", left - 7).attr("y", top + (r + 0.5) * cellHeight + 4).attr("text-anchor", "end").text(cut(name, most));
    columns.names.forEach((_, c) => {
      const v = value(r, c), group = svg.append("g"), fill = v == null ? "var(--panel)" : d3.interpolateCividis(share(r, c));
      group.append("rect").attr("x", left + c * cell).attr("y", top + r * cellHeight).attr("width", cell - 1.5).attr("height", cellHeight - 1.5).attr("rx", 2).attr("fill", fill);
      if (v != null && showsValues) group.append("text").attr("x", left + (c + 0.5) * cell).attr("y", top + (r + 0.5) * cellHeight + 4).attr("text-anchor", "middle")
        .style("fill", d3.lab(fill).l > 55 ? "#000" : "#fff").text(format(v));
      if (marked && marked(r, c)) group.append("rect").attr("class", "marked").attr("x", left + c * cell + 1).attr("y", top + r * cellHeight + 1).attr("width", cell - 3.5).attr("height", cellHeight - 3.5).attr("rx", 2).attr("fill", "none").attr("stroke", "var(--bad)").attr("stroke-width", 3);
      if (onClick && v != null) group.style("cursor", "pointer").on("click", () => onClick(r, c));
      withTip(group, () => (hint ? hint(r, c) : `${rows.name} ${name}, ${columns.name} ${columns.names[c]}: ${v == null ? "not tried" : format(v)}`));
    });
  });
  columns.names.forEach((name, c) => {
    const text = svg.append("text").text(cut(name, most)), x = left + (c + 0.5) * cell;
    if (isSlanted) text.attr("transform", `translate(${x + 4},${bottom + 12}) rotate(-35)`).attr("text-anchor", "end");
    else text.attr("x", x).attr("y", bottom + 15).attr("text-anchor", "middle");
  });
  if (!color && high > low) colorScale(figure, format(low), format(high));
  addNumbers(figure, title, [`${rows.name} \\ ${columns.name}`, ...columns.names], () => rows.names.map((name, r) => [name, ...columns.names.map((_, c) => (value(r, c) == null ? "–" : format(value(r, c))))]));
}

// What colours mean: a strip from the least to the largest value.
function colorScale(parent, low, high, interpolate = d3.interpolateCividis) {
  const scale = add(parent, "div", null, { class: "scale" });
  add(scale, "span", low);
  add(scale, "span", null, { class: "strip" }).style.background = `linear-gradient(90deg, ${d3.range(0, 1.01, 0.1).map((share) => interpolate(share)).join(",")})`;
  add(scale, "span", high);
}

// Counts by true and predicted class, coloured by their share of the true class.
function confusionMatrix(parent, title, matrix, trueNames, predictedNames, onClick = null) {
  const sums = matrix.map((row) => d3.sum(row) || 1);
  heatMap(parent, title, { rows: { name: "true class", names: trueNames }, columns: { name: "predicted", names: predictedNames }, value: (r, c) => matrix[r][c], format: number,
    color: (r, c) => matrix[r][c] / sums[r],
    onClick: onClick && ((r, c) => trueNames[r] !== predictedNames[c] && matrix[r][c] > 0 && onClick(r, c)),
    hint: (r, c) => `${plural(matrix[r][c], "graph")} of class ${trueNames[r]}, ${percent(matrix[r][c] / sums[r])} of it, predicted ${predictedNames[c]}${onClick && trueNames[r] !== predictedNames[c] && matrix[r][c] > 0 ? "; a click lists them" : ""}` });
}
