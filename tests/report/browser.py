#!/usr/bin/env python3
"""Opens reports in Chromium and uses them as people do.

    browser.py DHGAK [--screenshots FOLDER] [--page PAGE.html ...]

Makes a report of the demo, one of hostile names, one of several runs, one of a model alone, one of many graphs and, where
the program has RDKit, one of molecules, and looks for console errors, requests, tabs, clicks, keys and faults of
accessibility (axe-core), and at size and load time. --page adds pages that are there already. Exit code 1 if anything is wrong.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import browser_defects
import browser_features
from browser_page import Page, check, faults

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \"'&\n\u202eright-to-left"
def check_tabs(report):
    page = report.page
    for tab in report.tabs():
        tab.click()
        panel = page.locator("#" + tab.get_attribute("aria-controls"))
        check(panel.is_visible() and len(panel.inner_text()) > 40,
              f"{report.name}: tab {tab.inner_text()} shows something")
        check(page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"),
              f"{report.name}: tab {tab.inner_text()} fits the width")
    first, last = report.tabs()[0], report.tabs()[-1]
    first.click()
    first.press("End")
    check(last.get_attribute("aria-selected") == "true", f"{report.name}: End goes to the last tab")
    last.press("ArrowRight")
    check(first.get_attribute("aria-selected") == "true", f"{report.name}: the right key goes round")


def check_map(report):
    page = report.page
    page.locator("#tab-map").click()
    title = page.locator("#panel-map section h2")
    page.locator("#panel-map path.point").nth(7).click(force=True)
    by_click = title.inner_text()
    check(by_click.startswith("Graph "), f"{report.name}: a click shows {by_click}")
    page.locator("#panel-map svg[role=group]").focus()
    page.keyboard.press("ArrowRight")
    check(title.inner_text() != by_click, f"{report.name}: an arrow key goes to {title.inner_text()}")
    page.locator("#panel-map section select").first.select_option("label")
    check("coloured by label" in page.locator("#panel-map section svg").first.get_attribute("aria-label"),
          f"{report.name}: nodes can be coloured by label")
    page.locator("#panel-map path.point").nth(3).hover(force=True)
    check(page.locator("#tip").is_visible(), f"{report.name}: hovering names the graph")
    before = title.inner_text()
    page.locator("#panel-map button.card").first.click()
    check(title.inner_text() != before, f"{report.name}: a neighbour can be opened")


def check_numbers(report):
    page = report.page
    page.locator("#tab-data").click()
    details = page.locator("#panel-data details").first
    details.locator("summary").click()
    details.locator("tbody tr").first.wait_for()
    check(details.locator("tbody tr").count() > 1, f"{report.name}: a chart has its numbers in a table")
    check("not used (dhgak-oa, the model)" in page.locator("#panel-data").inner_text(), f"{report.name}: the audit says that edge labels were not used")


def check_model(report):
    """A model without a run: what it is, and a warning where it learned from these graphs."""
    page = report.page
    check("A model that tells two classes" in page.locator("#summary").inner_text(), f"{report.name}: the summary says what it is")
    check("proves nothing" in page.locator("#panel-overview").inner_text(), f"{report.name}: it warns of training graphs")
    page.locator("#tab-mistakes").click()
    check("by the model" in page.locator("#panel-mistakes").inner_text(), f"{report.name}: the model's mistakes are there")


def check_isolated(report):
    """Text from right to left ends where its name ends."""
    for tab in report.tabs():
        tab.click()
    turned = report.page.evaluate("""[...document.querySelectorAll("p, li, td, th, h1, h2, h3, figcaption, span, text, div.faint")]
        .map((e) => e.textContent).filter((t) => t.split("\u202e").length > t.split("\u2069").length)""")
    check(not turned, f"{report.name}: names from right to left turn nothing else {turned[:2]}")


def check_size(browser, path):
    """Under 5 MB, and shown after a second of work at most."""
    report, megabytes = Page(browser, path), path.stat().st_size / 1e6
    report.close()
    check(megabytes < 5, f"{path.stem}: {megabytes:.2f} MB, under 5 MB")
    check(report.seconds < 1, f"{path.stem}: loads in {report.seconds:.2f} s of the processor, under 1 s")


def check_molecules(report):
    page = report.page
    page.locator("#tab-map").click()
    drawing = page.locator("#panel-map section svg").first
    check(drawing.locator("path").count() >= 12, f"{report.name}: bonds are lines")
    check("O" in drawing.locator("text").all_text_contents(), f"{report.name}: oxygens have their symbol")
    drawing.locator("circle.touch").first.hover()
    check(page.locator("#tip").inner_text().startswith("atom 0, label "), f"{report.name}: hovering names the atom")
    check(page.locator("#panel-map section h2").inner_text().count("alert(2)") == 1, f"{report.name}: names are text")


def check_accessible(report, when):
    axe = Axe()
    for tab in report.tabs():
        tab.click()
        found = axe.run(report.page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        names = [f'{v["id"]} at {v["nodes"][0]["target"]} ({len(v["nodes"])})' for v in serious]
        check(not serious, f"{report.name}, {when}, {tab.inner_text()}: accessible {names}")


def take_screenshots(browser, path, folder):
    for name, context in {"desktop": {"viewport": {"width": 1440, "height": 900}},
                          "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
                          "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2,
                                    "is_mobile": True}}.items():
        report = Page(browser, path, **context)
        for tab in report.tabs():
            tab.click()
            report.page.screenshot(path=folder / f"{path.stem}-{name}-{tab.get_attribute('id')}.png",
                                   full_page=True)
        report.close()
    report = Page(browser, path)
    report.page.pdf(path=folder / f"{path.stem}.pdf", format="A4")
    report.close()


def dhgak(program, *arguments):
    subprocess.run([program, "-q", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def make_pages(program, folder):
    """The demo; the same with names that would do harm if they were not escaped; several runs."""
    demo, run, model = folder / "demo.html", folder / "run.json", folder / "model.dhgak"
    small = ["--H", "3", "--T", "2"]
    dhgak(program, "demo", *small, "--report", demo, "--json", run)
    dhgak(program, "fit", "demo", *small, "-o", model)
    dhgak(program, "search", "demo", "--H", "1,2", "--T", "1", "--cluster-factor", "0.5,1", "--folds", "3",
          "--json", folder / "search.json")
    other = json.loads(run.read_text())
    other["config"]["kernel"] = HOSTILE
    other["dataset"]["name"] = HOSTILE
    names = dict(zip(other["dataset"]["class_names"], (HOSTILE, HOSTILE + "2")))
    other["dataset"]["class_names"] = list(names.values())
    for fold in other["folds"]:
        for prediction in fold["predictions"]:
            prediction["class"] = names[prediction["class"]]
    odd = folder / "</script".replace("/", "_") / "x<img src=x onerror=alert(1)>.json"
    odd.parent.mkdir()
    odd.write_text(json.dumps(other))
    hostile, several = folder / "hostile.html", folder / "several.html"
    dhgak(program, "report", odd, "--model", model, "--data", "demo", "-o", hostile)
    dhgak(program, "report", run, folder / "search.json", "--data", "demo", "-o", several)
    alone = folder / "alone.html"
    dhgak(program, "report", "--model", model, "--data", "demo", "-o", alone)
    return demo, hostile, several, alone, run, model


def make_large(program, folder):
    """Five thousand molecules, a few more atoms than NCI1 has."""
    data, model, page = folder / "many", folder / "many.dhgak", folder / "many.html"
    dhgak(program, "generate", "--graphs", 5000, "--noise", 0.05, "-o", data)
    dhgak(program, "fit", data, "--H", 2, "--T", 1, "--C", 1, "-o", model)
    dhgak(program, "report", "--model", model, "--data", data, "-o", page)
    return page


def make_molecules(program, folder):
    """Benzoic acids with hostile names; none where the program has no RDKit."""
    table, model, page = folder / "acids.csv", folder / "acids.dhgak", folder / "molecules.html"
    name = HOSTILE.replace('"', '""')
    groups = ["C", "Cl", "[N+](=O)[O-]", "N", "C#N", "OC", "[C@@H](N)C(=O)O", "S(N)(=O)=O"]
    table.write_text("smiles,name,acid\n" + "".join(
        f'{acid}c1ccc({group})cc1,"{name}",{is_acid}\n' for group in groups for acid, is_acid in (("OC(=O)", 1), ("COC(=O)", 0))))
    if subprocess.run([program, "info", table], capture_output=True).returncode != 0:
        return None
    run = folder / "acids.json"
    dhgak(program, "cv", table, "--class", "acid", "--kernel", "wl", "--folds", "2", "--inner-folds", "2", "--json", run)
    dhgak(program, "fit", table, "--class", "acid", "--kernel", "wl", "-o", model)
    dhgak(program, "report", run, "--model", model, "--data", table, "--class", "acid", "-o", page)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path, action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        *pages, run, model = make_pages(arguments.program, pathlib.Path(scratch))
        large = make_large(arguments.program, pathlib.Path(scratch))
        molecules = make_molecules(arguments.program, pathlib.Path(scratch))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        made = browser_defects.check_all(arguments.program, browser, pathlib.Path(scratch), pages[0], run, model, pages[2], molecules)
        browser_features.check_all(arguments.program, browser, pathlib.Path(scratch), made, pages[0], run, model, molecules)
        for path in pages:
            report = Page(browser, path, viewport={"width": 1280, "height": 900})
            check_tabs(report)
            if path.stem == "hostile":
                check_isolated(report)
            if path.stem == "alone":
                check_model(report)
            report.check_clean()
            report.close()
        for when, context in {"light": {}, "dark": {"color_scheme": "dark"}}.items():
            report = Page(browser, pages[0], **context)
            if when == "light":
                check_map(report)
                check_numbers(report)
            check_accessible(report, when)
            report.check_clean()
            report.close()
        if molecules:
            report = Page(browser, molecules)
            check_molecules(report)
            check_accessible(report, "light")
            check_tabs(report)
            report.check_clean()
            report.close()
        phone = Page(browser, pages[0], viewport={"width": 390, "height": 844}, is_mobile=True)
        check_tabs(phone)
        phone.close()
        for when, path, context in (("light", made["compared"], {}), ("dark", pages[2], {"color_scheme": "dark"})):
            report = Page(browser, path, **context)
            check_accessible(report, when)
            report.close()
        report = Page(browser, pages[0], viewport={"width": 720, "height": 1018})  # A4 less its margins
        report.page.emulate_media(media="print")
        report.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        check(all(panel.is_visible() for panel in report.page.locator("[role=tabpanel]").all()),
              "print: all parts are there")
        cut = report.page.locator(".scroll").evaluate_all("(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.getAttribute('aria-label'))")
        check(not cut, f"print: no table is cut off {cut[:2]}")
        report.close()
        for path in [large, *arguments.page]:
            check_size(browser, path.resolve())
            report = Page(browser, path.resolve())
            check_tabs(report)
            report.check_clean()
            report.close()
        if arguments.screenshots:
            arguments.screenshots.mkdir(parents=True, exist_ok=True)
            for path in [pages[0], *arguments.page]:
                take_screenshots(browser, path.resolve(), arguments.screenshots)
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
