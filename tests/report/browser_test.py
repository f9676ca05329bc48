# SPDX-License-Identifier: Apache-2.0
"""Opens reports in a real browser: no console message, no request, figures equal to the JSON's, hostile names stay text,
nothing sticks out of a wide, a narrow or a printed page.

`browser_test.py PROGRAM [PICTURES]`: PROGRAM is build/dev/report_sample; pictures and prints are kept in PICTURES.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser

SPOKEN = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"}
FIGURES = "[...document.querySelectorAll('[data-figure]')].map(e => [e.dataset.figure, e.dataset.value, e.textContent])"
# What reaches beyond the right edge, named by tag and class.
STICKING_OUT = """[...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.tagName + '.' + (e.getAttribute('class') || '')).slice(0, 5)"""
A4_WIDTH = 688  # of the printed area, in CSS pixels: 210 mm less two margins of 14 mm
HOSTILE = "<script>alert(1)</script>"


def value_at(report, pointer: str):
    for key in pointer[1:].split("/"):
        report = report[int(key)] if isinstance(report, list) else report[key]
    return report


def check_figures(browser: Browser, report: dict, mistakes: list[str]) -> int:
    figures = browser.value_of(FIGURES)
    for path, value, shown in figures:
        if value_at(report, path) != json.loads(value) or not shown.strip():
            mistakes.append(f"{path}: the page has {value} ({shown!r}), the JSON {value_at(report, path)}")
    return len(figures)


def check_quiet(browser: Browser, page: pathlib.Path, mistakes: list[str]) -> None:
    for event in browser.events:
        if event["method"] in SPOKEN:
            mistakes.append(f"the browser says: {json.dumps(event)[:300]}")
        if event["method"] == "Network.requestWillBeSent" and event["params"]["request"]["url"] != page.as_uri():
            mistakes.append(f"the page asks for {event['params']['request']['url'][:200]}")


def check_layout(browser: Browser, name: str, pictures: pathlib.Path, mistakes: list[str]) -> None:
    for medium, width in (("screen", 1400), ("screen", 400), ("print", A4_WIDTH)):
        browser.ask("Emulation.setEmulatedMedia", media=medium)
        browser.resize(width, 900)
        sticking_out = browser.value_of(STICKING_OUT)
        if sticking_out:
            mistakes.append(f"at {width} pixels on {medium} these stick out: {', '.join(sticking_out)}")
        browser.picture(pictures / f"{name}-{medium}-{width}.png")
    browser.ask("Emulation.setEmulatedMedia", media="")
    browser.print(pictures / f"{name}.pdf")


def check_hostile(browser: Browser, mistakes: list[str]) -> None:
    if browser.value_of("document.querySelectorAll('script, img, iframe, object, embed, link').length") != 0:
        mistakes.append("a name became an element")
    if browser.value_of("[...document.querySelectorAll('*')].some(e => [...e.attributes].some(a => a.name.startsWith('on')))"):
        mistakes.append("a name became a handler")
    if browser.value_of("document.querySelector('h1').textContent") != HOSTILE:
        mistakes.append("the hostile name of the pilot does not stand in the heading as text")
    if browser.value_of("/[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f]/.test(document.documentElement.textContent)"):
        mistakes.append("a character that turns the direction of writing came through")


def check_page(browser: Browser, folder: pathlib.Path, name: str, pictures: pathlib.Path) -> list[str]:
    mistakes: list[str] = []
    page = folder / f"{name}.html"
    browser.open(page)
    figures = check_figures(browser, json.loads((folder / f"{name}.json").read_text()), mistakes)
    if figures < 100:
        mistakes.append(f"only {figures} figures")
    if name == "hostile":
        check_hostile(browser, mistakes)
    check_layout(browser, name, pictures, mistakes)
    check_quiet(browser, page, mistakes)
    print(f"   {name}: {figures} figures, {len(mistakes)} mistakes")
    return mistakes


def main(program: str, pictures: str = "") -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        subprocess.run([program, scratch], check=True)
        kept = pathlib.Path(pictures) if pictures else folder
        kept.mkdir(parents=True, exist_ok=True)
        with Browser() as browser:
            mistakes = [f"{name}: {one}" for name in ("search", "hostile") for one in check_page(browser, folder, name, kept)]
    print("\n".join(mistakes))
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
