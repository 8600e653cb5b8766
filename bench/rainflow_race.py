"""Races rainflow counting against other programs in the same minute, by turns; CPU time, best of all.

Usage: rainflow_race.py JOUNCE FATIGUE_BENCH [repetitions]

Others are those that can be imported: pyLife, fatpack, and two plain ones written here, which are
nobody's product: turning points by numpy with the four-point method in Python, and all in Python.
What is not installed is said so. Jounce's figure is that of `fatigue_bench`, on a history of the same
recipe (a resonance at 12 Hz of 409.6 Hz in noise, 2^20 samples); that both count the same is checked
with `jounce signal rainflow` first.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time


def road_load(count):
    """An autoregression of second order: the recipe of bench/fatigue_bench.cc."""
    rng = random.Random(1)
    w, r = 2 * math.pi * 12 / 409.6, 0.97
    a = b = 0.0
    samples = []
    for _ in range(count):
        a, b = rng.gauss(0, 1) + 2 * r * math.cos(w) * a - r * r * b, a
        samples.append(a)
    return samples


def turning_points(samples):
    points = [samples[0]]
    for x in samples[1:]:
        if x == points[-1]:
            continue
        if len(points) > 1 and (points[-1] > points[-2]) == (x > points[-1]):
            points[-1] = x
        else:
            points.append(x)
    return points


def four_point(points):
    """Ranges and counts: closed cycles, then halves of the residue."""
    ranges, stack = [], []
    for x in points:
        stack.append(x)
        while len(stack) >= 4:
            inner = abs(stack[-2] - stack[-3])
            if inner > abs(stack[-3] - stack[-4]) or inner > abs(stack[-1] - stack[-2]):
                break
            ranges.append((inner, 1.0))
            del stack[-3:-1]
    ranges.extend((abs(b - a), 0.5) for a, b in zip(stack, stack[1:]))
    return ranges


def plain_python(samples):
    return four_point(turning_points(samples))


def plain_numpy(samples):
    import numpy
    x = numpy.asarray(samples)
    x = x[numpy.concatenate(([True], numpy.diff(x) != 0))]
    slope = numpy.diff(x) > 0
    turns = numpy.concatenate(([True], slope[1:] != slope[:-1], [True]))
    return four_point(x[turns].tolist())


def fatpack_ranges(samples):
    import fatpack
    import numpy
    return fatpack.find_rainflow_ranges(numpy.asarray(samples), k=2 ** 16)


def pylife_loops(samples):
    import numpy
    import pylife.stress.rainflow as rainflow
    recorder = rainflow.FullRecorder()
    rainflow.FourPointDetector(recorder=recorder).process(numpy.asarray(samples))
    return recorder


RIVALS = [("pyLife (four-point)", "pylife", pylife_loops), ("fatpack", "fatpack", fatpack_ranges),
          ("plain numpy, ours", "numpy", plain_numpy), ("plain Python, ours", None, plain_python)]


def can_import(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


def check_same(jounce, samples, slope=5):
    """Both count the same: cycles, and the sum of range^slope."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "load.csv")
        with open(path, "w") as file:
            file.write("load [N]\n")
            file.writelines("%r\n" % x for x in samples)
        command = [jounce, "signal", "rainflow", path, "--rate", "409.6", "--slope", str(slope),
                   "--json"]
        told = json.loads(subprocess.run(command, capture_output=True, text=True,
                                         check=True).stdout)["channels"][0]
    ranges = plain_python(samples)
    cycles = sum(count for _, count in ranges)
    damage = sum(count * size ** slope for size, count in ranges)
    if told["cycles"] != cycles or abs(told["pseudo_damage"] / damage - 1) > 1e-9:
        sys.exit("not the same: %r cycles, damage %r here; %r" % (cycles, damage, told))
    print("same cycles: %g, pseudo-damage %.9g" % (cycles, damage))


def rate_of_bench(bench):
    command = [bench, "--benchmark_filter=Counting/RoadLoad", "--benchmark_format=json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    run = told["benchmarks"][0]
    return run["items_per_second"]


def main():
    jounce, bench = sys.argv[1:3]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    check_same(jounce, road_load(20000))
    samples = road_load(2 ** 20)
    rivals = []
    for name, module, count in RIVALS:
        if module is None or can_import(module):
            rivals.append((name, count))
        else:
            print("%-22s not installed here" % name)
    best = {}
    for _ in range(repetitions):
        best["jounce"] = max(best.get("jounce", 0), rate_of_bench(bench))
        for name, count in rivals:
            start = time.process_time()
            count(samples)
            rate = len(samples) / (time.process_time() - start)
            best[name] = max(best.get(name, 0), rate)
    for name, rate in best.items():
        print("%-22s %10.3f million samples a second, jounce is %.0f times as fast" %
              (name, 1e-6 * rate, best["jounce"] / rate))


if __name__ == "__main__":
    main()
