#!/usr/bin/env python3
"""Writes chain-N.yaml: the falling chain of N bodies and 6D bushings that the engine is timed with.

Usage: make_chain.py N > chain-N.yaml
"""
import sys

links = int(sys.argv[1])
print(f"""name: Falling chain of {links} bodies and 6D bushings
gravity: [0, 0, -9.81]

bodies:""")
for i in range(1, links + 1):
    print(f"  link {i}: {{mass: 1, position: [{0.1 * i - 0.05:.4g}, 0, 0], "
          "inertia: [2e-4, 8.5e-4, 8.5e-4]}")
print("\nconnections:")
for i in range(1, links + 1):
    first = "ground" if i == 1 else f"link {i - 1}"
    print(f"  bushing {i}:")
    print("    connection: bushing")
    print(f"    between: [{first}, link {i}]")
    print(f"    at: [{0.1 * (i - 1):.4g}, 0, 0]")
    print("    attached: first")
    print("    law: {law: linear, dimension: 6, stiffnesses: [1e6, 1e6, 1e6, 500, 500, 500], "
          "dampings: [1e3, 1e3, 1e3, 5, 5, 5]}")
print(f"""
sensors:
  tip: {{sensor: position, of: link {links}}}

solver: {{end_time: 1, step: 1e-3, output_step: 0.01, rho: 0.6, force_tolerance: 1e-6}}""")
