// Charts of bars, folds and curves, which know nothing of graphs.
const colorOfPart = (c, names) => (c < names.length ? classColor(c) : "var(--c7)");
const nameOfPart = (c, names) => (c < names.length ? names[c] : "unknown");

// Bars by bin, classes stacked. `what` is counted, along `axis`.
function histogram(parent, title, data, classNames, what, axis) {
  if (!data) return;
  const width = 400, height = 230, left = 50, right = 16, bottom = 40, top = 22;
  const totals = data.counts.map((row) => d3.sum(row)), isWhole = data.width === 1;
  const { figure, svg } = addChart(parent, title, width, height, `${title}: histogram of ${plural(totals.length, "bin")}`);
  const end = data.low + data.width * totals.length;
  const x = d3.scaleLinear().domain([data.low, end]).range([left, width - right]);
  const y = d3.scaleLinear().domain([0, d3.max(totals)]).nice().range([height - bottom, top]);
  const step = x(data.low + data.width) - x(data.low), middle = isWhole ? step / 2 : 0;
  const ticks = x.ticks(Math.min(7, totals.length)).filter((t) => Number.isInteger(t) && t < end);
  svg.append("g").attr("transform", `translate(${middle},${height - bottom})`).call(d3.axisBottom(x).tickValues(ticks).tickFormat(number).tickSizeOuter(0)).select(".domain").attr("transform", `translate(${-middle},0)`);
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickSizeOuter(0));
  svg.append("text").attr("class", "axis").attr("x", left - 8).attr("y", 10).attr("text-anchor", "end").text(what);
  svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", height - 6).attr("text-anchor", "end").text(axis);
  data.counts.forEach((row, bin) => {
    let below = 0;
    row.forEach((count, c) => {
      if (count === 0) return;
      svg.append("rect").attr("x", x(data.low + bin * data.width) + 0.5).attr("width", Math.max(1, step - 1))
        .attr("y", y(below + count)).attr("height", y(below) - y(below + count)).attr("fill", colorOfPart(c, classNames));
      below += count;
    });
  });
  const name = (bin) => (isWhole ? `${data.low + bin}` : `${data.low + bin * data.width} to ${data.low + (bin + 1) * data.width - 1}`);
  const parts = (row) => (classNames.length < 2 ? "" : ` (${row.map((n, c) => [n, nameOfPart(c, classNames)]).filter(([n]) => n > 0).map(([n, c]) => `${c}: ${number(n)}`).join(", ")})`);
  withTip(svg.selectAll("rect.hit").data(data.counts).enter().append("rect").attr("class", "hit").attr("fill", "transparent")
    .attr("x", (d, i) => x(data.low + i * data.width)).attr("width", Math.max(1, step)).attr("y", top).attr("height", height - bottom - top),
    (row, i) => `${name(i)} ${axis}: ${number(totals[i])} ${what}${parts(row)}`);
  addNumbers(figure, title, [axis, "all", ...classNames], () => totals.map((t, i) => [name(i), number(t), ...classNames.map((_, c) => number(data.counts[i][c]))]));
}

// Horizontal bars with their sums: entries of name and values by part.
function bars(parent, title, entries, partNames, format = number, colorOf = (c) => colorOfPart(c, partNames)) {
  if (entries.length === 0) return;
  const letter = 7, most = 22, sums = entries.map((e) => d3.sum(e.counts));
  const left = 10 + letter * Math.min(most, Math.max(4, d3.max(entries, (e) => e.name.length))), right = 14 + letter * d3.max(sums, (s) => format(s).length);
  const rowHeight = 22, width = 400, height = entries.length * rowHeight + 4;
  const { figure, svg } = addChart(parent, title, width, height, `${title}: ${plural(entries.length, "bar")}`);
  const x = d3.scaleLinear().domain([0, d3.max(sums) || 1]).range([left, width - right]);
  entries.forEach((entry, i) => {
    let before = 0;
    withTip(svg.append("text").attr("x", left - 6).attr("y", i * rowHeight + 15).attr("text-anchor", "end").text(cut(entry.name, most)), () => entry.name);
    entry.counts.forEach((count, c) => {
      if (!(count > 0)) return;
      const part = nameOfPart(c, partNames) === entry.name ? "" : `, ${nameOfPart(c, partNames)}`;
      withTip(svg.append("rect").attr("x", x(before)).attr("width", Math.max(0.5, x(before + count) - x(before))).attr("y", i * rowHeight + 3).attr("height", rowHeight - 6)
        .attr("fill", colorOf(c)), () => `${entry.name}${part}: ${format(count)}`);
      before += count;
    });
    svg.append("text").attr("class", "axis").attr("x", x(sums[i]) + 5).attr("y", i * rowHeight + 15).text(format(sums[i]));
  });
  addNumbers(figure, title, ["name", "all", ...partNames], () => entries.map((e, i) => [e.name, format(sums[i]), ...partNames.map((_, c) => format(e.counts[c]))]));
}

