#!/usr/bin/env python3
"""The include rule holds, its check finds a breach (somebody includes solve/ from laws/), and what a change reaches follows from it."""
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

# What a change reaches: the rooms that see it, also through others; all where it is no room's.
sys.path.insert(0, str(root / "tools"))
from unreached_tests import unreached

every = {f"{room.name}_test" for room in (root / "src").iterdir() if room.name != "cli"}
assert set(unreached(["src/cli/main.cc"])) == every
assert set(unreached(["src/report/page.h", "docs/pages.md"])) == every - {"report_test"}
# flex sees model, and model sees laws: a law reaches flex, but not signals.
assert set(unreached(["src/laws/law.h"])) == {"base_test", "math_test", "blocks_test", "elements_test", "signals_test", "tyres_test", "roads_test", "fatigue_test"}
assert set(unreached(["src/laws/make_law_test.cc"])) == every - {"laws_test"}
assert unreached(["src/base/error.h"]) == []
assert unreached(["src/report/page.h", "cmake/room.cmake"]) == []
assert unreached(["src/flex/CMakeLists.txt"]) == []
assert unreached(["tests/cli_test.cc"]) == []
print("reach of changes: as the include rule has it")
