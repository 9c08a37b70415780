"""What readers of a report can do with it: map, lists, files to take away, names, how sure a run was."""
import csv
import pathlib
from xml.etree import ElementTree

from browser_defects import dhgak
from browser_page import Page

DESKTOP = {"viewport": {"width": 1440, "height": 900}}
SVG = "{http://www.w3.org/2000/svg}"


def places(report):
    return report.page.evaluate("[...document.querySelectorAll('#panel-map path.point')].map((p) => p.getAttribute('transform'))")


def fills(report):
    return report.page.evaluate("[...document.querySelectorAll('#panel-map path.point')].map((p) => p.getAttribute('fill'))")


def check_map_views(report):
    """Two layouts, colours by what is known, classes that hide."""
    panel = report.open("map")
    before = places(report)
    panel.locator(".tools select").nth(0).select_option("neighbors")
    report.check(places(report) != before and "t-SNE" in panel.inner_text(), "the map has a second layout")
    by_class = fills(report)
    for key in ("predicted", "error", "sureness", "decision", "size"):
        panel.locator(".tools select").nth(1).select_option(key)
        report.check(len(set(fills(report))) > 1, f"marks can be coloured by {key}")
    panel.locator(".tools select").nth(1).select_option("class")
    report.check(fills(report) == by_class, "and by class again")
    toggle = panel.locator("button.toggle").first
    toggle.click()
    hidden = report.page.evaluate("[...document.querySelectorAll('#panel-map path.point')].filter((p) => p.getAttribute('display') === 'none').length")
    of_class = report.page.evaluate("graphs.graphs.filter((g) => g.t === 0).length")
    report.check(0 < hidden <= of_class and panel.locator("button.toggle").first.get_attribute("aria-pressed") == "false", f"the legend hides a class ({hidden} marks)")


def check_lasso(report):
    """Drawing around marks lists them."""
    panel = report.open("map")
    panel.get_by_role("button", name="Lasso").click()
    box = panel.locator("svg.map").bounding_box()
    corners = [(2, 2), (box["width"] - 3, 2), (box["width"] - 3, box["height"] - 3), (2, box["height"] - 3)]
    report.page.mouse.move(box["x"] + 2, box["y"] + 2)
    report.page.mouse.down()
    for x, y in corners[1:]:
        report.page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    report.page.mouse.up()
    rows = panel.locator("section tbody tr").count()
    report.check(rows == report.page.evaluate("graphs.graphs.length"), f"the lasso lists {rows} graphs")
    panel.locator("section tbody button.link").nth(5).click()
    report.check(panel.locator("section h2").inner_text().startswith("Graph "), "one of them can be opened")


def check_explanation(report):
    """A bar chart from the bias to the decision, whose bars add up."""
    panel = report.open("map")
    panel.locator("section rect.step").first.wait_for()
    steps = report.page.evaluate("""graphs.graphs.slice(0, 20).map((g) => { const place = document.createElement("div");
        waterfall(place, g, unite(g.x.c)); const bars = [...place.querySelectorAll("rect.step")].map((r) => [r.x.baseVal.value, r.x.baseVal.value + r.width.baseVal.value]);
        const touches = (a, b) => Math.min(...a.flatMap((x) => b.map((y) => Math.abs(x - y)))) < 1.5;
        return bars.slice(1).every((bar, i) => touches(bar, bars[i])); })""")
    report.check(all(steps), "each bar of a decision begins where the one before ends")
    used = report.page.evaluate("[...document.querySelectorAll('#panel-map section rect.step')].map((r) => r.getAttribute('fill'))")
    report.check(set(used) <= {"var(--c0)", "var(--c1)"}, f"in the colours of the classes {sorted(set(used))}")


def check_sureness(report):
    panel = report.open("accuracy")
    text = panel.inner_text()
    for title in ("Decision values by class", "Reliability", "Accuracy against sureness", "What is left at a level", "By class", "Accuracy by size"):
        report.check(title in text, f"{title} is there")
    curve = report.page.evaluate("coverageCurve(decisionsOf(judged[0])).map((p) => [p.covered, p.accuracy])")
    report.check(abs(curve[-1][1] - report.page.evaluate("d3.sum(judged[0].confusion, (row, c) => row[c]) / d3.sum(judged[0].confusion, (row) => d3.sum(row))")) < 0.02, "all graphs together are right as often as the confusion says")


