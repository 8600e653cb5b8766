#!/usr/bin/env python3
"""Writes docs/model-reference.md from the program's own schemas.

Usage: make_model_reference.py PROGRAM [--check]. With --check it only compares and exits 1 if they differ."""
import json
import pathlib
import subprocess
import sys

program = sys.argv[1]
target = pathlib.Path(__file__).resolve().parent.parent / "docs/model-reference.md"


def schema(kind):
    return json.loads(subprocess.run([program, "schema", kind], capture_output=True, text=True, check=True).stdout)


def type_of(entry):
    if "$ref" in entry:
        name = entry["$ref"].split("/")[-1]
        return name if name in {"number"} else f"[{name}](#{name.replace(' ', '-')})"
    if "const" in entry:
        return f"`{entry['const']}`"
    if "enum" in entry:
        return ", ".join(f"`{word}`" for word in entry["enum"])
    if "anyOf" in entry:
        return type_of(entry["anyOf"][0])
    kind = entry.get("type")
    if kind == "array":
        count = entry.get("minItems")
        exact = f"{count} " if count and count == entry.get("maxItems") else ""
        return f"list of {exact}{type_of(entry['items'])}"
    if kind == "object" and "additionalProperties" in entry and isinstance(entry["additionalProperties"], dict):
        return f"names of {type_of(entry['additionalProperties'])}"
    if kind == "object" and "properties" not in entry:
        return "names and what each stands for"
    if kind == "object":
        return "mapping: " + ", ".join(f"`{key}`" for key in entry["properties"] if key not in {"include", "append"})
    if isinstance(kind, list):
        return "text"
    return {"integer": "whole number", "boolean": "`true` or `false`"}.get(kind, str(kind))


def rows(case, hidden):
    required = set()
    for option in case.get("anyOf", []):
        if option.get("required") != ["include"]:
            required |= set(option.get("required", []))
    lines = ["| key | value | meaning |", "|---|---|---|"]
    for key, entry in case["properties"].items():
        if key in hidden:
            continue
        star = " *" if key in required else ""
        meaning = entry.get("description", "").replace("|", "\\|")
        lines.append(f"| `{key}`{star} | {type_of(entry)} | {meaning} |")
    return lines


def section(title, entry, level, hidden):
    lines = ["", "#" * level + " " + title, ""]
    if "properties" in entry:
        return lines + rows(entry, hidden)
    for case in entry["anyOf"]:
        tag = next((value for value in case["properties"].values() if "const" in value), None)
        if tag:  # else the keys of none of the kinds
            lines += [f"{'#' * (level + 1)} {tag['const']}", "", tag.get("description", ""), ""]
        lines += rows(case, hidden) + [""]
    return lines


COMMON = {"include", "append", "units", "parameters", "variants"}
# Forms of values, not things with keys of their own.
VALUES = {"number", "number_with_unit", "expression", "include", "append", "vector", "three_numbers", "from_to", "point",
          "with_unit"}
lines = [
    "# Model and law files: every key",
    "",
    "Made by `tools/make_model_reference.py` from the program's own schema. A star marks what must be there. Numbers are in the file's",
    "units or carry their own; the SI unit stands in brackets. Every file may have `include`, `append`, `units`, `parameters` and",
    "`variants`, a model `points`, `tables` and `cases`, too ([model.md](model.md)).",
]
model, law = schema("model"), schema("law")
lines += section("model", model, 2, COMMON | {"points", "tables", "cases"})
for name, entry in model["definitions"].items():
    if name not in VALUES | {"law"} and name not in law["definitions"]:
        lines += section(name, entry, 2, COMMON)
lines += section("law", law, 2, COMMON)
for name, entry in law["definitions"].items():
    if name not in VALUES | {"law"}:
        lines += section(name, entry, 2, COMMON)
text = "\n".join(lines) + "\n"

if "--check" in sys.argv:
    if not target.exists() or target.read_text() != text:
        print("docs/model-reference.md is not what the schema says: run tools/make_model_reference.py PROGRAM")
        sys.exit(1)
    print("docs/model-reference.md is in step")
else:
    target.write_text(text)
    print(f"{target.name}: {len(lines)} lines")
