// How right a cross-validation was, and how sure.
function accuracyPanel(panel) {
  for (const run of judged) {
    add(panel, "h2", runName(run));
    const grid = add(panel, "div", null, { class: "charts" }), names = run.dataset.class_names, isShown = graphs && !byModel && run === judged.find((r) => r.isOfData);
    foldChart(add(grid, "div"), run);
    if (run.confusion) {
      const place = add(grid, "div");
      confusionMatrix(place, "Confusion (graphs)", run.confusion, names, names, isShown && filterAvailable() ? (r, c) => openMistakes(names[r], names[c]) : null);
      classTable(add(grid, "div"), run);
    }
    if (run.curves) {
      curveChart(add(grid, "div"), `ROC of class ${names[1]}, all folds in one${run.auroc == null ? "" : ` (mean area by fold ${run.auroc.toFixed(3)})`}`, "false positives", "true positives", run.curves.roc, [[0, 0], [1, 1]]);
      curveChart(add(grid, "div"), `Precision and recall of class ${names[1]}, all folds in one${run.average_precision == null ? "" : ` (mean average precision by fold ${run.average_precision.toFixed(3)})`}`, "recall", "precision",
        run.curves.precision_recall, [[0, run.curves.share], [1, run.curves.share]]);
    }
    if (isShown) sizeChart(add(grid, "div"));
    if (run.straddling_duplicates > 0) {
      const one = run.straddling_duplicates === 1, ownFolds = run.config.splits || (run.config.split_by ?? "random") !== "random";
      add(panel, "p", `${plural(run.straddling_duplicates, "test graph")} ${one ? "looks" : "look"} just like one of the training graphs, which flatters the result${ownFolds ? "" : "; the option --group-duplicates keeps such graphs together"}.`, { class: "note" });
    }
    addSureness(panel, run);
  }
}

const filterAvailable = () => graphs.graphs.some(isWrong);
// The mistakes of one cell of the confusion matrix.
function openMistakes(trueName, predictedName) {
  const [t, p] = [trueName, predictedName].map((name) => graphs.class_names.indexOf(name));
  if (t === p || t < 0 || p < 0) return;
  goTo("mistakes");
  if (filterMistakes) filterMistakes(t, p);
}