def check_files(report, folder):
    """Charts as SVG and PNG, tables as CSV."""
    panel = report.open("accuracy")
    kept = {}
    for kind in ("SVG", "PNG", "CSV"):
        with report.page.expect_download() as download:
            panel.get_by_role("button", name=f"Save as {kind}").first.click()
        kept[kind] = pathlib.Path(folder) / download.value.suggested_filename
        download.value.save_as(kept[kind])
    drawn = ElementTree.parse(kept["SVG"]).getroot()
    report.check(drawn.tag == SVG + "svg" and len(list(drawn.iter(SVG + "circle"))) >= 3 and "var(" not in kept["SVG"].read_text(), f"an SVG stands alone: {kept['SVG'].name}")
    report.check(kept["PNG"].read_bytes()[:4] == b"\x89PNG" and kept["PNG"].stat().st_size > 5000, "a PNG is a picture")
    rows = list(csv.reader(kept["CSV"].open()))
    report.check(rows[0] == ["class", "graphs", "recall", "precision", "F1"] and len(rows) == 3, f"a CSV has the table {rows[:1]}")


def check_sorting(report):
    panel = report.open("compare")
    table = panel.locator("table").filter(has_text="mean rank").first
    ranks = lambda: [float(text) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]
    table.get_by_role("button", name="mean rank").click()
    report.check(ranks() == sorted(ranks()) and table.locator("th[aria-sort=ascending]").count() == 1, "a heading sorts")
    table.get_by_role("button", name="mean rank").click()
    report.check(ranks() == sorted(ranks(), reverse=True), "and sorts the other way round")


def check_addresses(browser, path):
    wanted = Page(browser, path, "#graph=7", **DESKTOP)
    wanted.check(wanted.page.locator("#panel-map section h2").inner_text().startswith("Graph 7"), "#graph=7 opens graph 7")
    wanted.check_clean()
    wanted.close()
    for part in ("clusters", "mistakes"):
        report = Page(browser, path, f"#{part}", **DESKTOP)
        report.check(report.page.locator(f"#panel-{part}").is_visible(), f"#{part} is an address as before")
        report.close()


def check_molecule_search(report):
    panel = report.open("map")
    find = panel.get_by_label("Find a graph")
    find.fill("C#N")
    find.press("Enter")
    report.check(panel.locator("section tbody tr").count() >= 2 and "C#N" in panel.locator("section tbody").inner_text(), "molecules are found by SMILES")
    panel.locator("section tbody button.link").first.click()
    report.check("C#N" in panel.locator("section p.smarts").inner_text() and panel.get_by_role("button", name="Copy SMILES").count() == 1, "a molecule has its SMILES to copy")
    panel.locator("path.point").nth(2).hover(force=True)
    report.check(report.page.locator("#tip svg").count() == 1, "hovering shows the molecule")


def check_next_steps(report):
    text = report.open("overview").inner_text()
    report.check("dhgak cv demo" in text and "--edges use" in text, "the overview has commands to try next")
    report.check(report.page.evaluate("facts.defaults.H") is not None and "--alpha" not in text, "which leave out the defaults")
    heights = report.page.evaluate("""[...document.querySelectorAll("#panel-overview .look, #panel-overview .cards.three")].map((e) => e.getBoundingClientRect().top)""")
    report.check(len(heights) == 2 and max(heights) < 900, f"charts and fragments begin on the first screen {heights}")


def check_confusion_opens_mistakes(report):
    report.open("accuracy")
    cells = report.page.evaluate("judged[0].confusion[1][0]")
    report.page.locator("#panel-accuracy figure").nth(1).locator("svg g").nth(2).click()
    report.check(report.page.locator("#panel-mistakes").is_visible() and report.page.locator("#panel-mistakes .card").count() == cells, f"a cell of the confusion opens its {cells} mistakes")


def check_names(report):
    text = report.page.locator("#summary").inner_text() + report.open("clusters").inner_text() + report.open("data").inner_text()
    report.check("apart" in text and "carbon" in text and "meta" not in text, "classes and labels have the names that were given")


def check_all(program, browser, folder, pages, demo, run, model, molecules):
    (folder / "names.txt").write_text("class,meta,apart\nlabel,C,carbon\n")
    named = folder / "named.html"
    dhgak(program, "report", run, "--model", model, "--data", "demo", "--names", folder / "names.txt", "-o", named)
    plan = [(demo, [check_map_views, check_lasso, check_explanation, check_sureness, lambda report: check_files(report, folder), check_next_steps, check_confusion_opens_mistakes]),
            (pages["compared"], [check_sorting]), (named, [check_names])]
    if molecules:
        plan.append((molecules, [check_molecule_search]))
    for path, checks in plan:
        for each in checks:
            report = Page(browser, path, **DESKTOP)
            each(report)
            report.check_clean()
            report.close()
    check_addresses(browser, demo)
