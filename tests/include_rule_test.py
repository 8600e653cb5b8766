#!/usr/bin/env python3
"""The include rule holds, and its check finds a breach: somebody includes solve/ from laws/."""
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
checker = [sys.executable, str(root / "tools/check_includes.py")]

assert subprocess.run(checker).returncode == 0, "the sources break the include rule"

with tempfile.TemporaryDirectory() as folder:
    laws = pathlib.Path(folder) / "laws"
    laws.mkdir()
    (laws / "bad.cc").write_text('#include "math/units.h"\n#include "solve/statics.h"\n')
    outcome = subprocess.run(checker + [folder], capture_output=True, text=True)
    assert outcome.returncode == 1, "a breach was not found"
    assert "bad.cc:2: laws must not include solve" in outcome.stdout, outcome.stdout
print("include rule: holds, and a breach is found")
