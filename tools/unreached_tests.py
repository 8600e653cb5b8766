#!/usr/bin/env python3
"""Test programs of rooms that a change cannot reach, as a list for cmake -DJOUNCE_SKIP_TESTS=...

Usage: unreached_tests.py [BASE]. BASE is the last commit that passed, the commit before by default. A change in a room
reaches that room and all that see it (check_includes.py), a change of its tests alone only them. Whatever lies outside
the rooms, but for documents and the scripts of pages, reaches everything: the list is then empty."""
import pathlib
import subprocess
import sys

from check_includes import RULES

HARMLESS = {".md", ".png", ".svg"}


def seen_by(room):
    """The rooms that see this one, itself among them, also through others."""
    seen, grown = {room}, True
    while grown:
        more = {other for other, below in RULES.items() if seen & set(below)}
        grown = not more <= seen
        seen |= more
    return seen


def reached(files):
    """The rooms whose tests these changed files can reach; None for all."""
    rooms = set()
    for path in map(pathlib.PurePath, files):
        if path.suffix in HARMLESS:
            continue
        if path.parts[0] == "web":
            rooms |= seen_by("report")
        elif path.parts[0] != "src" or path.suffix not in {".h", ".cc"} or path.parts[1] not in RULES:
            return None
        elif path.stem.endswith("_test"):
            rooms.add(path.parts[1])
        else:
            rooms |= seen_by(path.parts[1])
    return rooms


def unreached(files):
    rooms = reached(files)
    # The command is tested as a whole, in tests/, and that always.
    return [] if rooms is None else [f"{room}_test" for room in RULES if room not in rooms | {"cli"}]


def main():
    base = sys.argv[1] if len(sys.argv) > 1 else "HEAD~1"
    diff = subprocess.run(["git", "diff", "--name-only", base, "--"], capture_output=True, text=True,
                          cwd=pathlib.Path(__file__).resolve().parent.parent)
    print(";".join(unreached(diff.stdout.split())) if diff.returncode == 0 else "")


if __name__ == "__main__":
    main()
