#!/usr/bin/env python3
"""Writes a net of bodies: each is joined to its neighbours on a lattice by ball joints, the first to the ground.

Usage: make_net.py NX NY [NZ] [--off D] [--shuffle] > net.yaml

--off D    bodies and joints are off the lattice by up to D of its spacing; exactly on it, joints repeat each other
--shuffle  joints in an order of their own, not that of the bodies
"""
import argparse
import random

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("size", type=int, nargs="+")
parser.add_argument("--off", type=float, default=0.0)
parser.add_argument("--shuffle", action="store_true")
options = parser.parse_args()
nx, ny, nz = (options.size + [1, 1])[:3]
rng = random.Random(1)


def near(*place):
    return "[%s]" % ", ".join("%.6g" % (x + rng.uniform(-options.off, options.off)) for x in place)


bodies, joints = [], []
for x in range(nx):
    for y in range(ny):
        for z in range(nz):
            own = "b %d %d %d" % (x, y, z)
            place = near(x, y, z)
            bodies.append(f"  {own}: {{mass: 1, position: {place}, inertia: [0.01, 0.01, 0.01]}}")
            if not joints:
                joints.append(f"  j ground: {{joint: spherical, between: [ground, {own}], at: {place}}}")
            for name, there, at in (("x", (x - 1, y, z), (x - .5, y, z)), ("y", (x, y - 1, z), (x, y - .5, z)),
                                    ("z", (x, y, z - 1), (x, y, z - .5))):
                if min(there) >= 0:
                    joints.append(f"  j {name} {x} {y} {z}: {{joint: spherical, "
                                  f"between: [b {there[0]} {there[1]} {there[2]}, {own}], at: {near(*at)}}}")
if options.shuffle:
    rng.shuffle(joints)
print("name: Net of ball joints", "\nbodies:", *bodies, "\njoints:", *joints, "\nsolver: {end_time: 1, step: 1 ms}", sep="\n")
