#!/usr/bin/env bash
# Installs the engine into a fresh folder and builds the project beside this script against it.
#   run.sh BUILD_DIR SCRATCH_DIR COMPILER FLAGS
set -euo pipefail
build=$1 scratch=$2 compiler=$3 flags=${4:-}
rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$(dirname "$0")" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/configure.log" ||
  { cat "$scratch/configure.log"; exit 1; }
cmake --build "$scratch/build"
"$scratch/build/uses_jounce"
