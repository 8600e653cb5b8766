"""Races `jounce identify --law hydrobushing` against a SciPy script on the same loops, by turns.

Usage: identify_race.py JOUNCE SCRIPT DATA.csv [repetitions]

SCRIPT takes the data file and prints lines such as "SLSQP: phi 0.0793 in 4.1 s" and
"least_squares: phi 0.0794 in 2.2 s"; the times are those of its searches alone, as are ours.
"""
import json
import re
import statistics
import subprocess
import sys


def run_script(script, data):
    text = subprocess.run([sys.executable, script, data], capture_output=True, text=True,
                          check=True).stdout
    found = re.findall(r"^(\w+): phi ([\d.]+) in ([\d.]+) s", text, re.M)
    return {name: (float(phi), float(seconds)) for name, phi, seconds in found}


def run_jounce(jounce, data):
    command = [jounce, "identify", data, "--law", "hydrobushing", "--json", "--quiet"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result = json.loads(text)
    return result["phi"], result["seconds"]


def main():
    jounce, script, data = sys.argv[1:4]
    repetitions = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    ours, theirs = [], {}
    for _ in range(repetitions):
        ours.extend(run_jounce(jounce, data) for _ in range(3))
        for name, result in run_script(script, data).items():
            theirs.setdefault(name, []).append(result)
    seconds = statistics.median(s for _, s in ours)
    print("jounce          phi %.5f  median %.4f s  (%.4f to %.4f)" %
          (ours[0][0], seconds, min(s for _, s in ours), max(s for _, s in ours)))
    for name, results in theirs.items():
        median = statistics.median(s for _, s in results)
        print("%-15s phi %.5f  median %.4f s  %.0f times ours" %
              (name, results[0][0], median, median / seconds))


if __name__ == "__main__":
    main()
