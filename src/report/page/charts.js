// Charts that know nothing of graphs.

// Bars by bin, classes stacked.
function histogram(parent, title, data, classNames) {
  if (!data) return;
  const width = 420, height = 220, left = 50, bottom = 34, top = 8;
  const totals = data.counts.map((row) => d3.sum(row));
  const { figure, svg } = addSvg(parent, `${title}: histogram of ${data.counts.length} bins`, width, height);
  add(figure, "figcaption", title);
  const x = d3.scaleLinear().domain([data.low, data.low + data.width * data.counts.length]).range([left, width - 10]);
  const y = d3.scaleLinear().domain([0, d3.max(totals)]).nice().range([height - bottom, top]);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(6));
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5));
  data.counts.forEach((row, bin) => {
    let below = 0;
    row.forEach((count, c) => {
      if (count === 0) return;
      svg.append("rect").attr("x", x(data.low + bin * data.width) + 0.5).attr("width", Math.max(1, x(data.low + data.width) - x(data.low) - 1))
        .attr("y", y(below + count)).attr("height", y(below) - y(below + count)).attr("fill", c < classNames.length ? classColor(c) : "var(--c7)");
      below += count;
    });
  });
  const name = (bin) => (data.width === 1 ? `${data.low + bin}` : `${data.low + bin * data.width} to ${data.low + (bin + 1) * data.width - 1}`);
  withTip(svg.selectAll("rect.hit").data(totals).enter().append("rect").attr("class", "hit").attr("fill", "transparent")
    .attr("x", (d, i) => x(data.low + i * data.width)).attr("width", Math.max(1, x(data.low + data.width) - x(data.low))).attr("y", top).attr("height", height - bottom - top),
    (d, i) => `${name(i)}: ${number(d)}`);
  addNumbers(figure, title, ["value", "all", ...classNames], totals.map((t, i) => [name(i), number(t), ...classNames.map((_, c) => number(data.counts[i][c]))]));
}

// Horizontal bars: entries of name and counts by class.
function bars(parent, title, entries, classNames) {
  if (entries.length === 0) return;
  const rowHeight = 20, width = 420, left = 110, height = entries.length * rowHeight + 30;
  const { figure, svg } = addSvg(parent, `${title}: bars`, width, height);
  add(figure, "figcaption", title);
  const short = (text) => (text.length > 14 ? `${text.slice(0, 13)}…` : text);
  const x = d3.scaleLinear().domain([0, d3.max(entries, (e) => d3.sum(e.counts))]).nice().range([left, width - 12]);
  entries.forEach((entry, i) => {
    let before = 0;
    svg.append("text").attr("x", left - 6).attr("y", i * rowHeight + 14).attr("text-anchor", "end").text(short(entry.name));
    entry.counts.forEach((count, c) => {
      svg.append("rect").attr("x", x(before)).attr("width", x(before + count) - x(before)).attr("y", i * rowHeight + 3).attr("height", rowHeight - 5)
        .attr("fill", c < classNames.length ? classColor(c) : "var(--c7)");
      before += count;
    });
  });
  svg.append("g").attr("transform", `translate(0,${entries.length * rowHeight + 4})`).call(d3.axisBottom(x).ticks(4));
  addNumbers(figure, title, ["name", "all", ...classNames], entries.map((e) => [e.name, number(d3.sum(e.counts)), ...classNames.map((_, c) => number(e.counts[c]))]));
}

