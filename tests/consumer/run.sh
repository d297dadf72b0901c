#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An external project with mcheck, in its own tree:
#
#   run.sh installed BUILD    with the installation of that build folder, moved to another place
#   run.sh part SOURCE        with mcheck's source tree as a part of it: configures it and checks the
#                             targets; with MCHECK_DEEP=1 also builds and tests it
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
documents=$here/../../docs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
project=$scratch/project
cp -r "$here" "$project"
build=$project/build

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Checks that a file contains a text; otherwise prints the file.
says() {
  grep -qF -e "$2" "$1" || fail_with "$1" "'$2' is not said"
}

fail_with() {
  cat "$1" >&2
  fail "$2"
}

# The same base directory for ccache in every run.
export CCACHE_BASEDIR=$scratch CCACHE_NOHASHDIR=1
configure() {
  local launcher
  launcher=$(command -v ccache || true)
  cmake -S "$project" -B "$build" ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher} "$@"
}

# Runs a command that must fail, and keeps its output.
refused() {
  if "$@" >"$scratch/said" 2>&1; then fail "'$*' was not refused"; fi
}

run_tests() {
  (cd "$build" && ctest --output-on-failure) >"$scratch/tests" 2>&1 ||
    fail_with "$scratch/tests" ctest
  says "$scratch/tests" "100% tests passed, 0 tests failed out of 12"
  for name in queue.push_twice queue.pop_twice steps.pop_twice once words mcheck_gate class_check \
    "an ordinary test is an ordinary test" "an exchange gives one thread the token" \
    "a bound is obeyed" Ordinary.StaysOrdinary Token.IsTakenOnce; do
    says "$scratch/tests" "$name "
  done
}

source "$here/suites.sh"
source "$here/documents.sh"
source "$here/mistakes.sh"

case $1 in
  installed)
    cmake --install "$2" --prefix "$scratch/first" >/dev/null
    mv "$scratch/first" "$scratch/moved to"
    prefix="$scratch/moved to"
    export PATH="$prefix/bin:$PATH"
    configure -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$build" --parallel >"$scratch/said" 2>&1 || fail_with "$scratch/said" build
    run_tests
    check_suites
    check_documents
    check_mistakes
    ;;
  part)
    for way in SOURCE FETCH; do
      rm -rf "$build"
      configure -DMCHECK_$way="$2" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
      ninja -C "$build" -t targets all | cut -d: -f1 >"$scratch/targets"
      says "$scratch/targets" mcheck_model.o
      if grep -E "test_(model|dpor|command)|lost_update|families" "$scratch/targets"; then
        fail "samples are built"
      fi
      grep -F 'queue.dir/queue_test.cpp.o -c' "$build/compile_commands.json" >"$scratch/line"
      says "$scratch/line" -UNDEBUG
      if grep -E -e "-W|-O2" "$scratch/line"; then fail "options of mcheck leak"; fi
    done
    [[ ${MCHECK_DEEP:-} == 1 ]] || exit 0
    ninja -C "$build" >"$scratch/said" || fail_with "$scratch/said" build
    run_tests
    ;;
esac
