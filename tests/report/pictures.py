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


def report(program, page, data, fit=(), read=()):
    model = page.with_suffix(".dhgak")
    for command in (["fit", data, *fit, *read, "-o", model], ["report", "--model", model, "--data", data, *read, "-o", page]):
        subprocess.run([program, "-q", *map(str, command)], check=True, stdout=subprocess.DEVNULL)


def make_pages(program, mutag, bace, folder):
    subprocess.run([program, "-q", "demo", "--report", folder / "demo.html"], check=True, stdout=subprocess.DEVNULL)
    report(program, folder / "mutag.html", mutag)
    report(program, folder / "bace.html", bace, ["--kernel", "wl"], ["--smiles", "mol", "--class", "Class"])


def open_part(browser, page, part, height):
    window = browser.new_page(viewport={"width": 1280, "height": height})
    window.goto(f"{page.as_uri()}#{part}")
    return window


def main():
    program, mutag, bace, images = sys.argv[1:]
    images = pathlib.Path(images)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = pathlib.Path(scratch)
        make_pages(program, mutag, bace, folder)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        open_part(browser, folder / "demo.html", "map", 900).screenshot(path=images / "report.png")
        open_part(browser, folder / "demo.html", "overview", 900).screenshot(path=images / "overview.png")
        clusters = open_part(browser, folder / "mutag.html", "clusters", 2600)
        clusters.locator("#panel-clusters .cards").first.screenshot(path=images / "clusters.png")
        molecule = open_part(browser, folder / "bace.html", "map", 900)
        molecule.locator("#panel-map section svg").first.screenshot(path=images / "molecule.png")
        browser.close()


if __name__ == "__main__":
    main()
