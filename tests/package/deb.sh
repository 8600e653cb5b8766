#!/usr/bin/env bash
# Makes the Debian packages and tries what is in them, from another folder and without the source tree.
#   deb.sh BUILD_DIR SCRATCH_DIR SOURCE_DIR
set -euo pipefail
build=$1 scratch=$2 source=$3
fail() { echo "FAILED: $*"; exit 1; }
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: dpkg-dev is not installed"; exit 77; }

rm -rf "$scratch" && mkdir -p "$scratch/elsewhere"
(cd "$build" && cpack -G DEB -B "$scratch" >"$scratch/cpack.log") ||
  { cat "$scratch/cpack.log"; exit 1; }
root=$scratch/root
for deb in "$scratch"/*.deb; do
  dpkg-deb -x "$deb" "$root"
  for field in Maintainer Section Description Version Depends; do
    [[ -n $(dpkg-deb -f "$deb" "$field") ]] || fail "$(basename "$deb") has no field $field"
  done
done
program=$root/usr/bin/jounce

# Every library that is loaded by name belongs to a package that the package of the loader names.
check_depends() {  # DEB LOADER
  local name path package depends
  depends=$(dpkg-deb -f "$1" Depends)
  for name in $(objdump -p "$2" | awk '/NEEDED/ {print $2}'); do
    # Packages know some libraries by /lib, which is a link to /usr/lib.
    path=$(readlink -f "$(ldconfig -p | awk -v name="$name" '$1 == name {print $NF; exit}')")
    package=$( (dpkg -S "$path" || dpkg -S "${path#/usr}") 2>/dev/null | sed 's/[:,].*//')
    [[ ", $depends" == *", $package"[,\ ]* || ", $depends" == *", $package" ]] ||
      fail "$name is of $package, which is not in: $depends"
  done
  echo "$(basename "$1"): $depends"
}
check_depends "$scratch"/jounce_*.deb "$program"
check_depends "$scratch"/libjounce0_*.deb "$root/usr/lib/libjounce.so.0"
# docs/licences.md promises it: programs that link the library are free of Ceres and its GPL parts.
! objdump -p "$root/usr/lib/libjounce.so.0" | grep -q 'NEEDED.*ceres' || fail "libjounce loads Ceres"

grep -q "Redistribution and use in source and binary forms" "$root/usr/share/doc/jounce/copyright" ||
  fail "no licence"
! grep -q "$source" "$program" || fail "the program knows the folder of its sources"

# No compiler, no shell commands, nothing of ours in the environment.
cd "$scratch/elsewhere"
env -i PATH=/nonexistent "$program" demo --quick -q || fail "jounce demo"
[[ -s out/demo/demo.html && -s out/demo/hydro_law.yaml ]] || fail "the demo left no page"
env -i PATH=/nonexistent "$program" check "$root/usr/share/doc/jounce/examples/buckling/node.yaml" -q ||
  fail "an example of the package"
cp -r "$root/usr/share/doc/jounce/examples/suv" .
env -i PATH=/nonexistent "$program" check suv/suv.yaml -q || fail "the library of the package"
env -i PATH=/nonexistent "$program" check "$root/usr/share/jounce/library/macpherson.yaml" \
  --set mount=memory -q || fail "the sheets of the library"

# Completion and manual page know every command and every option.
words=$(bash -c 'source "$1"; COMP_WORDS=(jounce ru); COMP_CWORD=1; _jounce; echo "${COMPREPLY[*]}"' _ \
  "$root/usr/share/bash-completion/completions/jounce")
[[ $words == run ]] || fail "completion of 'jounce ru' is '$words'"
page=$(gzip -dc "$root/usr/share/man/man1/jounce.1.gz" | sed 's/\\-/-/g')
for word in $(grep -o -- 'words="[^"]*"' "$root/usr/share/bash-completion/completions/jounce" |
  grep -o -- '--[a-z][a-z-]*' | sort -u); do
  [[ $word == --help || $page == *"$word"* ]] || fail "$word is not on the manual page"
done
for command in $("$program" --help | awk '/^Subcommands/ {on = 1; next} /^$/ {on = 0} on {print $1}'); do
  [[ $page == *".SS jounce $command "* ]] || fail "$command is not on the manual page"
done
if command -v man >/dev/null; then
  warnings=$(man --warnings=w -l "$root/usr/share/man/man1/jounce.1.gz" 2>&1 >/dev/null)
  [[ -z $warnings ]] || fail "manual page: $warnings"
fi
