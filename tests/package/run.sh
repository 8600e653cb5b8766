#!/usr/bin/env bash
# Installs the library into a fresh folder, builds the project beside this script against it with
# nothing else of ours in sight, and runs its programs.
#   run.sh BUILD_DIR SCRATCH_DIR C_COMPILER CXX_COMPILER FLAGS
set -euo pipefail
build=$1 scratch=$2 c=$3 cxx=$4 flags=${5:-}
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "FAILED: $*"; exit 1; }

rm -rf "$scratch"
for component in library development; do
  cmake --install "$build" --prefix "$scratch/prefix" --component "$component" >/dev/null
done
# The headers see the standard library and each other.
! grep -rhE '^ *# *include' "$scratch/prefix/include" | grep -vE '<[a-z0-9_.]+>|"jounce/[a-z_]+\.h"' ||
  fail "a header includes what is not installed"
# Programs see the interface and no more: neither the engine nor what it was made with.
exported=$(nm -DC --defined-only "$scratch/prefix"/lib*/libjounce.so | cut -c20- |
  grep -vE '^(typeinfo (name )?for |vtable for )?jounce::api::|^jounce_[a-z_]+(@|$)' || true)
[[ -z $exported ]] || fail "exported: $exported"

cmake -S "$here" -B "$scratch/build" -G Ninja -DCMAKE_C_COMPILER="$c" -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  >"$scratch/configure.log" || { cat "$scratch/configure.log"; exit 1; }
cmake --build "$scratch/build" --target threads from_c regulator
began=$(date +%s%N)
cmake --build "$scratch/build" --target controller
echo "a controller is compiled and linked in $((($(date +%s%N) - began) / 1000000)) ms"

# -1 - 2 * 9.81/k (1 - cos(sqrt(k/2))) for k = 100 and 400 N/m.
near() {
  awk -v found="$1" -v k="$2" 'BEGIN {
    error = found + 1 + 2 * 9.81 / k * (1 - cos(sqrt(k / 2))); exit !(error^2 < 1e-8) }'
}
cd "$scratch"
for program in controller from_c; do
  height=$("build/$program" "$here/oscillator.yaml") || fail "$program: $height"
  near "$height" 100 || fail "$program finds z = $height"
done
mapfile -t heights < <("build/threads" "$here/oscillator.yaml")
near "${heights[0]}" 100 && near "${heights[1]}" 400 || fail "two threads find ${heights[*]}"
height=$(build/regulator "$here/oscillator.yaml") || fail "regulator: $height"
awk -v found="$height" 'BEGIN { exit !((found + 0.9)^2 < 1e-8) }' || fail "regulator: z = $height"
# Elements and blocks of one's own, outside the tree, with the installed header alone: a mass of 20 kg
# rests on the gas where (p_0 l_0/l - p_a) A carries it, l = 0.4 m * 2e5 Pa/(1e5 Pa + 20 g/20 cm^2).
cp -r "$here/../../examples/plugin" plugin
cmake -S plugin -B plugin/build -G Ninja -DCMAKE_C_COMPILER="$c" -DCMAKE_C_FLAGS="$flags" \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" >plugin/log || { cat plugin/log; exit 1; }
cmake --build plugin/build >plugin/log || { cat plugin/log; exit 1; }
mv plugin/build/strut.so plugin/
cp "$here/strut.yaml" plugin/
length=$(build/controller plugin/strut.yaml) || fail "plug-in: $length"
awk -v found="$length" 'BEGIN { l = 0.4 * 2e5 / (1e5 + 20 * 9.81 / 2e-3); exit !((found - l)^2 < 1e-8) }' ||
  fail "plug-in: the mass rests at $length"
if build/controller no.yaml >message; then fail "a file that is not there"; fi
grep -q "no.yaml" message || fail "an error that does not name the file"
