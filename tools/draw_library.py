#!/usr/bin/env python3
"""Pictures of the sub-assemblies of library/, from what `jounce check --page` shows of each.

    draw_library.py PROGRAM [NAME ...]      writes library/pictures/NAME.svg

Seen from behind, the right side and above. Bodies are drawn as the page draws them: lines from their
centre to what is attached; joints are circles, bushings squares, springs and dampers dashed. Bodies of
the library have their frames in the origin of the vehicle.
"""
import html
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

LIBRARY = pathlib.Path(__file__).resolve().parent.parent / "library"
NAMES = ["front_wishbone", "powertrain", "rear_four_link", "rear_three_link", "stabilizer", "steering_rack",
         "tie_rod"]
WIDTH, HEIGHT, MARGIN = 640, 400, 46
COLOURS = ["#2a6f97", "#b5541c", "#3d7a4a", "#7a4a8c", "#8a6d1b", "#a03050", "#4a4f8c", "#2f7f7f"]
AZIMUTH, ELEVATION = math.radians(35), math.radians(25)


def rotate(q, v):
    w, x, y, z = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def plus(a, b, factor=1.0):
    return [p + factor * q for p, q in zip(a, b)]


def project(p):
    """To the right and up on the paper; the vehicle's x runs rearward, y to the right, z up."""
    x, y, z = p
    right = y * math.cos(AZIMUTH) - x * math.sin(AZIMUTH)
    depth = -x * math.cos(AZIMUTH) - y * math.sin(AZIMUTH)
    return right, z * math.cos(ELEVATION) + depth * math.sin(ELEVATION)


def scene_of(program, name):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([program, "check", str(LIBRARY / f"{name}.yaml"), "--page", str(page), "--quiet"], check=True)
        text = page.read_text()
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
    return next(item for section in data["sections"] for item in section["items"] if item["type"] == "scene")


def lines_of(body):
    """Ends of the body's capsules: their axis is z."""
    found = []
    for shape in body["shapes"]:
        if shape["kind"] == "capsule":
            half = rotate(shape["quaternion"], [0, 0, shape["size"][1] / 2])
            found.append((plus(shape["position"], half), plus(shape["position"], half, -1)))
    return found


def middle_of(body):
    return body["shapes"][0]["position"] if body["shapes"] else [0, 0, 0]


class Paper:
    def __init__(self, points):
        flat = [project(p) for p in points]
        low = [min(p[i] for p in flat) for i in (0, 1)]
        high = [max(p[i] for p in flat) for i in (0, 1)]
        spans = [max(high[i] - low[i], 1e-3) for i in (0, 1)]
        self.scale = min((WIDTH - 2 * MARGIN) / spans[0], (HEIGHT - 2 * MARGIN) / spans[1], 1500)
        self.middle = [(low[i] + high[i]) / 2 for i in (0, 1)]

    def at(self, p):
        x, y = project(p)
        return WIDTH / 2 + self.scale * (x - self.middle[0]), HEIGHT / 2 - self.scale * (y - self.middle[1])


def draw(name, scene):
    bodies = [(body, lines_of(body)) for body in scene["bodies"]]
    ends = [end for _, lines in bodies for line in lines for end in line]
    points = ends + [middle_of(body) for body, _ in bodies]
    points += [item[end]["point"] for item in scene["connections"] for end in ("a", "b")]
    paper = Paper(points)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
           f'font-size="12">', f'<title>{html.escape(name)}</title>',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    labels = []
    for i, (body, lines) in enumerate(bodies):
        colour = COLOURS[i % len(COLOURS)]
        for a, b in lines:
            (x1, y1), (x2, y2) = paper.at(a), paper.at(b)
            out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
                       f'stroke-width="5" stroke-linecap="round"/>')
        x, y = paper.at(middle_of(body))
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}"/>')
        labels.append((x, y, colour, body["name"]))
    for item in scene["connections"]:
        (x1, y1), (x2, y2) = paper.at(item["a"]["point"]), paper.at(item["b"]["point"])
        if math.hypot(x2 - x1, y2 - y1) > 8:
            out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#222222" '
                       f'stroke-width="2" stroke-dasharray="5 4"/>')
            continue
        out.append(f'<rect x="{x1 - 4:.1f}" y="{y1 - 4:.1f}" width="8" height="8" fill="#ffffff" stroke="#222222" '
                   f'stroke-width="1.6"/>')
    for item in scene["joints"]:
        x, y = paper.at(item["at"]["point"])
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="#ffffff" stroke="#222222" stroke-width="1.6"/>')
    for x, y, colour, text in labels:
        left = x > WIDTH - 90  # keeps it on the paper
        out.append(f'<text x="{x + (-9 if left else 9):.1f}" y="{y - 8:.1f}" fill="{colour}" stroke="#ffffff" '
                   f'stroke-width="3" paint-order="stroke" text-anchor="{"end" if left else "start"}">'
                   f'{html.escape(text)}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    program, names = sys.argv[1], sys.argv[2:] or NAMES
    (LIBRARY / "pictures").mkdir(exist_ok=True)
    for name in names:
        picture = draw(name, scene_of(program, name))
        (LIBRARY / "pictures" / f"{name}.svg").write_text(picture)
        print(f"{name}.svg: {len(picture)} bytes")


if __name__ == "__main__":
    main()
