#!/usr/bin/env python3
"""The schema and the reader agree: what one takes the other takes, what one refuses the other refuses.

Usage: schema_test.py PROGRAM SOURCE_DIR. Exit 77 (skipped) without python3-jsonschema and python3-yaml."""
import glob
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: needs python3-jsonschema and python3-yaml ({missing})")
    sys.exit(77)

program, source = sys.argv[1], pathlib.Path(sys.argv[2])


def schema(kind):
    text = subprocess.run([program, "schema", kind], capture_output=True, text=True, check=True).stdout
    made = json.loads(text)
    jsonschema.Draft7Validator.check_schema(made)
    return jsonschema.Draft7Validator(made)


SCHEMAS = {kind: schema(kind) for kind in ("law", "model", "study", "correlation", "plan")}
# A key that files of a kind have and others do not.
MARKS = {"law": "law", "vary": "study", "outputs": "study", "find": "correlation", "plant": "plan"}


def kind_of(tree):
    marks = [kind for mark, kind in MARKS.items() if isinstance(tree, dict) and mark in tree]
    return marks[0] if marks else "model"


def schema_takes(text):
    tree = yaml.safe_load(text)
    return SCHEMAS[kind_of(tree)].is_valid(tree)


def reader_takes(path):
    return subprocess.run([program, "check", str(path)], capture_output=True).returncode == 0


def check(path, expected):
    text = pathlib.Path(path).read_text()
    by_schema, by_reader = schema_takes(text), reader_takes(path)
    assert by_schema == expected, f"{path}: the schema says {by_schema}\n{text}"
    assert by_reader == expected, f"{path}: the reader says {by_reader}\n{text}"


shipped = sorted(glob.glob(str(source / "examples/**/*.yaml"), recursive=True)) + sorted(
    glob.glob(str(source / "bench/models/*.yaml"))
)
# Parts of models that are included elsewhere are not models by themselves.
parts = {name for path in shipped for name in re.findall(r"include: *([\w.-]+)", open(path).read())}
shipped = [path for path in shipped if pathlib.Path(path).name not in parts
           or kind_of(yaml.safe_load(open(path))) == "law"]
# Files that name data of other kinds (manifests of measured loops) are none of these.
shipped = [path for path in shipped if kind_of(yaml.safe_load(open(path))) != "model"
           or "bodies" in yaml.safe_load(open(path))]
kinds = {kind_of(yaml.safe_load(open(path))) for path in shipped}
assert kinds == set(SCHEMAS), f"examples of these kinds only: {kinds}"
for path in shipped:
    check(path, True)

BODY = "bodies: {arm: {mass: 3, inertia: [1, 1, 1]}}\n"
BAD = [
    "bodys: {}\n",  # unknown key
    BODY + "frames: {f: {position: [0, 0, 0]}}\n",  # missing key
    "bodies: {arm: {mass: [1]}}\n",  # wrong type
    "bodies: {arm: {mass: 3, position: [1, 2]}}\n",  # wrong count
    BODY + "joints: {j: {joint: hinge, between: [ground, arm]}}\n",  # unknown word
    BODY + "joints: {j: {joint: revolute, between: [arm]}}\n",
    BODY + "solver: {rho: 2}\n",  # out of range
    BODY + "solver: {max_iterations: 0}\n",
    BODY + "connections: {c: {connection: rod, between: [ground, arm], law: {law: rubber}}}\n",
    "law: rubber\n",
    "law: prony\nstifness: 3\n",
    "law: linear\nstiffness: {a: 1}\n",
    "vary: {k: {from: 1, upto: 2}}\noutputs: {y: {take: formula, formula: k}}\n",
    "vary: {k: {from: 1, to: 2}}\n",  # no outputs
    "outputs: {y: {take: median, channel: a}}\n",
    "outputs: {y: {take: statistic}}\n",
    "vary: {k: {from: 1, to: 2, distribution: even}}\noutputs: {y: {take: formula, formula: k}}\n",
    "sampling: {method: dice}\noutputs: {y: {take: formula, formula: 1}}\n",
    "model: m.yaml\nfind: {k: {upper: -1}}\nevents: {e: {values: {a: {value: 1, deviation: 1}}}}\n",
    "model: m.yaml\nfind: {k: {}}\nevents: {e: {modes: {a: {mode: 1, frequency: 3 Hz}}}}\n",
    "find: {k: {}}\nevents: {e: {values: {a: {value: 1, deviation: 1}}}}\n",
    "model: m.yaml\nfind: {k: {}}\nevents: {e: {values: {a: {value: 1, deviation: 1}}, weight: 2}}\n",
]
with tempfile.TemporaryDirectory() as folder:
    for number, text in enumerate(BAD):
        path = pathlib.Path(folder) / f"bad{number}.yaml"
        path.write_text(text)
        check(path, False)
print(f"schema and reader agree on {len(shipped)} good and {len(BAD)} bad files")
