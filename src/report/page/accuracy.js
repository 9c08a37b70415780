// How right a cross-validation was.
function accuracyPanel(panel) {
  for (const run of judged) {
    add(panel, "h2", runName(run));
    const grid = add(panel, "div", null, { class: "charts" }), names = run.dataset.class_names;
    foldChart(add(grid, "div"), run);
    if (run.confusion) confusionMatrix(add(grid, "div"), "Confusion (graphs)", run.confusion, names, names);
    if (run.curves) {
      curveChart(add(grid, "div"), `ROC of class ${names[1]}, all folds in one${run.auroc == null ? "" : ` (mean area by fold ${run.auroc.toFixed(3)})`}`, "false positives", "true positives", run.curves.roc, [[0, 0], [1, 1]]);
      curveChart(add(grid, "div"), `Precision and recall of class ${names[1]}, all folds in one${run.average_precision == null ? "" : ` (mean average precision by fold ${run.average_precision.toFixed(3)})`}`, "recall", "precision",
        run.curves.precision_recall, [[0, run.curves.share], [1, run.curves.share]]);
    }
    if (run.straddling_duplicates > 0) {
      const one = run.straddling_duplicates === 1, ownFolds = run.config.splits || (run.config.split_by ?? "random") !== "random";
      add(panel, "p", `${plural(run.straddling_duplicates, "test graph")} ${one ? "looks" : "look"} just like one of the training graphs, which flatters the result${ownFolds ? "" : "; the option --group-duplicates keeps such graphs together"}.`, { class: "note" });
    }
  }
}
