#!/usr/bin/env bash
# Builds the fuzz targets and runs each for SECONDS (default 5); findings stay in build/fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
cmake --preset asan >build/asan-configure.log
mapfile -t targets < <(cat build/asan/fuzz_targets.txt)
ninja -C build/asan "${targets[@]}" >build/fuzz-build.log || { tail -n 40 build/fuzz-build.log; exit 1; }
mkdir -p build/fuzz/findings

fuzz() {
  local target=$1 corpus=build/fuzz/corpus/$1 seeds=tests/fuzz/seeds/$1 log=build/fuzz/$1.log
  mkdir -p "$corpus"
  [[ -d $seeds ]] || seeds=
  build/asan/tests/fuzz/"$target" -max_total_time="$seconds" -max_len=65536 -rss_limit_mb=2048 \
    -timeout=10 -artifact_prefix=build/fuzz/findings/ "$corpus" $seeds >"$log" 2>&1 || {
    tail -n 30 "$log"
    echo "$target: a finding"
    return 1
  }
  echo "$target: $(grep -Eo 'Done [0-9]+ runs in [0-9]+ second' "$log")s, no finding"
}
export -f fuzz
export seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz {}'
