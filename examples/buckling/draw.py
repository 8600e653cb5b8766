#!/usr/bin/env python3
"""Draws paths.svg: how far the node moves along and across the load, for the three attachments.

Usage: draw.py [path to jounce]
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VARIANTS = [("ground", "#4477aa"), ("node", "#cc3311"), ("invariant", "#117733")]
WIDTH, HEIGHT, LEFT, TOP, GAP = 320, 240, 60, 30, 90
LOAD = 90


def path_of(program, variant):
    command = [program, "static", str(HERE / "node.yaml"), "--path", "--json", "--quiet",
               "--set", f"attached={variant}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def axes(x, title, most):
    parts = [f'<text x="{x + WIDTH / 2}" y="{TOP - 10}" text-anchor="middle">{title}</text>',
             f'<rect x="{x}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>']
    for force in range(0, LOAD + 1, 30):
        place = x + WIDTH * force / LOAD
        parts.append(f'<text x="{place}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{force}</text>')
    for i in range(5):
        value = most * i / 4
        place = TOP + HEIGHT * (1 - i / 4)
        parts.append(f'<text x="{x - 6}" y="{place + 4}" text-anchor="end">{value:.2g}</text>')
        parts.append(f'<line x1="{x}" x2="{x + WIDTH}" y1="{place}" y2="{place}" stroke="#ddd"/>')
    parts.append(f'<text x="{x + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle">force [N]</text>')
    return parts


def curve(x, forces, values, most, colour):
    points = " ".join(f"{x + WIDTH * f / LOAD:.1f},{TOP + HEIGHT * (1 - abs(v) / most):.1f}"
                      for f, v in zip(forces, values))
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "jounce"
    second = LEFT + WIDTH + GAP
    parts = axes(LEFT, "along the load [m]", 1) + axes(second, "across the load [m]", 0.4)
    for i, (variant, colour) in enumerate(VARIANTS):
        path = path_of(program, variant)
        parts.append(curve(LEFT, path["time"], path["sensors"]["node.z"], 1, colour))
        parts.append(curve(second, path["time"], path["sensors"]["node.y"], 0.4, colour))
        parts.append(f'<text x="{LEFT + 14}" y="{TOP + 24 + 20 * i}" fill="{colour}">{variant}</text>')
    size = f'width="{second + WIDTH + 20}" height="{TOP + HEIGHT + 50}"'
    style = 'font-family="sans-serif" font-size="13"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n' \
          f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    (HERE / "paths.svg").write_text(svg)


if __name__ == "__main__":
    main()
