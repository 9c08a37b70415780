// Runs by names that tell them apart, and the commands behind them.
const judged = facts.runs.filter((run) => run.folds);
const plainName = (run) => (run.config && run.config.kernel ? `${run.dataset ? run.dataset.name + ", " : ""}${run.config.kernel}` : run.file);
const optionOf = (run, name) => JSON.stringify(run.config[name] ?? null);

// Of runs of one name: the options in which they differ, or where there are none, their files.
function namesOfRuns(runs) {
  const names = new Map();
  for (const { values } of d3.nest().key(plainName).entries(runs)) {
    const options = [...new Set(values.flatMap((run) => Object.keys(run.config || {})))].filter((name) => name !== "threads" && name !== "data" && new Set(values.map((run) => optionOf(run, name))).size > 1);
    for (const run of values) {
      const differing = options.filter((name) => run.config[name] != null).map((name) => `${name}=${textOf(run.config[name])}`).join(" ");
      const isUnique = differing && values.every((other) => other === run || options.some((name) => optionOf(other, name) !== optionOf(run, name)));
      names.set(run, values.length === 1 ? plainName(run) : isUnique ? `${plainName(run)} (${differing})` : `${plainName(run)} (${differing ? `${differing}, ` : ""}${run.file})`);
    }
  }
  return names;
}
const runNames = namesOfRuns(facts.runs);
const runName = (run) => runNames.get(run) ?? plainName(run);

const shellQuoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);
const moleculeOptions = { smiles: "--smiles", class: "--class", name: "--name", atoms: "--atoms", bad: "--bad" };

// `dhgak cv DATA --kernel ...`: the options of a configuration that are not the defaults, with changes; null leaves one out.
function commandOf(verb, run, point, changes = {}, rest = "") {
  const options = { ...point, ...changes }, words = [`dhgak ${verb} ${shellQuoted(run.config.data)}`];
  for (const [name, flag] of Object.entries(moleculeOptions)) if (run.config[name]) words.push(`${flag} ${shellQuoted(String(run.config[name]))}`);
  if (run.config.stereo) words.push("--stereo");
  for (const [name, value] of Object.entries(options)) {
    if (value == null || name === "data" || name === "threads" || name in moleculeOptions || name === "stereo" || JSON.stringify(value) === JSON.stringify(facts.defaults[name])) continue;
    const flag = `--${(name === "split_by" ? "split" : name).replace(/_/g, "-")}`;
    words.push(value === true ? flag : `${flag} ${shellQuoted(Array.isArray(value) ? value.join(",") : String(value))}`);
  }
  return words.join(" ") + rest;
}

// Of a configuration, without what it is judged by.
const kernelOptions = (run) => Object.fromEntries(Object.entries(run.config).filter(([name]) => name === "kernel" || pointNames.has(name)));
const pointNames = new Set(["kernel", "nlm", "H", "b", "alpha", "cluster", "cluster_factor", "T", "codebook_graphs", "refine", "edges", "attributes", "short_hops", "hop0", "first_hop"]);

// A command with a button that copies it.
function addCommand(parent, command) {
  const line = add(parent, "div", null, { class: "command" });
  add(line, "code", command);
  addCopy(line, "command", command);
}
