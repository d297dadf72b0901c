#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all tests of a binary, one after the other; prints the names of those that fail.
#
#   run_all.sh ./orders
set -u
tests=$("$1") || exit 2
failed=0
for test in $tests; do
  "$1" "$test" >/dev/null 2>&1 || {
    echo "$test"
    failed=1
  }
done
exit $failed
