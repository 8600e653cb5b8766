#!/usr/bin/env python3
"""Writes a vehicle of 26 bodies, 13 joints and 32 bushings, with two stabilizer bars of beams if wanted.

Usage: make_vehicle.py [--bars N] [--rubber] [--cars N] > vehicle.yaml

--bars N   bars of N beam elements, both together
--rubber   bushings that relax (a Prony series of three branches a direction) instead of linear ones
--cars N   N cars beside each other that nothing connects
"""
import argparse

CORNER = [  # name, mass, place (outwards is y), inertia
    ("carrier", 40, (0, .75, .3), "[1.2, 1.5, 1.2]"), ("lower", 8, (0, .55, .22), "[0.2, 0.1, 0.25]"),
    ("upper", 4, (0, .55, .5), "[0.1, 0.05, 0.12]"), ("tie", 1.5, (-.12, .5, .3), "[0.05, 0.002, 0.05]"),
    ("tube", 5, (.05, .55, .35), "[0.05, 0.05, 0.01]"), ("rod", 2, (.05, .5, .65), "[0.03, 0.03, 0.002]")]
BUSHINGS = [  # name, first body, second body, place, size
    ("lower front", "body", "lower", (.2, .35, .22), 4), ("lower rear", "body", "lower", (-.2, .35, .22), 2),
    ("upper front", "body", "upper", (.15, .4, .5), 1.5), ("upper rear", "body", "upper", (-.15, .4, .5), 1),
    ("top", "body", "rod", (.05, .48, .75), 1), ("bottom", "lower", "tube", (.05, .56, .25), 3),
    ("tie inner", "rack", "tie", (-.12, .35, .3), 3), ("tie outer", "carrier", "tie", (-.12, .7, .3), 3)]
RATES = [2e6, 1.5e6, 8e5, 300, 300, 60]
TYRE = ("{law: linear, dimension: 6, stiffnesses: [1e5, 1e5, 2e5, 100, 100, 100], "
        "dampings: [500, 500, 100, 1, 1, 1], preload: [0, 0, -3600, 0, 0, 0]}")


def law(size, rubber):
    rates = [size * k for k in RATES]
    if not rubber:
        dampings = ", ".join(f"{6e-4 * k:g}" for k in rates)
        return f"{{law: linear, dimension: 6, stiffnesses: {rates}, dampings: [{dampings}]}}"
    axes = ", ".join(
        f"{{law: prony, stiffness: {k:g}, branches: [{{stiffness: {.4 * k:g}, time: 2 ms}}, "
        f"{{stiffness: {.2 * k:g}, time: 20 ms}}, {{stiffness: {.1 * k:g}, time: 0.2 s}}]}}" for k in rates)
    return f"{{law: axes, axes: [{axes}]}}"


