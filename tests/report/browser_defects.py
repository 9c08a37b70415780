"""What reports once got wrong, each shown to be right, on pages made for it."""
import json
import random
import subprocess

from browser_page import Page


def dhgak(program, *arguments):
    return subprocess.run([program, "-q", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def write_graphs(folder, graphs):
    """A TU folder of (class, labels, edges)."""
    folder.mkdir()
    arcs, owners, labels, classes, first = [], [], [], [], 1
    for number, (name, of_nodes, edges) in enumerate(graphs, 1):
        arcs += [f"{first + a}, {first + b}\n{first + b}, {first + a}\n" for a, b in edges]
        owners += [f"{number}\n"] * len(of_nodes)
        labels += [f"{label}\n" for label in of_nodes]
        classes.append(f"{name}\n")
        first += len(of_nodes)
    for part, lines in {"A": arcs, "graph_indicator": owners, "node_labels": labels, "graph_labels": classes}.items():
        (folder / f"{folder.name}_{part}.txt").write_text("".join(lines))
    return folder


def chain(labels):
    return labels, [(v, v + 1) for v in range(len(labels) - 1)]


def make_duplicates(folder):
    """Twenty chains that are all the same and unlike sixty others, which all differ."""
    draw = random.Random(5)
    others = []
    for i in range(60):
        labels = [draw.choice((1, 2, 3)) for _ in range(12 + i % 5)]
        others.append((1 + (labels.count(1) > labels.count(2)), *chain(labels)))
    return write_graphs(folder / "stacked", [(1, *chain([9] * 6))] * 20 + others)


def make_pages(program, folder, run, model):
    """By name: the pages that the defects are looked for on."""
    pages = {}

    def report(name, *arguments):
        pages[name] = folder / f"{name}.html"
        dhgak(program, "report", *arguments, "-o", pages[name])

    small = ["--H", 2, "--T", 2, "--folds", 4, "--inner-folds", 2]
    stacked = make_duplicates(folder)
    dhgak(program, "cv", stacked, *small, "--json", folder / "stacked.json")
    dhgak(program, "fit", stacked, "--H", 2, "--T", 2, "-o", folder / "stacked.dhgak")
    report("stacked", folder / "stacked.json", "--model", folder / "stacked.dhgak", "--data", stacked)
    report("foreign", "--model", folder / "stacked.dhgak", "--data", "demo")

    dhgak(program, "compare", "demo", stacked, "--kernels", "wl,wl-oa,sp,vertex-histogram", "--folds", 3, "--inner-folds", 2, "--json", folder / "compare.json")
    compared = json.loads((folder / "compare.json").read_text())
    for kernel, rank in zip(compared["compare"]["kernels"], (1.5, 1.5, 3.625, 3.375)):
        kernel["mean_rank"] = rank
    compared["compare"]["critical_difference"] = 9
    (folder / "compare.json").write_text(json.dumps(compared))
    report("compared", folder / "compare.json")

    (folder / "table.json").write_text(json.dumps({"experiment": "table1", "quick": True, "rows": [
        {"dataset": "MUTAG", "majority": 0.66, "results": [{"method": "wl", "mean": 0.84, "paper": {"mean": 0.85}}, {"method": "sp", "unavailable": "none"}]}]}))
    (folder / "plane.json").write_text(json.dumps({"experiment": "fig4", "planes": [{"dataset": "MUTAG", "points": [
        {"point": {"H": h, "cluster_factor": f}, "test_accuracy": {"mean": 0.8 + 0.01 * h + 0.02 * f}} for h in (1, 5, 9) for f in (0.1, 2)]}]}))
    report("reproduced", folder / "table.json", folder / "plane.json")

    other = json.loads(run.read_text())
    other["config"]["H"] = 9
    for fold in other["folds"]:
        fold["accuracy"] -= 0.05
    other["accuracy"]["mean"] -= 0.05
    (folder / "other.json").write_text(json.dumps(other))
    report("pair", run, folder / "other.json", "--model", model, "--data", "demo")
    return pages


def texts(locator):
    return locator.all_inner_texts()


def check_clusters_are_fragments(report):
    """D1: clusters of molecules have their atoms as text, inside a molecule; no two cards look alike."""
    panel = report.open("clusters")
    pictures = panel.locator(".card .slice svg")
    report.check(pictures.count() >= 4 and panel.locator(".card .slice canvas, .card .slice img").count() == 0, "D1 clusters are drawings")
    report.check(panel.locator(".card .slice .fragment").count() == pictures.count(), "D1 each lies in a molecule")
    report.check(all(picture.locator("circle.root").count() == 1 for picture in pictures.all()), "D1 its middle is marked")
    drawn = [picture.inner_html() + card for picture, card in zip(pictures.all(), texts(panel.locator(".card .smarts span")))]
    report.check(len(set(drawn)) == len(drawn) or len(set(texts(panel.locator(".card .smarts span")))) >= 3, "D1 they differ")
    report.check(any(text in ("O", "N", "Cl", "S") for text in pictures.locator("tspan").all_text_contents()), "D1 atoms have their symbols")
    report.check(all(text.startswith("[") for text in texts(panel.locator(".card .smarts span"))), "D1 each has its SMARTS")
    panel.get_by_role("button", name="List the").first.click()
    detail = report.page.locator("#panel-map section.detail")
    report.check("molecule" in detail.locator("h2").inner_text() and detail.locator("tbody tr").count() > 0, "D1 a link lists the molecules that have it")


def check_repeats_are_united(report):
    """D2: clusters that the experiments find again are one line."""
    report.open("map")
    seen = report.page.evaluate("""graphs.graphs.map((g) => { const lines = unite(g.x.c).map((line) => line.cluster && line.cluster.typical &&
        JSON.stringify([line.cluster.hop, line.cluster.typical, line.cluster.slices, line.cluster.share_of_graphs])).filter(Boolean); return [lines.length, new Set(lines).size]; })""")
    report.check(all(lines == different for lines, different in seen), "D2 no two clusters of a graph are the same")
    report.check(sorted(lines for lines, _ in seen)[len(seen) // 2] >= 4, "D2 about six are left")
    united = report.page.evaluate("graphs.graphs.flatMap((g) => g.x.c).some(([, , , like]) => like > 1)")
    report.check(united, "D2 repeats were united")


def check_mistakes_have_no_scores(report):
    """D3: mistakes are not shaded by a model that has learned them."""
    panel = report.open("mistakes")
    labels = [svg.get_attribute("aria-label") for svg in panel.locator(".card svg").all()]
    report.check(labels and all("without scores" in label for label in labels), "D3 mistakes are drawn plain")
    report.check("drawn without scores" in panel.inner_text() and "says the true class" in panel.inner_text(), "D3 the page says so")
    decisions = [abs(float(text.split("decision ")[1].split()[0])) for text in texts(panel.locator(".card .faint")) if "decision " in text]
    report.check(decisions == sorted(decisions, reverse=True) and len(decisions) > 1, "D3 the surest are first")
    panel.locator(".card").first.click()
    report.check("do not tell why" in report.page.locator("#panel-map section.detail .note").inner_text(), "D3 an opened mistake says whose scores are shown")


def check_map_is_not_squeezed(report):
    """D4: a far heap does not squeeze the map; its graphs can all be reached."""
    panel = report.open("map")
    panel.locator("svg.map").wait_for()
    spread = report.page.evaluate("""(() => { const xs = [...document.querySelectorAll("#panel-map path.point")].map((p) => p.transform.baseVal[0].matrix.e).sort((a, b) => a - b);
        return (xs[Math.floor(0.95 * xs.length)] - xs[Math.floor(0.05 * xs.length)]) / 600; })()""")
    report.check(spread > 0.5, f"D4 the marks take {spread:.2f} of the width")
    counts = [int(text) for text in panel.locator("text.count").all_text_contents()]
    report.check(max(counts) == 20, f"D4 a heap has its number {counts[:3]}")
    panel.get_by_label("Find a graph").fill("3")
    panel.get_by_label("Find a graph").press("Enter")
    title, names = panel.locator("section h2"), set()
    for _ in range(20):
        panel.locator("svg.map").focus()
        report.page.keyboard.press("Enter")
        names.add(title.inner_text())
    report.check(len(names) == 20, f"D4 keys reach all {len(names)} graphs of a heap")
    report.check("20 graphs lie at this place" in panel.inner_text() and panel.locator("section p button.link").count() >= 19, "D4 they are listed")


def check_tables_fit(report):
    """D5: no table is cut off on a desktop, and no unit stands on a line of its own."""
    for part in ("compare", "overview"):
        panel = report.open(part)
        cut = panel.locator(".scroll").evaluate_all("(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.getAttribute('aria-label'))")
        report.check(not cut, f"D5 no table of {part} is cut off {cut[:2]}")
    broken = report.open("compare").locator("td").evaluate_all("(all) => all.filter((e) => / (%|ms|s|MiB)$/.test(e.textContent)).map((e) => e.textContent)")
    report.check(not broken, f"D5 units stay with their numbers {broken[:2]}")


def check_ties(report):
    """D6: who is tied is said to be, and which test p is of."""
    summary, panel = report.page.locator("#summary").inner_text(), report.open("compare").inner_text()
    report.check("wl and wl-oa are tied" in summary and "do not tell any of the kernels apart" in summary, "D6 a tie is a tie")
    report.check("corrected resampled t-test" in panel and "not corrected for the number of kernels" in panel, "D6 the test of p has its name")
    report.check("Wilcoxon's test needs 6" in panel, "D6 why there is no p over datasets")
    report.check("0.000" not in texts(report.page.locator("#panel-compare td")), "D6 no p is 0.000")
    report.check("3.62" in panel and "3.63" not in panel and "3.38" in panel, "D11 ranks are rounded as the program does")


def check_choice(report):
    """D7: what a search chose, with the command that uses it."""
    panel = report.open("search")
    text = panel.inner_text()
    report.check("What the search chose" in text and "dhgak fit demo" in text and "-o MODEL.dhgak" in text, "D7 the chosen options have their command")
    report.check(panel.locator("rect.marked").count() == 1, "D7 the chosen cell is marked")
    report.check("folds chose, each by its training graphs" in text, "D7 the choices of the folds are there")
    report.check("to take that for the result would be to choose by the test" in text, "D7 the headline is explained")
    report.check("dhgak fit demo" in report.open("overview").inner_text(), "D7 the overview has the command, too")


def check_reproduced(report):
    """D8: runs of the paper have an overview."""
    panel = report.open("overview")
    report.check(panel.locator("tbody tr").count() >= 2 and panel.locator("svg").count() >= 2, "D8 the overview has numbers and charts")
    report.check("table1 and fig4" in report.page.locator("#summary").inner_text(), "D8 the summary names all experiments")
    axis = report.open("paper").locator("figure svg text.axis").all_text_contents()
    report.check(axis[:2] == ["H", "cluster_factor"], f"D8 axes are those of the Markdown table {axis[:2]}")


def check_runs_differ(report):
    """D9: runs of one kernel have names that tell them apart, and a difference with its test."""
    panel = report.open("overview")
    names = texts(panel.locator("table").filter(has_text="Judged on unseen graphs").locator("tbody th"))
    report.check(len(set(names)) == 2 and any("H=9" in name for name in names), f"D9 names differ {names}")
    text = panel.inner_text()
    report.check("What differs" in text and "−5.0" in text and "corrected resampled t-test" in text, "D9 their difference is tested on equal folds")
    marks = panel.locator("figure").first.locator("circle.mean").count()
    report.check(marks == 2, "D9 they are side by side in a chart")


def check_opened_graph(report):
    """D10: an opened graph has its name in sight, the node is marked, and Back and addresses work."""
    panel = report.open("clusters")
    panel.locator("p.faint button.link").nth(1).click()
    wanted = report.page.evaluate("location.hash")
    heading = report.page.locator("#panel-map section.detail h2")
    tabs, box = report.page.locator("nav").bounding_box(), heading.bounding_box()
    report.check(box["y"] >= tabs["y"] + tabs["height"] - 1, f"D10 the name is below the tabs ({box['y']:.0f})")
    report.check(panel.page.locator("#panel-map figure.graph circle[stroke-width='2.5'], #panel-map figure.graph circle.root").count() == 1, "D10 the node is marked")
    report.check(wanted.startswith("#graph="), f"D10 a graph has an address {wanted}")
    for _ in range(2):
        report.page.get_by_label("Larger").click()
        report.page.wait_for_timeout(200)
    last = report.page.evaluate("graphs.graphs[graphs.graphs.length - 1].id")
    for number in (0, last):
        report.page.get_by_label("Find a graph").fill(str(number))
        report.page.get_by_label("Find a graph").press("Enter")
        seen = report.page.evaluate("(() => { const c = document.querySelector('#panel-map circle.chosen'); return [c.cx.baseVal.value, c.cy.baseVal.value]; })()")
        report.check(0 <= seen[0] <= 600 and 0 <= seen[1] <= 520, f"D10 graph {number} is inside the enlarged map")
    for _ in range(8):
        report.page.go_back()
        if report.page.locator("#panel-clusters").is_visible():
            break
    report.check(report.page.locator("#panel-clusters").is_visible(), "Back leads to where one was")


def check_rims(report):
    """D12: the chosen mark does not look wrong, and the text does not name a colour that differs in the dark."""
    panel = report.open("map")
    classes = report.page.evaluate("""(() => { const ring = document.querySelector('#panel-map circle.chosen'), wrong = document.querySelector('#panel-map path.wrong');
        return [getComputedStyle(ring).stroke, getComputedStyle(wrong).stroke]; })()""")
    report.check(classes[0] != classes[1], f"D12 chosen and wrong differ {classes}")
    report.check("ark rim" not in panel.inner_text() and "wrongly predicted" in panel.inner_text(), "D12 the legend shows the rim")


def check_colours(report):
    """D14: colours of classes mean classes only."""
    report.open("clusters")
    used = report.page.evaluate("""[...document.querySelectorAll('#panel-clusters .slice svg circle')].map((e) => e.getAttribute('fill'))""")
    report.check(used and not [fill for fill in used if fill.startswith("var(--c")], "D14 nodes of clusters have no colour of a class")
    report.open("accuracy")
    dots = report.page.evaluate("[...document.querySelectorAll('#panel-accuracy figure svg circle')].slice(0, 3).map((e) => e.getAttribute('fill'))")
    report.check(dots and not [fill for fill in dots if fill.startswith("var(--c")], "D14 folds have none")
    report.open("map")
    report.page.locator("#panel-map section select").first.select_option("label")
    labels = report.page.evaluate("[...document.querySelectorAll('#panel-map figure.graph g.node circle')].map((e) => e.getAttribute('fill'))")
    report.check(labels and not [fill for fill in labels if fill.startswith("var(--c")], "D14 labels have none")


def check_foreign(report):
    """D15: a model of other classes is named as such."""
    text = report.page.locator("#summary").inner_text()
    report.check("knows none of the classes" in text and "learned from stacked" in text, "D15 the summary says that the model is of other graphs")
    report.check("means little" in report.open("overview").locator(".warnings").inner_text(), "D15 and so do the warnings")


def check_counts(report):
    """D16: bars show how many of a cluster graphs have, and a card on both lists says so."""
    panel = report.open("clusters")
    report.check("per graph, in" in panel.locator(".shares li").first.inner_text(), "D16 bars count")
    both = report.page.evaluate("graphs.important[0].clusters.filter(([c]) => graphs.important[1].clusters.some(([d]) => d === c)).length")
    report.check(panel.get_by_text("How many there are decides").count() == 2 * both, f"D16 {both} clusters of both classes say that their number decides")


def check_small_things(report):
    """Names and small wrongs that the review listed."""
    report.open("map")
    report.page.get_by_label("Find a graph").fill("no such graph")
    report.page.get_by_label("Find a graph").press("Enter")
    report.check("There is none" in report.page.locator("#panel-map section.detail").inner_text(), "what is not found is said")
    text = report.open("clusters").inner_text() + report.open("map").inner_text()
    report.check("+0 elsewhere" not in text and "+0 for" not in text, "no score is +0")
    wrong = report.page.evaluate("graphs.graphs.filter((g) => g.x.v < 0).slice(0, 5).map((g) => speaksFor(g.x.v, g.x.f))")
    report.check(wrong and all(not text.startswith("−") for text in wrong), f"a decision speaks for its class {wrong[:1]}")


def check_all(program, browser, folder, demo, run, model, several, molecules):
    pages = make_pages(program, folder, run, model)
    desktop = {"viewport": {"width": 1440, "height": 900}}
    plan = [(demo, [check_repeats_are_united, check_mistakes_have_no_scores, check_opened_graph, check_rims, check_colours, check_counts, check_small_things]),
            (pages["stacked"], [check_map_is_not_squeezed]), (pages["compared"], [check_tables_fit, check_ties]), (several, [check_choice]),
            (pages["reproduced"], [check_reproduced]), (pages["pair"], [check_runs_differ]), (pages["foreign"], [check_foreign])]
    if molecules:
        plan.append((molecules, [check_clusters_are_fragments]))
    for path, checks in plan:
        for each in checks:
            report = Page(browser, path, **desktop)
            each(report)
            report.check_clean()
            report.close()
    return pages
