#!/usr/bin/env bash
# clang-tidy on the rooms that changed since the last commit that passed (JOUNCE_TIDY_BASE, else the
# commit before): all sources of those rooms, tests left out. JOUNCE_TIDY_BASE=all takes every room.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${JOUNCE_TIDY_BASE:-$(git rev-parse -q --verify HEAD~1 || echo all)}
if [[ $base == all ]]; then
  rooms=$(ls -d src/*/)
else
  rooms=$(git diff --name-only "$base" -- 'src/*.h' 'src/*.cc' | cut -d/ -f1,2 | sort -u)
fi
[[ -n $rooms ]] || { echo "no room changed"; exit 0; }
echo "rooms: $rooms"
# Sources joined as in a build are read with Eigen once for all of them; GCC's precompiled headers mean
# nothing to clang-tidy. Files that only a build makes (the scripts of pages) are not ours to check.
cmake --preset tidy >build/tidy-configure.log || { cat build/tidy-configure.log; exit 1; }
rooms_pattern=$(echo $rooms | sed 's:/*\( \|$\):/\1:g; s/ /|/g')
grep -o '"file": "[^"]*"' build/tidy/compile_commands.json | cut -d '"' -f 4 | grep -E "/($rooms_pattern)" |
  while read -r file; do if [[ -e $file ]]; then echo "$file"; fi; done |
  xargs -r -P "$(nproc)" -n 1 clang-tidy --quiet -p build/tidy \
    --extra-arg=-Wno-unknown-warning-option 2>/dev/null
