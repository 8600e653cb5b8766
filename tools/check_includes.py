#!/usr/bin/env python3
"""The include rule of docs/architecture.md: rooms see each other one way only.

Usage: check_includes.py [SOURCE_DIR]. Prints each forbidden include with file and line; exit 1 if any."""
import pathlib
import re
import sys

# room: the rooms it may include, besides itself
RULES = {
    "base": [],
    "math": ["base"],
    "tyres": ["base", "math"],
    "blocks": ["base", "math"],
    "elements": ["base", "math", "tyres", "roads", "blocks"],
    "laws": ["base", "math"],
    "model": ["base", "math", "roads", "blocks", "elements", "laws"],
    "mechanics": ["base", "math", "blocks", "elements", "laws", "model"],
    "solve": ["base", "math", "blocks", "elements", "laws", "model", "mechanics"],
    "vehicle": ["base", "math", "blocks", "elements", "laws", "model", "mechanics", "solve"],
    "signals": ["base", "math"],
    "roads": ["base", "math", "signals"],
    "fatigue": ["base", "math", "signals"],
    "testbench": ["base", "math", "laws"],
    "identify": ["base", "math", "laws", "testbench", "signals"],
    "flex": ["base", "math", "model"],
    "io": ["base", "math", "blocks", "elements", "laws", "model", "mechanics", "solve", "signals", "fatigue", "testbench", "identify", "flex", "tyres", "roads"],
    "correlate": ["base", "math", "model", "mechanics", "solve", "signals", "identify", "io"],
}
BELOW_API = list(RULES)
for room in ("api", "replicate", "study"):
    RULES[room] = BELOW_API
RULES["report"] = BELOW_API + ["replicate", "study"]
RULES["cli"] = BELOW_API + ["replicate", "study", "report"]

INCLUDE = re.compile(r'^\s*#\s*include\s+"([a-z_]+)/')


def check(source):
    faults = []
    for room_dir in sorted(p for p in source.iterdir() if p.is_dir()):
        room = room_dir.name
        if room not in RULES:
            faults.append(f"{room_dir}: not a room of tools/check_includes.py")
            continue
        for path in sorted(room_dir.rglob("*")):
            if path.suffix not in {".h", ".cc"}:
                continue
            is_test = path.stem.endswith(("_test", "_fuzz"))
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match or match[1] not in RULES:
                    continue
                if match[1] != room and match[1] not in RULES[room] and not is_test:
                    faults.append(f"{path}:{number}: {room} must not include {match[1]}")
    return faults


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "src"
    faults = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default)
    print("\n".join(faults) if faults else "include directions: fine")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
