#!/usr/bin/env bash
# Builds the fuzz targets and runs each for SECONDS (default 5); findings stay in build/fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
cmake --preset asan >build/asan-configure.log
mapfile -t targets < <(cat build/asan/fuzz_targets.txt)
ninja -C build/asan "${targets[@]}" >build/fuzz-build.log || { tail -n 40 build/fuzz-build.log; exit 1; }
mkdir -p build/fuzz/findings
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target
  seeds=tests/fuzz/seeds/$target
  mkdir -p "$corpus"
  program=$(find build/asan -name "$target" -type f -perm -u+x | head -n 1)
  "$program" -max_total_time="$seconds" -max_len=65536 -rss_limit_mb=2048 -timeout=10 \
    -artifact_prefix=build/fuzz/findings/ "$corpus" $([[ -d $seeds ]] && echo "$seeds") \
    >"build/fuzz/$target.log" 2>&1 || { tail -n 30 "build/fuzz/$target.log"; exit 1; }
  echo "$target: $(grep -Eo 'Done [0-9]+ runs in [0-9]+ second' "build/fuzz/$target.log")s, no finding"
done
