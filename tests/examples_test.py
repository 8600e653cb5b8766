#!/usr/bin/env python3
"""The READMEs of the examples are true: their commands run, in order, and print what they say.

In a README, a block ```console holds commands ("$ jounce ...") and excerpts of what they print. Each
line of an excerpt must be found in the output, in order, with its numbers within 3 %. Numbers before
s, us or times are clock times, those before iterations and factorizations what the solver did with
the rounding of this machine: they may be anything.

    examples_test.py PROGRAM SOURCE_DIR EXAMPLE
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.?\d*(?:e[-+]?\d+)?(?![\w.]*\w)")
CLOCK = re.compile(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?(?= ?(?:s|us|times|iterations|factorizations)\b)")
TOLERANCE = 0.03


def blocks(text):
    """(command, expected lines) of each command of the console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip() and line.strip() != "...":
                found[-1][1].append(line)
    return found


def same(expected, line):
    expected, line = CLOCK.sub("#", expected), CLOCK.sub("#", line)
    if NUMBER.sub("0", expected).split() != NUMBER.sub("0", line).split():
        return False
    for a, b in zip(NUMBER.findall(expected), NUMBER.findall(line)):
        a, b = float(a), float(b)
        if abs(a - b) > TOLERANCE * max(abs(a), abs(b)):
            return False
    return True


def main():
    program, source, example = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="jounce_example_"))
    work = folder / example
    shutil.copytree(pathlib.Path(source) / "examples" / example, work)
    for other in (pathlib.Path(source) / "examples").iterdir():  # that it may refer to
        if other.name != example:
            os.symlink(other, folder / other.name)
    tools = folder / "bin"
    tools.mkdir()
    os.symlink(program, tools / "jounce")
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
    wrong = 0
    commands = blocks((work / "README.md").read_text())
    if not commands:
        sys.exit(f"{example}/README.md has no commands")
    for command, expected in commands:
        print(f"$ {command}", flush=True)
        run = subprocess.run(command, shell=True, cwd=work, env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if run.returncode != 0:
            print(run.stdout, run.stderr)
            sys.exit(f"exit code {run.returncode}")
        lines = iter(run.stdout.splitlines())
        for line in expected:
            if not any(same(line, actual) for actual in lines):
                print(f"README says:\n{line}\nnot found in:\n{run.stdout}")
                wrong += 1
                break
    shutil.rmtree(folder)
    sys.exit(f"{wrong} commands print something else" if wrong else 0)


if __name__ == "__main__":
    main()
