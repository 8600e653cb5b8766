#!/usr/bin/env python3
"""Races the engine against a program written for one chain alone, by turns; CPU time, best of all.

Usage: engine_race.py JOUNCE [--yardstick yardstick.cpp] [--repetitions N]

Models come from the generators in bench/models: falling chains, the vehicle, the vehicle with bars of
60 beam elements, sixteen vehicles beside each other. A step of Jounce is the CPU time of a whole run
less that of a twentieth of it, over the steps between them: reading, start and the first matrix fall
out, sensors stay in. The least of several such runs counts. The yardstick is a C++ source that is
compiled here (g++, Eigen, KLU) and called as `yardstick N h frozen tolerance rho`; its start is taken
off by a run of ten steps of one body. Both must end in the same place. Without it, Jounce is timed
alone.

Ratios to the yardstick's chain of 200 let machines be compared: the goal of the vehicle is 22 us a
step, with bars 70 us, where that chain takes 193 us.

MBDyn is not raced here: an input for it that nobody has run would prove nothing.
"""
import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
CHAINS = (10, 50, 200)
GOALS = {"vehicle": 22 / 193, "vehicle, 60 beams": 70 / 193}
SAME_PLACE = 2e-5  # m


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cpu_seconds(command):
    before = children_seconds()
    # A thread of OpenBLAS that waits for work is no part of a step.
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env=dict(os.environ, OPENBLAS_NUM_THREADS="1"))
    if done.returncode:
        sys.exit("%s\nfailed: %s" % (" ".join(command), done.stderr or done.stdout))
    return children_seconds() - before, done.stdout


class Best:
    """The least of a whole run less the least of its start, over the steps between them."""

    def __init__(self, steps):
        self.steps, self.whole, self.start = steps, 1e9, 1e9

    def measure(self, whole, start):
        self.whole = min(self.whole, whole)
        self.start = min(self.start, start)

    def step(self):
        return (self.whole - self.start) / self.steps


class Jounce:
    """One model."""

    def __init__(self, program, folder, name, generator, arguments, seconds):
        self.program, self.seconds = program, seconds
        self.best = Best(round(seconds * 950))
        self.path = os.path.join(folder, name.replace(" ", "_") + ".yaml")
        with open(self.path, "w", encoding="utf-8") as file:
            subprocess.run([sys.executable, os.path.join(MODELS, generator)] + arguments, stdout=file, check=True)

    def run(self, seconds):
        return cpu_seconds([self.program, "run", self.path, "--end-time", repr(seconds)])[0]

    def measure(self):
        self.best.measure(self.run(self.seconds), self.run(self.seconds / 20))

    def last_row(self):
        output = self.path[:-5] + ".csv"
        cpu_seconds([self.program, "run", self.path, "-o", output, "--force"])
        with open(output, encoding="utf-8") as file:
            return [float(x) for x in list(csv.reader(file))[-1]]


class Yardstick:
    def __init__(self, source, folder):
        self.program = os.path.join(folder, "yardstick")
        self.best = {links: Best(1000) for links in CHAINS}
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++20", "-w", "-I/usr/include/eigen3",
                        "-I/usr/include/suitesparse", source, "-o", self.program, "-lklu", "-lamd", "-lcolamd",
                        "-lbtf", "-lsuitesparseconfig"], check=True)

    def run(self, links, step):
        return cpu_seconds([self.program, str(links), repr(step), "1", "1e-6", "0.6"])

    def measure(self):
        for links, best in self.best.items():
            best.measure(self.run(links, 1e-3)[0], self.run(1, 0.1)[0])

    def tip(self, links):
        x, z = self.run(links, 1e-3)[1].split("tip")[1].split()
        return float(x), float(z)


def check_same(chain, yardstick, links):
    row = chain.last_row()
    x, z = yardstick.tip(links)
    # Time may come first; the tip's x, y, z are last.
    if abs(row[-3] - x) > SAME_PLACE or abs(row[-1] - z) > SAME_PLACE:
        sys.exit("chain of %d: not the same place: %r here, %r, %r there" % (links, row, x, z))


def report(ours, theirs):
    for name, seconds in ours.items():
        line = "%-18s %8.1f us a step" % (name, 1e6 * seconds)
        links = int(name.split()[-1]) if name.startswith("chain") else 0
        if links in theirs:
            line += "; yardstick %.1f us, %.2f times as much" % (1e6 * theirs[links], theirs[links] / seconds)
        elif theirs:
            line += "; %.3f of the yardstick's chain of 200" % (seconds / theirs[200])
            if name in GOALS:
                line += " (goal %.3f)" % GOALS[name]
        print(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jounce")
    parser.add_argument("--yardstick", default="")
    parser.add_argument("--repetitions", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        racers = {}
        for links in CHAINS:
            racers["chain of %d" % links] = Jounce(options.jounce, folder, "chain %d" % links, "make_chain.py",
                                                   [str(links)], 1.0)
        for name, arguments in (("vehicle", []), ("vehicle, 60 beams", ["--bars", "60"]),
                                ("16 vehicles", ["--cars", "16"])):
            racers[name] = Jounce(options.jounce, folder, name, "make_vehicle.py", arguments, 2.0)
        yardstick = None
        if os.path.exists(options.yardstick):
            yardstick = Yardstick(options.yardstick, folder)
            for links in CHAINS:
                check_same(racers["chain of %d" % links], yardstick, links)
            print("chains end in the same places as those of the yardstick")
        else:
            print("SKIPPED: the yardstick, %s" % (options.yardstick + " is not there" if options.yardstick
                                                  else "no --yardstick given"))
        for _ in range(options.repetitions):
            for racer in list(racers.values()) + ([yardstick] if yardstick else []):
                racer.measure()
        report({name: racer.best.step() for name, racer in racers.items()},
               {links: best.step() for links, best in yardstick.best.items()} if yardstick else {})


if __name__ == "__main__":
    main()
