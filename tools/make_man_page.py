#!/usr/bin/env python3
"""Writes the manual page of the command from its own help.

Usage: make_man_page.py PROGRAM VERSION OUTPUT.1.gz"""
import gzip
import pathlib
import re
import subprocess
import sys

COLUMN = 30  # where the help begins to describe an option
SUMMARY = "rubber bushings and multibody systems, from the test bench to the road"


def help_of(program, *words):
    return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout


def parse(text):
    """The head (what it does), the usage, the sections {title: [(term, description)]}, and the foot."""
    head, _, rest = text.partition("Usage: ")
    usage, _, rest = rest.partition("\n")
    sections, foot, title = {}, [], None
    lines = rest.splitlines()
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if re.fullmatch(r"(Positionals|Options|Subcommands):", line):
            title = line[:-1]
            sections[title] = []
        elif foot or (line and not line.startswith(" ")):
            foot.append(line)
        elif line.startswith(" " * COLUMN):
            sections[title][-1][1] += " " + line.strip()
        elif following.startswith(" " * COLUMN):
            sections[title].append([line.strip(), ""])
        elif line:
            sections[title].append([line[:COLUMN].strip(), line[COLUMN:].strip()])
    return head.strip(), usage.strip(), sections, "\n".join(foot).strip("\n")


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.(?!br$)", r"\\&.", text, flags=re.M)


def entries(rows):
    return "".join(f".TP\n.B {roff(term)}\n{roff(description.strip())}\n" for term, description in rows
                   if not term.startswith("-h,"))


def commands(program, words=()):
    head, usage, sections, foot = parse(help_of(program, *words))
    page = f".SS {roff(usage)}\n{roff(head)}\n" if words else ""
    if words:
        page += entries(sections.get("Positionals", []) + sections.get("Options", []))
        if foot.startswith("Examples:"):
            page += f".PP\n.nf\n{roff(foot)}\n.fi\n"
    for name, _ in sections.get("Subcommands", []):
        page += commands(program, (*words, name))
    return page


def manual(program, version):
    head, usage, sections, foot = parse(help_of(program))
    hints, _, codes = foot.partition("Exit codes: ")
    hints = hints.strip().replace("\n", "\n.br\n")
    return (f'.TH JOUNCE 1 "" "jounce {version}" "User Commands"\n'
            f".SH NAME\njounce \\- {SUMMARY}\n"
            f".SH SYNOPSIS\n.B {roff(usage)}\n"
            f".SH DESCRIPTION\n{roff(head)}\n.PP\n{roff(hints)}\n"
            f".SH OPTIONS\n{entries(sections['Options'])}"
            f".SH COMMANDS\n{commands(program)}"
            f".SH EXIT STATUS\n{roff(codes)}\n")


def main():
    program, version, output = sys.argv[1:]
    # Without a date in it, one program gives one page to the last byte.
    pathlib.Path(output).write_bytes(gzip.compress(manual(program, version).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
