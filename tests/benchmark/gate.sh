#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks the cost of exploring without clocks: the executions and events of a search must equal the
# numbers below, and, if valgrind is installed, the instructions per execution, with the start of
# the program, may exceed them by a tenth.
#
#   tests/benchmark/gate.sh FAMILIES UNMODIFIED
#
# The instructions are those of a release build under valgrind, where the step cache guards nothing
# (docs/decisions/0016). After an improvement, lower the numbers here.
set -euo pipefail

families=$1
unmodified=$2  # the folder of these programs
wrong=0
count=0
told=$(mktemp)
trap 'rm -f "$told"' EXIT

number_of() { sed -n "s/^  \"$1\": \([0-9]*\),\$/\1/p" "$told" | head -n 1; }

# Checks one line: a search and its expected cost.
look_at() {
  local test=$1 words=$2 strategy=$3 limit=$4 executions=$5 events=$6 most=$7
  local environment=(MCHECK_STRATEGY="$strategy" MCHECK_TIME=300s MCHECK_PATIENCE=300s)
  [ "$limit" = - ] || environment+=(MCHECK_EXECUTIONS="$limit")
  local name="$test ${words//,/ } by $strategy"
  env "${environment[@]}" "$families" --test "$test" --json - -- ${words//,/ } \
    < /dev/null > "$told" || [ $? -eq 3 ]
  count=$((count + 1))
  local now="$(number_of executions) $(number_of events)"
  if [ "$now" != "$executions $events" ]; then
    echo "$name: executions and events were $executions $events, and are $now"
    wrong=1
  fi
  local took=unknown
  if [ "$measured" = 1 ]; then
    (env "${environment[@]}" setarch -R valgrind --tool=callgrind --callgrind-out-file=/dev/null \
      "$families" --test "$test" -- ${words//,/ } || true) < /dev/null > "$told" 2>&1
    took=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$told")
    [ -n "$took" ] || { cat "$told"; wrong=1; } # valgrind failed
    took=$((took / executions))
    if [ $((took * 10)) -gt $((most * 11)) ]; then
      echo "$name: an execution took $most instructions, and takes $took"
      wrong=1
    fi
  fi
  printf '%-26s %7s executions %8s events %8s instructions an execution (%s written down)\n' \
    "$name" "$executions" "$events" "$took" "$most"
}

# The same for an unmodified program, whose main has the options. The search is stopped early:
# before a verdict, mcheck would scan the whole executable, which takes longer than the search.
look_at_unmodified() {
  local name=$1 executions=$2 most=$3 took=unknown
  count=$((count + 1))
  if [ "$measured" = 1 ]; then
    (env MCHECK_EXECUTIONS="$executions" MCHECK_TIME=300s MCHECK_PATIENCE=300s setarch -R \
      valgrind --tool=callgrind --callgrind-out-file=/dev/null "$unmodified/$name" || true) \
      < /dev/null > "$told" 2>&1
    grep -q "($executions executions" "$told" || { cat "$told"; wrong=1; }
    took=$(($(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$told") / executions))
    if [ $((took * 10)) -gt $((most * 11)) ]; then
      echo "$name: an execution took $most instructions, and takes $took"
      wrong=1
    fi
  fi
  printf '%-26s %7s executions %24s instructions an execution (%s written down)\n' \
    "$name" "$executions" "$took" "$most"
}

# Other builds execute other instructions.
measured=0
if [ "${3:-}" = --instructions ] && command -v valgrind > /dev/null; then measured=1; fi

# test, arguments, strategy, limit on executions: executions, events, instructions of each
while read -r test words strategy limit executions events most; do
  look_at "$test" "$words" "$strategy" "$limit" "$executions" "$events" "$most"
done << 'END'
rmw      3,3 optimal    - 1680  5485 12740
rmw      3,3 dfs        - 1680  5483 8630
rmw      3,3 random   500  500  5081 25820
locks    2,5 optimal    -  252  2188 36100
lastzero   7 optimal    -  320  2660 62180
store_buffering 10 optimal - 1023  5812 30600
END

# name, executions, instructions of each
while read -r name executions most; do
  look_at_unmodified "$name" "$executions" "$most"
done << 'END'
treiber_stack_right 400 446600
END
[ "$count" -eq 7 ] || wrong=1
exit $wrong
