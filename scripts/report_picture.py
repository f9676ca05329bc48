# SPDX-License-Identifier: Apache-2.0
"""Draws the README's picture of a report from its JSON: `report_picture.py report.json >docs/report.svg`."""
import html
import json
import sys

WIDTH, ROW, TOP = 940, 26, 92
COLOURS = {"PASS": "#0b5cad", "FAIL": "#a8200d", "GO": "#0b5cad", "NO GO": "#a8200d", "GO WITH CONDITIONS": "#6b5900"}
NEUTRAL = "#5b5400"
BAR_LEFT, BAR_WIDTH = 150, 560


def text(x, y, words, size=13, weight="normal", colour="#222"):
    return f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}">{html.escape(str(words))}</text>'


def figure(value):
    return "–" if value is None else f"{value:.4g}"


def interval(judgement):
    found = judgement["interval"]
    return f'{figure(found["low"])} to {figure(found["high"])}' if found else "–"


def answers(candidate, y):
    """The bar of items: unchanged, lost, won."""
    paired = next((one["details"] for one in candidate["judgements"] if "won" in one["details"]), None)
    if paired is None:
        return []
    total = sum(paired[cell] for cell in "abcd")
    parts, x = [text(20, y + 14, candidate["candidate"])], BAR_LEFT
    for count, colour in ((paired["a"], "#c6dbef"), (paired["c"], "#d95f02"), (paired["b"], "#0b6fb8"), (paired["d"], "#e4e4e4")):
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="{BAR_WIDTH * count / total:.1f}" height="18" fill="{colour}"/>')
        x += BAR_WIDTH * count / total
    parts.append(text(BAR_LEFT + BAR_WIDTH + 14, y + 14, f'{100 * paired["flip_share"]:.1f} % changed: {paired["lost"]} lost, {paired["won"]} won'))
    return parts


def criteria(report, y):
    columns = (20, 120, 230, 370, 480, 590, 830)
    parts = [text(x, y, words, 12, "bold") for x, words in
             zip(columns, ("candidate", "criterion", "outcome", "value", "limit", "interval", "n"))]
    for candidate in report["verdict"]["candidates"]:
        for one in candidate["judgements"]:
            y += ROW
            cells = (candidate["candidate"], one["criterion"], one["outcome"], figure(one["value"]), figure(one["limit"]), interval(one), one["n"])
            parts += [text(x, y, cell, 13, "bold" if cell == one["outcome"] else "normal",
                           COLOURS.get(cell, NEUTRAL) if cell == one["outcome"] else "#222") for x, cell in zip(columns, cells)]
    return parts, y


def picture(report):
    candidates = report["verdict"]["candidates"]
    parts = [text(20, 36, report["pilot"]["name"], 22, "bold"), text(20, 60, report["pilot"]["question"], 13, colour="#555")]
    y = TOP
    for candidate in candidates:
        parts += [text(20, y + 10, candidate["candidate"], 14, "bold"),
                  text(150, y + 10, candidate["decision"], 18, "bold", COLOURS.get(candidate["decision"], NEUTRAL))]
        y += 34
    parts.append(text(20, y + 16, "Answers that changed", 15, "bold"))
    y += 30
    for candidate in candidates:
        parts += answers(candidate, y)
        y += 30
    table, y = criteria(report, y + 24)
    return y + 24, parts + table


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        height, parts = picture(json.load(file))
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">')
    print(f'<rect width="{WIDTH}" height="{height}" fill="#fff" stroke="#ccc"/>')
    print("\n".join(parts))
    print("</svg>")


if __name__ == "__main__":
    main()
