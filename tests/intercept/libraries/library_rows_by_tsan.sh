#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the rows of tests/intercept/programs/libraries/library_*.cpp with mcheck and with ThreadSanitizer:
# prints a table of both results for every row and its ordered twin. Slow, so no test runs it:
#
#   tests/intercept/libraries/library_rows_by_tsan.sh build/release/bin > tests/intercept/libraries/library_rows.tsv
#
# ThreadSanitizer runs each row three times, because it depends on the actual schedule. Programs may
# be named behind the folder; otherwise all are run.
set -eu
binaries=$1
shift
[ $# != 0 ] || set -- library_texts library_system library_classes
root=$(cd "$(dirname "$0")/../../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

by_mcheck() {
  said=$("$binaries/mcheck" explore "$binaries/unmodified_$1" -- "$2" 2>&1 | head -n 2)
  case $said in
    *"data race"*) echo race ;;
    verified*) echo - ;;
    *) echo other ;;
  esac
}

by_tsan() {
  for _ in 1 2 3; do
    said=$("$scratch/$1" "$2" 2>&1 >/dev/null </dev/null | grep -c "data race" || true)
    if [ "$said" != 0 ]; then
      echo race
      return
    fi
  done
  echo -
}

printf 'row\tmcheck\ttsan\tmcheck, ordered\ttsan, ordered\n'
for program in "$@"; do
  "${CXX:-g++}" -std=c++20 -g -O1 -w -fsanitize=thread -I"$root" \
    "$root/tests/intercept/programs/libraries/$program.cpp" -o "$scratch/$program"
  "$scratch/$program" list | while IFS= read -r row; do
    printf '%s\t%s\t%s\t%s\t%s\n' "$row" \
      "$(by_mcheck "$program" "$row")" "$(by_tsan "$program" "$row")" \
      "$(by_mcheck "$program" "$row ordered")" "$(by_tsan "$program" "$row ordered")"
  done
done
