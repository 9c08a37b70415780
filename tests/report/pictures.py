#!/usr/bin/env python3
"""Takes the pictures of reports that the documentation shows.

    build/venv-browser/bin/python tests/report/pictures.py DHGAK MUTAG BACE.csv docs/images

MUTAG is a TU folder, BACE.csv a table of molecules (columns mol and Class). `make browser` makes the environment.
"""
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright


MUTAG_NAMES = "class,1,mutagenic\nclass,-1,not mutagenic\nlabel,0,C\nlabel,1,N\nlabel,2,O\nlabel,3,F\nlabel,4,I\nlabel,5,Cl\nlabel,6,Br\n"


def dhgak(program, *arguments):
    subprocess.run([program, "-q", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def report(program, page, data, read=(), show=()):
    run, model = page.with_suffix(".json"), page.with_suffix(".dhgak")
    dhgak(program, "cv", data, *read, "--json", run)
    dhgak(program, "fit", data, *read, "-o", model)
    dhgak(program, "report", run, "--model", model, "--data", data, *read, *show, "-o", page)


def make_pages(program, mutag, bace, folder):
    (folder / "names.txt").write_text(MUTAG_NAMES)
    dhgak(program, "demo", "--report", folder / "demo.html")
    report(program, folder / "mutag.html", mutag, show=["--names", folder / "names.txt"])
    report(program, folder / "bace.html", bace, ["--smiles", "mol", "--class", "Class"])


def open_part(browser, page, part, height, scheme="light"):
    window = browser.new_page(viewport={"width": 1440, "height": height}, color_scheme=scheme)
    window.goto(f"{page.as_uri()}#{part}")
    window.wait_for_timeout(300)
    return window


def main():
    program, mutag, bace, images = sys.argv[1:]
    images = pathlib.Path(images)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = pathlib.Path(scratch)
        make_pages(program, mutag, bace, folder)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        open_part(browser, folder / "demo.html", "graph=3", 900).screenshot(path=images / "report.png")
        open_part(browser, folder / "bace.html", "overview", 980).screenshot(path=images / "overview.png")
        open_part(browser, folder / "mutag.html", "overview", 980, "dark").screenshot(path=images / "dark.png")
        clusters = open_part(browser, folder / "mutag.html", "clusters", 2600)
        clusters.locator("#panel-clusters .cards").first.screenshot(path=images / "clusters.png")
        molecule = open_part(browser, folder / "bace.html", "graph=602", 900)
        molecule.locator("#panel-map section svg").first.screenshot(path=images / "molecule.png")
        browser.close()


if __name__ == "__main__":
    main()