// Accuracy of each fold beside mean, interval and the majority class.
function foldChart(parent, run) {
  const width = 420, height = 250, left = 52, bottom = 36;
  const folds = run.folds, majority = run.dataset.majority;
  const low = Math.min(majority, d3.min(folds, (f) => f.accuracy)) - 0.03;
  const { figure, svg } = addSvg(parent, `Accuracy of ${folds.length} folds: mean ${percent(run.accuracy.mean)}, majority class ${percent(majority)}`, width, height);
  add(figure, "figcaption", "Accuracy by fold. Line: mean, with its 95 % interval; dashes: always saying the most frequent class.");
  const x = d3.scalePoint().domain(folds.map((_, i) => i)).range([left + 14, width - 14]);
  const y = d3.scaleLinear().domain([Math.max(0, low), 1]).nice().range([height - bottom, 10]);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).tickValues(folds.length > 20 ? [] : folds.map((_, i) => i)));
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(6).tickFormat((v) => `${Math.round(100 * v)} %`));
  const interval = run.accuracy.interval95;
  if (interval) svg.append("rect").attr("x", left).attr("width", width - left).attr("y", y(Math.min(1, interval[1])))
    .attr("height", Math.max(0, y(Math.max(0, interval[0])) - y(Math.min(1, interval[1])))).attr("fill", "var(--c0)").attr("opacity", 0.18);
  const line = (value, dash) => svg.append("line").attr("x1", left).attr("x2", width).attr("y1", y(value)).attr("y2", y(value))
    .attr("stroke", dash ? "var(--ink)" : "var(--c0)").attr("stroke-width", 2).attr("stroke-dasharray", dash || null);
  line(run.accuracy.mean);
  line(majority, "6 5");
  withTip(svg.selectAll("circle").data(folds).enter().append("circle").attr("cx", (d, i) => x(i)).attr("cy", (d) => y(d.accuracy)).attr("r", 5).attr("fill", "var(--c1)"),
    (d, i) => `fold ${i}: ${percent(d.accuracy)}, C = ${d.C}`);
  addNumbers(figure, "accuracy by fold", ["fold", "tests", "accuracy", "C"], folds.map((f, i) => [String(i), number(f.tests), percent(f.accuracy), String(f.C)]));
}

// Lines in the unit square.
function curveChart(parent, title, xName, yName, lines, baseline) {
  const size = 300, left = 48, bottom = 42;
  const { figure, svg } = addSvg(parent, `${title}: ${lines.map((l) => l.name).join(", ")}`, size, size);
  add(figure, "figcaption", title);
  const x = d3.scaleLinear().range([left, size - 10]), y = d3.scaleLinear().range([size - bottom, 10]);
  svg.append("g").attr("transform", `translate(0,${size - bottom})`).call(d3.axisBottom(x).ticks(5));
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5));
  svg.append("text").attr("x", (left + size) / 2).attr("y", size - 8).attr("text-anchor", "middle").text(xName);
  svg.append("text").attr("transform", `translate(12,${(size - bottom) / 2}) rotate(-90)`).attr("text-anchor", "middle").text(yName);
  const path = d3.line().x((d) => x(d[0])).y((d) => y(d[1]));
  svg.append("path").attr("d", path(baseline)).attr("stroke", "var(--faint)").attr("stroke-dasharray", "5 5").attr("fill", "none");
  lines.forEach((line, i) => svg.append("path").attr("d", path(line.points)).attr("stroke", classColor(i)).attr("stroke-width", 2.2).attr("fill", "none"));
  if (lines.length > 1) addLegend(figure, lines.map((l, i) => [classColor(i), l.name]));
  lines.forEach((line) => addNumbers(figure, `${title}, ${line.name}`, [xName, yName], line.points.filter((_, i) => i % Math.ceil(line.points.length / 25) === 0).map((p) => p.map(String))));
}

