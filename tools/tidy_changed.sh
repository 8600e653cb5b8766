#!/usr/bin/env bash
# clang-tidy on the rooms that changed since the last commit that passed (JOUNCE_TIDY_BASE, else the
# commit before): all sources of those rooms, tests left out. JOUNCE_TIDY_BASE=all takes every room.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${JOUNCE_TIDY_BASE:-$(git rev-parse -q --verify HEAD~1 || echo all)}
if [[ $base == all ]]; then
  rooms=$(ls -d src/*/)
else
  rooms=$(git diff --name-only "$base" -- src | cut -d/ -f1,2 | sort -u)
fi
[[ -n $rooms ]] || { echo "no room changed"; exit 0; }
echo "rooms: $rooms"
files=$(for room in $rooms; do find "$room" -name '*.cc' ! -name '*_test.cc' ! -name '*_fuzz.cc'; done)
# GCC's precompiled headers and sources joined for speed mean nothing to clang-tidy.
cmake --preset tidy >build/tidy-configure.log || { cat build/tidy-configure.log; exit 1; }
echo "$files" | xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p build/tidy \
  --extra-arg=-Wno-unknown-warning-option 2>/dev/null