// Accuracy of each fold beside mean, interval and the majority class.
function foldChart(parent, run) {
  const width = 460, height = 240, left = 48, right = 12, bottom = 40, top = 10;
  const folds = run.folds, majority = run.dataset.majority, { mean, interval95 } = run.accuracy;
  const low = Math.min(majority, d3.min(folds, (f) => f.accuracy)) - 0.03;
  const { figure, svg } = addChart(parent, "Accuracy by fold", width, height, `Accuracy of ${folds.length} folds: mean ${percent(mean)}, majority class ${percent(majority)}`);
  const x = d3.scalePoint().domain(folds.map((_, i) => i)).range([left + 16, width - right - 16]);
  const y = d3.scaleLinear().domain([Math.max(0, low), 1]).nice().range([height - bottom, top]);
  svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(6).tickSize(-(width - left - right)).tickFormat((v) => `${Math.round(100 * v)} %`)).select(".domain").remove();
  if (interval95) svg.append("rect").attr("x", left).attr("width", width - left - right).attr("y", y(Math.min(1, interval95[1])))
    .attr("height", Math.max(0, y(Math.max(y.domain()[0], interval95[0])) - y(Math.min(1, interval95[1])))).attr("fill", "var(--series)").attr("opacity", 0.18);
  svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).tickSizeOuter(0).tickValues(folds.length > 20 ? [] : folds.map((_, i) => i)));
  svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", height - 6).attr("text-anchor", "end").text(folds.length > 20 ? `${folds.length} folds` : "fold");
  const line = (value, color, dashes) => svg.append("line").attr("x1", left).attr("x2", width - right).attr("y1", y(value)).attr("y2", y(value)).attr("stroke", color).attr("stroke-width", 2).attr("stroke-dasharray", dashes);
  line(mean, "var(--series)", null);
  line(majority, "var(--ink)", "6 5");
  withTip(svg.selectAll("circle").data(folds).enter().append("circle").attr("cx", (d, i) => x(i)).attr("cy", (d) => y(d.accuracy)).attr("r", folds.length > 30 ? 3.5 : 5).attr("fill", "var(--series)").attr("stroke", "var(--paper)"),
    (d, i) => `fold ${i}: ${percent(d.accuracy)}, C = ${d.C}`);
  addLegend(figure, [["var(--series)", "a fold", { symbol: d3.symbolCircle }], ["var(--series)", `mean ${percent(mean)}`, { dashes: "none" }],
    ...(interval95 ? [["var(--series)", `95 % interval of the mean, ${interval(interval95)}`, { opacity: 0.18 }]] : []), ["var(--ink)", `most frequent class, ${percent(majority)}`, { dashes: "5 4" }]]);
  addNumbers(figure, "Accuracy by fold", ["fold", "tests", "accuracy", "C"], () => folds.map((f, i) => [String(i), number(f.tests), percent(f.accuracy), String(f.C)]));
}

