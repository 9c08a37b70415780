// A cluster as a part of a real graph: the nodes that a slice sees are marked, the rest is grey.
const drawnById = new Map((graphs ? [...(graphs.examples || []), ...graphs.graphs] : []).filter((g) => g.xy).map((g) => [g.id, g]));
const mostAround = 120;  // nodes of a graph that is no molecule; beyond it the slice is drawn alone

function neighborsOf(graph) {
  const ends = unpack(graph.e), lists = Array.from({ length: graph.n }, () => []);
  for (let i = 0; i < ends.length; i += 2) { lists[ends[i]].push(ends[i + 1]); lists[ends[i + 1]].push(ends[i]); }
  return lists;
}

// By node that lies within `reach` edges of the root: how many.
function distancesFrom(graph, root, reach) {
  const neighbors = neighborsOf(graph), distance = new Map([[root, 0]]);
  for (const node of distance.keys())  // grows while it is gone through
    if (distance.get(node) < reach) for (const next of neighbors[node]) if (!distance.has(next)) distance.set(next, distance.get(node) + 1);
  return distance;
}

// The smallest of a cluster's examples that is drawn on this page and looks like most of the cluster.
function exampleOf(cluster) {
  if (!cluster.typical || !cluster.examples) return null;
  const wanted = [...cluster.typical.labels].sort().join("\n");
  const found = cluster.examples.filter((e) => drawnById.has(e.graph)).map((e) => {
    const graph = drawnById.get(e.graph), distance = distancesFrom(graph, e.node, cluster.reach), labels = unpack(graph.l);
    return { graph, root: e.node, distance, isTypical: [...distance.keys()].map((v) => labelName(graphs, labels[v])).sort().join("\n") === wanted };
  }).filter(({ graph }) => graph.b != null || graph.n <= mostAround);
  return found.sort((a, b) => b.isTypical - a.isTypical || a.graph.n - b.graph.n)[0] || null;
}

// `cluster 8 of kmeans`; which of the experiments found it first says nothing.
const clusterName = (cluster) => cluster.name.replace(/, experiment \d+/, "");

// What its typical slice looks like, for those who cannot see it.
const looksLike = (cluster) => (cluster.typical ? `Typical: ${cluster.typical.labels.join(" ")}` : clusterName(cluster));

function drawFragment(parent, cluster, size) {
  const example = exampleOf(cluster);
  if (example) drawGraph(add(parent, "div", null, { class: "fragment" }), graphs, example.graph, "slice", size, example);
  else if (cluster.typical) drawSlice(parent, looksLike(cluster), cluster.typical, size);
}

// The atoms that a slice sees as SMARTS, where labels are SMARTS. Bonds are any, as the kernel does not see which.
function smartsOf(cluster) {
  const slice = cluster.typical;
  if (!slice || slice.cut || !slice.labels.every((label) => /^\[[^\]]+\]$/.test(label))) return "";
  const neighbors = slice.labels.map(() => []);
  for (const [a, b] of slice.edges) { neighbors[a].push(b); neighbors[b].push(a); }
  const parent = new Map([[0, -1]]), children = slice.labels.map(() => []), rings = slice.labels.map(() => []);
  const visit = (node) => neighbors[node].forEach((next) => {
    if (!parent.has(next)) { parent.set(next, node); children[node].push(next); visit(next); }
  });
  visit(0);
  let ring = 0;
  for (const [a, b] of slice.edges) if (parent.get(a) !== b && parent.get(b) !== a) {
    ++ring;
    for (const end of [a, b]) rings[end].push(ring);
  }
  const mark = (n) => `~${n < 10 ? n : `%${n}`}`;
  const write = (node) => slice.labels[node] + rings[node].map(mark).join("") +
    children[node].map((child, i) => (i + 1 < children[node].length ? `(~${write(child)})` : `~${write(child)}`)).join("");
  return write(0);
}
