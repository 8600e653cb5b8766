#!/usr/bin/env python3
"""body.bdf: the body of the car as a coarse mesh (Nastran bulk data; m, kg, s, N): panels of stiffened shells
(floor, sides, firewall, rear wall, roof), bars for pillars, front rails and strut towers, RBE2 and RBE3 where the
suspension is attached. What is bolted to it (glass, doors, trim, tank) is spread over its nodes such that mass, centre and
inertia are those of the row `body` of bodies.csv. A body of this kind, not one that was measured.

    python3 make_body.py
"""
import csv
import math

PANEL, BEADS, DENSITY = 0.0015, 900.0, 7850.0  # thickness [m], 12 I/T^3 by beads and stiffeners, kg/m^3
points, quads, bars, spiders = {}, [], [], []


def node(x, y, z):
    return points.setdefault((round(x, 4), round(y, 4), round(z, 4)), 1001 + len(points))


def steps(begin, end, count):
    return [begin + (end - begin) * k / count for k in range(count + 1)]


def panel(us, vs, place):
    for a, b in zip(us, us[1:]):
        for c, d in zip(vs, vs[1:]):
            quads.append([node(*place(u, v)) for u, v in ((a, c), (b, c), (b, d), (a, d))])


LENGTH, WIDTH, WALL, ROOF = steps(0.5, 3.1, 13), steps(-0.7, 0.7, 7), steps(0.3, 0.9, 3), steps(0.9, 2.7, 9)
panel(LENGTH, WIDTH, lambda x, y: (x, y, 0.3))
panel(ROOF, WIDTH, lambda x, y: (x, y, 1.4))
for x in (0.5, 3.1):
    panel(WIDTH, WALL, lambda y, z, x=x: (x, y, z))
for side in (1, -1):
    panel(LENGTH, WALL, lambda x, z, y=0.7 * side: (x, y, z))

    def bar(*line, y=side):
        for a, b in zip(line, line[1:]):
            bars.append((node(a[0], y * a[1], a[2]), node(b[0], y * b[1], b[2])))

    bar((0.5, 0.7, 0.9), (0.7, 0.7, 1.15), (0.9, 0.7, 1.4))  # pillars
    bar((1.7, 0.7, 0.9), (1.7, 0.7, 1.15), (1.7, 0.7, 1.4))
    bar((3.1, 0.7, 0.9), (2.9, 0.7, 1.15), (2.7, 0.7, 1.4))
    bar((0.5, 0.5, 0.5), (0.28, 0.5, 0.5), (0.034, 0.5, 0.5), (-0.3, 0.5, 0.5), (-0.7, 0.5, 0.5))  # front rail
    bar((0.5, 0.7, 0.9), (0.28, 0.62, 0.88), (0.034, 0.555, 0.86))  # upper rail and strut tower
    bar((0.034, 0.5, 0.5), (0.034, 0.525, 0.68), (0.034, 0.555, 0.86))
    bar(*((x, 0.7, 0.3) for x in LENGTH))  # sill
    bar((-0.7, 0.5, 0.5), (-0.7, 0.0, 0.5))  # half of the front cross member
    spiders.append(("RBE2", (0.14, 0.4 * side, 0.26), [node(x, 0.5 * side, 0.5) for x in (0.28, 0.034)]))  # rail
    spiders.append(("RBE2", (2.15, 0.58 * side, 0.28), [node(x, y * side, 0.3) for x in (2.1, 2.3) for y in (0.5, 0.7)]))
    spiders.append(("RBE2", (2.51, 0.545 * side, 0.6), [node(x, 0.7 * side, z) for x in (2.3, 2.5, 2.7) for z in (0.5, 0.7)]))
spiders.append(("RBE3", (1.6, 0.0, 0.45), [node(x, y, 0.3) for x in (1.1, 1.5, 1.9, 2.3) for y in (-0.5, -0.3, 0.3, 0.5)]))
TOWERS = [node(0.034, 0.555, 0.86), node(0.034, -0.555, 0.86)]


def structure():
    """Mass and first and second moments of shells and bars, lumped at their nodes."""
    place = {number: p for p, number in points.items()}
    lumps = []
    for corners in quads:
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = (place[n] for n in corners[:3])
        area = math.dist((x0, y0, z0), (x1, y1, z1)) * math.dist((x1, y1, z1), (x2, y2, z2))
        lumps += [(area * PANEL * DENSITY / 4, place[n]) for n in corners]
    area = 2 * (0.10 + 0.12 - 0.006) * 0.003
    for a, b in bars:
        lumps += [(area * math.dist(place[a], place[b]) * DENSITY / 2, place[n]) for n in (a, b)]
    return lumps


