// Demsar's diagram: mean ranks on a line, methods that do not differ joined by a bar.
function criticalDifference(parent, compare) {
  const kernels = compare.kernels.filter((k) => k.mean_rank != null).sort((a, b) => a.mean_rank - b.mean_rank);
  const difference = compare.critical_difference;
  if (kernels.length < 2 || !(difference > 0)) return;
  const text = (k) => `${cut(k.kernel, 30)}  ${fixed(k.mean_rank, 2)}`, side = 24 + 7 * d3.max(kernels, (k) => text(k).length);
  const groups = groupsOfEquals(kernels, difference);
  const row = 22, line = 62, half = Math.ceil(kernels.length / 2), first = line + 16 + 7 * groups.length, width = 2 * side + 380, height = first + half * row;
  const { figure, svg } = addChart(parent, `Mean rank over ${plural(compare.ranked_datasets, "dataset")}; 1 is best`, width, height, `Critical difference diagram of ${kernels.length} kernels`);
  const x = d3.scaleLinear().domain([1, kernels.length]).range([side, width - side]);
  svg.append("g").attr("transform", `translate(0,${line})`).call(d3.axisTop(x).ticks(kernels.length).tickSizeOuter(0));
  const end = Math.min(width - 4, x(1 + difference));
  svg.append("path").attr("d", `M${x(1)},10v8m0,-4H${end}m0,-4v8`).attr("fill", "none").attr("stroke", "var(--ink)");
  svg.append("text").attr("class", "axis").attr("x", (x(1) + end) / 2).attr("y", 32).attr("text-anchor", "middle").text(`critical difference ${fixed(difference, 2)}`);
  kernels.forEach((k, i) => {
    const isLeft = i < half, y = first + (isLeft ? i : kernels.length - 1 - i) * row, end = isLeft ? side - 8 : width - side + 8;
    svg.append("path").attr("d", `M${x(k.mean_rank)},${line}V${y}H${end}`).attr("fill", "none").attr("stroke", "var(--faint)");
    svg.append("text").attr("x", isLeft ? end - 5 : end + 5).attr("y", y + 4).attr("text-anchor", isLeft ? "end" : "start").text(text(k));
  });
  groups.forEach(([from, to], level) => svg.append("line").attr("x1", x(kernels[from].mean_rank) - 3).attr("x2", x(kernels[to].mean_rank) + 3).attr("y1", line + 8 + 7 * level).attr("y2", line + 8 + 7 * level)
    .attr("stroke", "var(--accent)").attr("stroke-width", 4).attr("stroke-linecap", "round"));
  add(figure, "p", `Kernels under one bar are less than the critical difference of ${fixed(difference, 2)} ranks apart (Nemenyi, 5 %): these datasets do not tell them apart.`, { class: "faint" });
}

// First and last of each run of kernels within the difference that no longer run contains.
function groupsOfEquals(kernels, difference) {
  const groups = [];
  kernels.forEach((k, i) => {
    let last = i;
    while (last + 1 < kernels.length && kernels[last + 1].mean_rank - k.mean_rank < difference) ++last;
    if (last > i && !groups.some(([, reached]) => reached >= last)) groups.push([i, last]);
  });
  return groups;
}
