#!/usr/bin/env python3
"""The figure of docs/PERFORMANCE.md: PolyBench on the cores, as speedups over serial gcc, drawn from the page's own table.

    figure.py [PAGE] [FIGURE]

Bars are on a logarithmic scale. The colours follow the reader's light or dark mode."""
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW, LEFT, RIGHT, TOP, WIDTH = 16, 120, 60, 46, 720
TICKS = [1, 2, 5, 10, 20, 50, 100]
STYLE = """text { font: 11px sans-serif; fill: #24292f; }
.title { font-size: 13px; font-weight: bold; }
.value { fill: #57606a; }
.bar { fill: #2f6f9f; }
.tick { stroke: #d0d7de; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .value { fill: #9ea7b3; } .bar { fill: #58a6d6; } .tick { stroke: #3d444d; } }"""


def speedups(text):
    """The programs of the table and how many times as fast as serial gcc they are, the fastest first."""
    table = text.split("## PolyBench on the cores", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `([a-z0-9_]+)` \| [0-9.]+ \| ([0-9.]+) \|", table, re.M)
    return sorted(((1 / float(ratio), name) for name, ratio in rows), reverse=True)


def figure(found):
    span = WIDTH - LEFT - RIGHT
    place = lambda value: LEFT + span * math.log(max(value, 1)) / math.log(TICKS[-1])
    height = TOP + ROW * len(found) + 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<style>{STYLE}</style>",
        '<text class="title" x="8" y="16">PolyBench: speedup over serial gcc (both -O3 -march=native) on two CPU cores, logarithmic</text>',
    ]
    for tick in TICKS:
        x = place(tick)
        lines.append(f'<line class="tick" x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 4}"/><text x="{x:.1f}" y="{TOP - 12}" text-anchor="middle">{tick}</text>')
    for number, (value, name) in enumerate(found):
        y, end = TOP + ROW * number, place(value)
        lines.append(
            f'<text x="{LEFT - 6}" y="{y + 11}" text-anchor="end">{name}</text><rect class="bar" x="{LEFT}" y="{y + 2}" width="{end - LEFT:.1f}" height="{ROW - 4}"/>'
            f'<text class="value" x="{end + 5:.1f}" y="{y + 11}">{value:.1f}</text>'
        )
    return "\n".join(lines) + "\n</svg>\n"


def main():
    page = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/PERFORMANCE.md"
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs/guide/pictures/speed.svg"
    found = speedups(page.read_text(encoding="utf-8"))
    if not found:
        sys.exit(f"{page}: no table of PolyBench")
    out.write_text(figure(found), encoding="utf-8")


if __name__ == "__main__":
    main()