// Cells by row and column; values may be missing.
function heatMap(parent, title, rows, columns, value, format) {
  const cell = Math.max(26, Math.min(64, 440 / columns.length)), left = 90, bottom = 44;
  const width = left + cell * columns.length + 10, height = cell * 0.7 * rows.length + bottom;
  const values = rows.flatMap((r) => columns.map((c) => value(r, c))).filter((v) => v != null);
  const { figure, svg } = addSvg(parent, `${title}: heat map of ${rows.length} rows and ${columns.length} columns`, width, height);
  add(figure, "figcaption", title);
  const [low, high] = d3.extent(values);
  const color = d3.scaleSequential(d3.interpolateCividis).domain(low === high ? [low - 1, high] : [low, high]);
  rows.forEach((r, i) => {
    svg.append("text").attr("x", left - 6).attr("y", (i + 0.5) * cell * 0.7 + 4).attr("text-anchor", "end").text(String(r).slice(0, 12));
    columns.forEach((c, j) => {
      const v = value(r, c);
      const group = svg.append("g");
      group.append("rect").attr("x", left + j * cell).attr("y", i * cell * 0.7).attr("width", cell - 1).attr("height", cell * 0.7 - 1)
        .attr("fill", v == null ? "var(--panel)" : color(v));
      if (v != null && cell > 38) group.append("text").attr("x", left + (j + 0.5) * cell).attr("y", (i + 0.5) * cell * 0.7 + 4).attr("text-anchor", "middle")
        .style("fill", d3.lab(color(v)).l > 55 ? "#000" : "#fff").text(format(v));
      withTip(group, () => `${r}, ${c}: ${v == null ? "not evaluated" : format(v)}`);
    });
  });
  columns.forEach((c, j) => svg.append("text").attr("x", left + (j + 0.5) * cell).attr("y", height - bottom + 16).attr("text-anchor", "middle").text(String(c).slice(0, 8)));
  addNumbers(figure, title, ["", ...columns.map(String)], rows.map((r) => [String(r), ...columns.map((c) => (value(r, c) == null ? "–" : format(value(r, c))))]));
}

function confusionMatrix(parent, matrix, names) {
  const short = names.map((n) => n.slice(0, 14));
  heatMap(parent, "Confusion: rows are true classes, columns what was predicted (graphs)", short.map((n, i) => `${i} ${n}`), short.map((n, i) => `${i} ${n}`),
    (r, c) => matrix[parseInt(r, 10)][parseInt(c, 10)], (v) => String(v));
}

// Demsar's diagram: mean ranks on a line, methods that do not differ joined by a bar.
function criticalDifference(parent, compare) {
  const kernels = compare.kernels.filter((k) => k.mean_rank != null).sort((a, b) => a.mean_rank - b.mean_rank);
  const difference = compare.critical_difference;
  if (kernels.length < 2 || !(difference > 0)) return;
  const width = 620, half = Math.ceil(kernels.length / 2), height = 70 + half * 20;
  const { figure, svg } = addSvg(parent, `Critical difference diagram of ${kernels.length} kernels`, width, height);
  add(figure, "figcaption", `Mean rank over ${number(compare.ranked_datasets)} datasets, 1 is best. Kernels under one bar are less than the critical difference of ${difference.toFixed(2)} ranks apart (Nemenyi): they may well be equal.`);
  const x = d3.scaleLinear().domain([1, kernels.length]).range([150, width - 150]);
  svg.append("g").attr("transform", "translate(0,26)").call(d3.axisTop(x).ticks(kernels.length));
  kernels.forEach((k, i) => {
    const isLeft = i < half, y = 50 + (isLeft ? i : kernels.length - 1 - i) * 20, end = isLeft ? 145 : width - 145;
    svg.append("path").attr("d", `M${x(k.mean_rank)},26V${y}H${end}`).attr("fill", "none").attr("stroke", "var(--ink)");
    svg.append("text").attr("x", isLeft ? end - 4 : end + 4).attr("y", y + 4).attr("text-anchor", isLeft ? "end" : "start").text(`${k.kernel} ${k.mean_rank.toFixed(2)}`);
  });
  let level = 0, reached = -1;
  kernels.forEach((k, i) => {
    let last = i;
    while (last + 1 < kernels.length && kernels[last + 1].mean_rank - k.mean_rank < difference) ++last;
    if (last === i || last <= reached) return;
    reached = last;
    svg.append("line").attr("x1", x(k.mean_rank) - 3).attr("x2", x(kernels[last].mean_rank) + 3).attr("y1", 33 + level * 5).attr("y2", 33 + level * 5)
      .attr("stroke", "var(--c1)").attr("stroke-width", 4);
    ++level;
  });
}
