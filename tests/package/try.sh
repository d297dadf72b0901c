#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `make try` says next works, although there is only what it has built: try.sh BUILD
#
# The files that its targets make are linked into a folder of their own, and nothing else is there.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d -p "$build") # links do not leave a disk
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

said=$(make -n -C "$source" try)
targets=$(sed -n 's/.* --target //p' <<<"$said")
[[ $targets == *lost_update* ]] || fail "make try builds other things: $targets"
files=$(ninja -C "$build" -t graph $targets | sed -n 's/.*label="\(\(lib\|bin\)[^"]*\)".*/\1/p' | sort -u)
for file in $files lib/mcheck_unmodified.hpp; do # which CMake itself writes
  mkdir -p "$scratch/$(dirname "$file")"
  ln -f "$build/$file" "$scratch/$file"
done
[[ ! -e $scratch/lib/mcheck_model.o ]] || fail "more is linked than make try makes"

cat >"$scratch/program.cpp" <<'END'
#include <cassert>
#include <thread>
int shared = 0;
int main() {
  std::thread other([] { shared = 1; });
  assert(shared == 0);
  other.join();
}
END
cp "$source/programs/unmodified/abba_deadlock.c" "$scratch/program.c"
cd "$scratch"
export PATH=$scratch/bin:$PATH
mcheck c++ program.cpp -o program
code=0
said=$(mcheck explore ./program) || code=$?
[[ $code == 1 && $said == *MC001* ]] || fail "exit code $code and not the race: $said"
mcheck cc program.c -o program
code=0
said=$(mcheck explore ./program) || code=$?
[[ $code == 1 && $said == *MC004* ]] || fail "exit code $code and not the deadlock: $said"
