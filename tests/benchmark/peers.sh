#!/bin/bash
# SPDX-License-Identifier: MIT
# peers.sh BIN [EXECUTIONS]: executions per second of the programs in peers.tsv, in processor time
# without the start of the process, beside the published rate of another checker. Runs all
# executions of each program, as the other checker did, or at most EXECUTIONS: three times, and
# takes the median. The second ratio scales to a machine like theirs, whose round trip takes 10 ns.
set -euo pipefail
export LC_ALL=C

bin=$1
most=${2:-1000000000}
table=$(dirname "$0")/peers.tsv
trip=$("$bin/benchmark_probe")
told=$(mktemp)
trap 'rm -f "$told" "$told.time"' EXIT
TIMEFORMAT='%U %S'

# The processor seconds of this many executions; the report is in `told`.
seconds_of() {
  local program=$1 words=$2 strategy=$3 executions=$4
  { time env MCHECK_STRATEGY="$strategy" MCHECK_EXECUTIONS="$executions" MCHECK_KEEP_GOING=1 \
    MCHECK_MINIMISE=off "$bin/$program" --json - $words > "$told" 2> /dev/null ||
    [ $? -le 3 ]; } 2> "$told.time"
  awk '{ print $1 + $2 }' "$told.time"
}

printf 'a coroutine'"'"'s round trip here: %s ns\n\n' "$trip"
printf '%-42s %10s %10s %7s %8s %9s %8s\n' \
  'program' 'a second' "GenMC's" 'times' 'by trips' 'ns each' 'in trips'
while IFS=$'\t' read -r group program options strategy executions failing why theirs; do
  [[ $group == \#* ]] && continue
  [ "$executions" -lt "$most" ] && part=$executions || part=$most
  one=$(seconds_of "$program" "$options" "$strategy" 1)
  all=$(for turn in 1 2 3; do seconds_of "$program" "$options" "$strategy" "$part"; done |
    sort -n | sed -n 2p)
  done=$(sed -n 's/^  "executions": \([0-9]*\),$/\1/p' "$told" | head -n 1)
  if [ "$done" != "$part" ]; then
    echo "$program $options: $part executions were wanted, and $done came" >&2
    exit 1
  fi
  awk -v name="${options#--test }" -v all="$all" -v one="$one" -v count="$part" \
    -v theirs="$theirs" -v trip="$trip" -v program="$program" 'BEGIN {
      took = (all > one ? all - one : 0.001) / (count - 1)
      if (program != "families") name = program " " name
      times = 1 / took / theirs
      printf "%-42s %10d %10d %7.1f %8.1f %9d %8.1f\n", name, 1 / took, theirs, times,
        times * trip / 10, took * 1e9, took * 1e9 / trip }'
done < "$table"