// A line in the unit square.
function curveChart(parent, title, xName, yName, line, baseline) {
  const size = 320, left = 56, bottom = 46, top = 10, right = 12;
  const { figure, svg } = addChart(parent, title, size, size, `${title}: curve`);
  const x = d3.scaleLinear().range([left, size - right]), y = d3.scaleLinear().range([size - bottom, top]);
  svg.append("g").attr("transform", `translate(0,${size - bottom})`).call(d3.axisBottom(x).ticks(5));
  svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5));
  svg.append("text").attr("class", "axis").attr("x", (left + size - right) / 2).attr("y", size - 8).attr("text-anchor", "middle").text(xName);
  svg.append("text").attr("class", "axis").attr("transform", `translate(14,${(size - bottom + top) / 2}) rotate(-90)`).attr("text-anchor", "middle").text(yName);
  const path = d3.line().x((d) => x(d[0])).y((d) => y(d[1]));
  svg.append("path").attr("d", path(baseline)).attr("stroke", "var(--faint)").attr("stroke-dasharray", "5 5").attr("fill", "none");
  svg.append("path").attr("d", path(line)).attr("stroke", "var(--series)").attr("stroke-width", 2.4).attr("fill", "none");
  withTip(svg.selectAll("circle.hit").data(line).enter().append("circle").attr("class", "hit").attr("cx", (d) => x(d[0])).attr("cy", (d) => y(d[1])).attr("r", 6).attr("fill", "transparent"),
    (d) => `${xName} ${percent(d[0])}, ${yName} ${percent(d[1])}`);
  addLegend(figure, [["var(--series)", "the program", { dashes: "none" }], ["var(--faint)", "guessing", { dashes: "4 4" }]]);
  addNumbers(figure, title, [xName, yName], () => line.filter((_, i) => i % Math.ceil(line.length / 25) === 0).map((p) => p.map(percent)));
}

// Means with their intervals, one row each: {name, mean, low, high, color, symbol}; a dashed line at `baseline`.
function dotChart(parent, title, entries, { axis = "accuracy", baseline = null, baselineName = "most frequent class", format = percent, width = 460 } = {}) {
  const rowHeight = 24, most = 34, top = 6, left = 12 + 7.3 * Math.min(most, d3.max(entries, (e) => e.name.length)), right = 58, bottom = top + rowHeight * entries.length, height = bottom + 36;
  const { figure, svg } = addChart(parent, title, width, height, `${title}: ${plural(entries.length, "row")}`);
  const values = entries.flatMap((e) => [e.mean, e.low, e.high]).concat(baseline).filter((v) => v != null), [low, high] = d3.extent(values), room = 0.06 * (high - low || 0.1);
  const x = d3.scaleLinear().domain([Math.max(0, low - room), Math.min(1, high + room)]).range([left, width - right]);
  svg.append("g").attr("class", "grid").attr("transform", `translate(0,${bottom})`).call(d3.axisBottom(x).ticks(Math.max(2, (width - left - right) / 70)).tickSize(-(bottom - top)).tickFormat((v) => `${Math.round(100 * v)} %`)).select(".domain").remove();
  svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", height - 4).attr("text-anchor", "end").text(axis);
  if (baseline != null) svg.append("line").attr("class", "baseline").attr("x1", x(baseline)).attr("x2", x(baseline)).attr("y1", top).attr("y2", bottom).attr("stroke", "var(--ink)").attr("stroke-dasharray", "5 4");
  entries.forEach((e, i) => {
    const y = top + (i + 0.5) * rowHeight, color = e.color || "var(--series)", row = svg.append("g");
    row.append("text").attr("x", left - 8).attr("y", y + 4).attr("text-anchor", "end").text(cut(e.name, most));
    if (e.low != null) row.append("line").attr("x1", x(Math.max(x.domain()[0], e.low))).attr("x2", x(Math.min(x.domain()[1], e.high))).attr("y1", y).attr("y2", y).attr("stroke", color).attr("stroke-width", 3).attr("stroke-opacity", 0.45).attr("stroke-linecap", "round");
    row.append("circle").attr("class", "mean").attr("cx", x(e.mean)).attr("cy", y).attr("r", 5).attr("fill", color);
    row.append("text").attr("class", "axis").attr("x", width - right + 8).attr("y", y + 4).text(format(e.mean));
    withTip(row, () => `${e.name}: ${format(e.mean)}${e.low == null ? "" : `, 95 % interval ${interval([e.low, e.high])}`}`);
  });
  addLegend(figure, [["var(--series)", "mean and its 95 % interval", { symbol: d3.symbolCircle }], ...(baseline != null ? [["var(--ink)", `${baselineName}, ${format(baseline)}`, { dashes: "5 4" }]] : [])]);
  return figure;
}

// Runs side by side.
function runsChart(parent, runs) {
  const sets = new Set(runs.map((run) => run.dataset.name)), majority = sets.size === 1 ? runs[0].dataset.majority : null;
  dotChart(parent, "Accuracy of the runs", runs.map((run) => ({ name: sets.size === 1 ? runName(run).replace(`${run.dataset.name}, `, "") : runName(run), mean: run.accuracy.mean, low: run.accuracy.interval95?.[0], high: run.accuracy.interval95?.[1] })), { baseline: majority });
}