def moments(p):
    x, y, z = p
    return [1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x]


def solve(matrix, right):
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def trim():
    """Masses at the nodes that make up what the sheet has more, all positive and as even as they can be: the
    logarithm of each is a quadratic function of its place, found by Newton's method (maximum entropy)."""
    sheet = next(r for r in csv.DictReader(line for line in open("bodies.csv") if line[0] != "#") if r["name"] == "body")
    m, cx, cz = float(sheet["mass"]), float(sheet["cg_x"]), float(sheet["cg_z"])
    ixx, iyy, izz = (float(sheet[k]) for k in ("Ixx", "Iyy", "Izz"))
    sxx, syy, szz = (iyy + izz - ixx) / 2, (ixx + izz - iyy) / 2, (ixx + iyy - izz) / 2
    wanted = [m, m * cx, 0, m * cz, sxx + m * cx * cx, syy, szz + m * cz * cz, 0, 0, m * cx * cz]
    for mass, p in structure():
        wanted = [w - mass * q for w, q in zip(wanted, moments(p))]
    where = list(points)
    rows = [moments(p) for p in where]
    factors = [math.log(wanted[0] / len(where))] + [0.0] * 9
    for _ in range(100):
        masses = [math.exp(sum(f * q for f, q in zip(factors, r))) for r in rows]
        rest = [w - sum(mass * r[i] for mass, r in zip(masses, rows)) for i, w in enumerate(wanted)]
        if max(abs(r) for r in rest) < 1e-9 * m:
            return dict(zip((points[p] for p in where), masses))
        slope = [[sum(mass * r[i] * r[j] for mass, r in zip(masses, rows)) for j in range(10)] for i in range(10)]
        change = solve(slope, rest)
        damping = min(1.0, 1.0 / max(abs(sum(c * q for c, q in zip(change, r))) for r in rows))
        factors = [f + damping * c for f, c in zip(factors, change)]
    raise SystemExit("no masses on this mesh have the inertia of the sheet")


def card(*fields):
    lines, fields = [], [str(f) for f in fields]
    lines.append(",".join(fields[:9]))
    for k in range(9, len(fields), 8):
        lines.append("," + ",".join(fields[k:k + 8]))
    return lines


masses = trim()
lines = ["$ Body of the car on beams, made by make_body.py. m, kg, s, N.", "BEGIN BULK", "MAT1,1,2.06+11,,0.3,7850.",
         f"PSHELL,1,1,{PANEL},1,{BEADS},1", "PBEAML,2,1,,BOX", ",0.10,0.12,0.003,0.003"]
for number, (name, p, nodes) in enumerate(spiders, 1):
    lines.append("GRID,%d,,%.4f,%.4f,%.4f" % (number, *p))
for p, number in points.items():
    lines.append("GRID,%d,,%.4f,%.4f,%.4f" % (number, *p))
for number, corners in enumerate(quads, 1):
    lines.append("CQUAD4,%d,1,%d,%d,%d,%d" % (number, *corners))
for number, (a, b) in enumerate(bars, 5001):
    lines.append("CBEAM,%d,2,%d,%d,0.3,0.2,0.9" % (number, a, b))
for number, (name, p, nodes) in enumerate(spiders, 1):
    fields = ["RBE2", 7000 + number, number, "123456"] + nodes
    if name == "RBE3":
        fields = ["RBE3", 7000 + number, "", number, "123456", 1.0, "123"] + nodes
    lines += card(*fields)
for n, m in masses.items():
    lines.append("CONM2,%d,%d,,%.5f" % (10000 + n, n, m))
lines.append("ENDDATA")
with open("body.bdf", "w") as out:
    out.write("\n".join(lines) + "\n")
names = ["rail_right", "bush_right", "tower_right", "rail_left", "bush_left", "tower_left", "floor"]
faces = ",".join(f"{name}={number}" for number, name in enumerate(names, 1))
print(f"{len(points) + len(spiders)} nodes; --interface {faces},strut_right={TOWERS[0]},strut_left={TOWERS[1]}")
