#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# try.sh BUILD: the commands that `make try` prints work with nothing but what it has built.
#
# Links the outputs of its targets into an otherwise empty folder.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d -p "$build") # hard links need the same file system
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

said=$(make -n -C "$source" try)
targets=$(sed -n 's/.* --target //p' <<<"$said")
[[ $targets == *lost_update* ]] || fail "make try builds other things: $targets"
files=$(ninja -C "$build" -t graph $targets | sed -n 's/.*label="\(\(lib\|bin\)[^"]*\)".*/\1/p' | sort -u)
for file in $files lib/mcheck_unmodified.hpp; do # written by CMake itself
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
