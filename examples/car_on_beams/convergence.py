#!/usr/bin/env python3
"""Runs the car, all wheels driven, with both integrators at 5, 1 and 0.125 ms and tells their errors: the rms of the
difference from a run at 0.0625 ms, in per cent of the largest value, at the same instants (every 5 ms for 2.5 s).

    python3 convergence.py
"""
import json
import subprocess

CHANNELS = ["11 body motion.x", "11 body motion.z", "14 top mount fr force.z", "16 damper fr force"]


def run(integrator, step):
    name = f"{integrator}_{step}.h5"
    choices = {"drive": "all", "record": "figures", "end": "2.5 s", "integrator": integrator, "step": f"{step} ms"}
    options = [part for key, value in choices.items() for part in ("--set", f"{key}={value}")]
    subprocess.run(["jounce", "run", "car.yaml", "--equilibrium", *options, "-o", name, "--force", "-q"], check=True)
    return name


def errors(reference, name):
    table = subprocess.run(["jounce", "compare", reference, name, "--json"], check=True, capture_output=True).stdout
    rows = {row["measured"]: row for row in json.loads(table)["channels"]}
    return [rows[channel]["rms_error_percent"] for channel in CHANNELS]


reference = run("generalized-alpha", 0.0625)
print("rms error, %           " + "".join(f"{channel[3:]:>22}" for channel in CHANNELS))
for integrator in ("generalized-alpha", "multistep"):
    for step in (5, 1, 0.125):
        cells = "".join(f"{error:22.1g}" for error in errors(reference, run(integrator, step)))
        print(f"{integrator:<17}{step:>6}{cells}")