class Vehicle:
    def __init__(self, options):
        self.options = options
        self.parts = {key: [] for key in ("bodies", "joints", "motions", "connections", "beams", "loads", "sensors")}

    def add(self, kind, name, text):
        self.parts[kind].append(f"  {name}: {{{text}}}")

    def car(self, prefix, x):
        body, rack = prefix + "body", prefix + "rack"
        self.add("bodies", body, f"mass: 1300, position: [{x}, 0, 0.6], inertia: [500, 1800, 2000]")
        self.add("bodies", rack, f"mass: 4, position: [{x + 1.3}, 0, 0.3], inertia: [0.05, 0.01, 0.05]")
        self.add("joints", prefix + "guide",
                 f"joint: translational, between: [{body}, {rack}], at: [{x + 1.3}, 0, 0.3], axis: [0, 1, 0]")
        self.add("motions", prefix + "steering",
                 f'motion: translation, joint: {prefix}guide, expression: "0.005*sin(pi*t)"')
        for axle, along in (("front", 1.4), ("rear", -1.4)):
            for side, sign in (("left", 1), ("right", -1)):
                self.corner(prefix, f"{prefix}{axle} {side} ", axle, x + along, sign)
            if self.options.bars:
                self.bar(prefix, axle, x + along)
        self.add("loads", prefix + "hit", f'load: force, "on": {prefix}front left carrier, direction: [0, 0, 1], '
                 'expression: "2000*sin(3*pi*t)"')
        self.add("sensors", prefix + "body", f"sensor: position, of: {body}")
        self.add("sensors", prefix + "lower front", f"sensor: law_force, item: {prefix}front left lower front")

    def corner(self, prefix, own, axle, x, sign):
        def at(place):
            return f"[{x + place[0]:.6g}, {sign * place[1]:.6g}, {place[2]:.6g}]"

        def name(body):
            if body == "rack" and axle == "rear":
                body = "body"
            return (prefix if body in ("body", "rack") else own) + body

        for part, mass, place, inertia in CORNER:
            self.add("bodies", own + part, f"mass: {mass}, position: {at(place)}, inertia: {inertia}")
        for arm, place in (("lower", (0, .72, .2)), ("upper", (.02, .7, .5))):
            self.add("joints", f"{own}ball {arm}",
                     f"joint: spherical, between: [{own}{arm}, {own}carrier], at: {at(place)}")
        self.add("joints", own + "slide", f"joint: cylindrical, between: [{own}tube, {own}rod], "
                 f"at: {at((.05, .52, .5))}, axis: [0, {-sign * .0499:.4g}, 0.2995]")
        for bushing, first, second, place, size in BUSHINGS:
            self.add("connections", own + bushing, f"connection: bushing, between: [{name(first)}, {name(second)}], "
                     f"at: {at(place)}, law: {law(size, self.options.rubber)}")
        self.add("connections", own + "spring", f"connection: rod, between: [{prefix}body, {own}lower], "
                 f"at: {at((0, .5, .7))}, at_second: {at((0, .57, .24))}, "
                 "law: {law: linear, stiffness: 45000, damping: 2500, preload: [-4500]}")
        self.add("connections", own + "tyre", f"connection: bushing, between: [ground, {own}carrier], "
                 f"at: {at((0, .75, 0))}, attached: second, law: {TYRE}")

    def bar(self, prefix, axle, x):
        bar, elements = f"{prefix}bar {axle}", self.options.bars // 2
        self.add("beams", bar, f"along: [[{x + .25}, -0.5, 0.3], [{x}, -0.42, 0.3], [{x}, 0.42, 0.3], "
                 f"[{x + .25}, 0.5, 0.3]], elements: {elements}, section: {{shape: round, diameter: 0.022, "
                 "E: 206e9, nu: 0.29, density: 7850, damping_time: 1e-5}")
        for side, sign, node, end in (("left", 1, elements * 3 // 4, "end"), ("right", -1, elements // 4, "start")):
            self.add("connections", f"{bar} {side}", f"connection: bushing, between: [{prefix}body, {bar}.{node}], "
                     f"at: [{x}, {sign * .25}, 0.3], law: {law(2, self.options.rubber)}")
            self.add("connections", f"{bar} link {side}",
                     f"connection: rod, between: [{prefix}{axle} {side} lower, {bar}.{end}], "
                     f"at: [{x + .25}, {sign * .5}, 0.22], at_second: [{x + .25}, {sign * .5}, 0.3], "
                     "law: {law: linear, stiffness: 5e6, damping: 500}")

    def write(self):
        print("name: Vehicle")
        for key, lines in self.parts.items():
            if lines:
                print(f"\n{key}:", *lines, sep="\n")
        print("\nsolver: {end_time: 2, step: 1 ms}")


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--bars", type=int, default=0)
parser.add_argument("--rubber", action="store_true")
parser.add_argument("--cars", type=int, default=1)
vehicle = Vehicle(parser.parse_args())
for i in range(vehicle.options.cars):
    vehicle.car("" if vehicle.options.cars == 1 else f"car {i} ", 10.0 * i)
vehicle.write()
