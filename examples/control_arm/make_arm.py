#!/usr/bin/env python3
"""arm.bdf: the control arm as a mesh (Nastran bulk data; mm, t, s, N). Two forged legs of 50 x 12 mm run
from the bushings to the ball joint: 4-node shells, joined to the nodes 1 (front), 2 (rear) and 3 (ball)
by RBE2; sleeves and the head of the ball joint are point masses.

    python3 make_arm.py
"""
import math

FRONT, REAR, BALL = (210.0, 0.0, 0.0), (-160.0, 0.0, 0.0), (30.0, 360.0, -20.0)
WIDTH, THICKNESS, ALONG, ACROSS = 50.0, 12.0, 20, 4
SLEEVE, HEAD = 0.7e-3, 1.4e-3  # t

lines = [
    "$ Lower control arm, made by make_arm.py. mm, t, s, N.",
    "BEGIN BULK",
    f"MAT1,1,210000.,,0.3,7.85-9",
    f"PSHELL,1,1,{THICKNESS},1,,1",
]
for number, point in enumerate((FRONT, REAR, BALL), 1):
    lines.append("GRID,%d,,%.4f,%.4f,%.4f" % (number, *point))
lines.append(f"CONM2,9001,1,,{SLEEVE:.3e}")
lines.append(f"CONM2,9002,2,,{SLEEVE:.3e}")
lines.append(f"CONM2,9003,3,,{HEAD:.3e}")

held = {1: [], 2: [], 3: []}
element = 100
for leg, start in ((1, FRONT), (2, REAR)):
    along = [b - a for a, b in zip(start, BALL)]
    length = math.sqrt(sum(a * a for a in along))
    side = (along[1] / math.hypot(*along[:2]), -along[0] / math.hypot(*along[:2]), 0.0)

    def node(i, j):
        return 1000 * leg + (ACROSS + 1) * i + j

    for i in range(ALONG + 1):
        for j in range(ACROSS + 1):
            offset = WIDTH * (j / ACROSS - 0.5)
            p = [s + a * i / ALONG + d * offset for s, a, d in zip(start, along, side)]
            lines.append("GRID,%d,,%.4f,%.4f,%.4f" % (node(i, j), *p))
            if i == 0:
                held[leg].append(node(i, j))
            if i == ALONG:
                held[3].append(node(i, j))
    for i in range(ALONG):
        for j in range(ACROSS):
            element += 1
            corners = node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)
            lines.append("CQUAD4,%d,1,%d,%d,%d,%d" % (element, *corners))
for number, (centre, nodes) in enumerate(held.items(), 9101):
    card = ["RBE2", str(number), str(centre), "123456"] + [str(n) for n in nodes]
    first, rest = card[:9], card[9:]
    lines.append(",".join(first))
    while rest:
        lines.append(",".join([""] + rest[:8]))
        rest = rest[8:]
lines.append("ENDDATA")
with open("arm.bdf", "w") as out:
    out.write("\n".join(lines) + "\n")
