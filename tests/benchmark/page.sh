#!/bin/bash
# SPDX-License-Identifier: MIT
# page.sh MEASURED PAGE: inserts the results of `make bench` into the blocks of the page that are
# marked `figures: NAME`.
set -euo pipefail
export LC_ALL=C
measured=$1
page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line for each benchmark: its name, and counters as NAME=VALUE; time in ms as ms.
awk '
  function out() { if (line != "") print line }
  $1 == "\"name\":" { out(); name = $2; gsub(/[",]|\/(iterations|min_time|manual_time).*/, "", name); line = name }
  $1 == "\"real_time\":" { time = $2 + 0 }
  $1 == "\"time_unit\":" { line = line " ms=" ($2 ~ /ms/ ? time : time / 1e6) }
  /^ *"(ns|trips|executions|events|restored|rerun|peak_kB|per_s|cpu_ms|per_cpu_s|search_ms|ns_event)":/ {
    gsub(/[":,]/, ""); line = line " " $1 "=" $2 }
  END { out() }' "$measured"/engine.json "$measured"/programs-*.json |
  awk '
  {
    ++times[$1]
    if (times[$1] == 1) names[++count] = $1
    line[$1, times[$1]] = $0
    for (i = 2; i <= NF; ++i) if ($i ~ /^ms=/) ms[$1, times[$1]] = substr($i, 4) + 0
  }
  function rank(name, which,    other, less) {
    for (other = 1; other <= times[name]; ++other) {
      less += ms[name, other] < ms[name, which] || (ms[name, other] == ms[name, which] && other < which)
    }
    return less
  }
  END {  # of repeated runs: the median
    for (n = 1; n <= count; ++n) {
      name = names[n]
      for (i = 1; i <= times[name]; ++i) {
        if (rank(name, i) == int((times[name] - 1) / 2)) print line[name, i]
      }
    }
  }' > "$work/all"
# The shortest round trip of all measurements.
trip=$(awk '{
  ns = trips = 0
  for (i = 2; i <= NF; ++i) {
    split($i, pair, "=")
    if (pair[1] == "ns") ns = pair[2]
    if (pair[1] == "trips") trips = pair[2]
  }
  if (trips > 0 && (least == 0 || ns / trips < least)) least = ns / trips
} END { printf "%.1f\n", least }' "$work/all")

# rows PREFIX HEAD COUNTER:WIDTH:DIGITS…: the benchmarks whose names begin with PREFIX.
rows() {
  awk -v prefix="$1" -v head="$2" -v columns="${*:3}" '
    BEGIN {
      count = split(columns, column, " ")
      printf "%-33s", head
      for (i = 1; i <= count; ++i) { split(column[i], part, ":"); printf " %" part[2] "s", part[1] }
      print ""
    }
    index($1, prefix) == 1 {
      split("", value)
      for (i = 2; i <= NF; ++i) { split($i, pair, "="); value[pair[1]] = pair[2] }
      name = substr($1, length(prefix) + 1)
      printf "%-33s", name
      for (i = 1; i <= count; ++i) {
        split(column[i], part, ":")
        printf " %" part[2] "." part[3] "f", value[part[1]]
      }
      print ""
    }' "$work/all"
}
value() { # BENCHMARK COUNTER
  awk -v name="$1" -v key="$2=" '$1 == name {
    for (i = 2; i <= NF; ++i) if (index($i, key) == 1) print substr($i, length(key) + 1) + 0 }' \
    "$work/all"
}

twice() { awk -v one="$(value "$1" per_cpu_s)" 'BEGIN { print 2 * one }'; }

# target TEXT LIMIT HERE UNIT [NS]: if one unit is NS nanoseconds, prints it in round trips, too.
target() {
  awk -v text="$1" -v limit="$2" -v here="$3" -v unit="$4" -v ns="${5:-0}" -v trip="$trip" '
    function short(v) { return v >= 1e4 ? sprintf("%.0fk", v / 1e3) : v >= 1e3 ? sprintf("%.0f", v) : sprintf("%.3g", v) }
    BEGIN {
      per_second = unit == "a second"
      more = per_second || unit == "times as fast"
      met = more ? here >= limit : here <= limit
      printf "%-48s %7s %7s %-13s %-7s", text, short(limit), short(here), unit, met ? "met" : "not met"
      if (per_second) { mine = 2e9 / here / trip; theirs = 2e8 / limit }
      else { mine = here * ns / trip; theirs = limit * ns / 10 }
      if (mine > 0) {
        printf "  %s of %s trips: %s", short(mine), short(theirs), mine <= theirs ? "met" : "not met"
      }
      print "" }'
}
worst() { # COLUMN of samples.tsv: the maximum
  awk -F '\t' -v at="$1" 'NR > 1 && $at + 0 > most { most = $at + 0 } END { print most + 0 }' \
    "$measured/samples.tsv"
}

block() {
  case $1 in
    machine) cat "$measured/machine.txt"; echo "round trip of a Boost coroutine: $trip ns"
      echo "round trip with mcheck's stack switch: $(value trip/own ns | sed 's/\(\.[0-9]\).*/\1/') ns" ;;
    points)
      rows point/ 'addition, mcheck::atomic' ns:10:1 trips:8:1
      rows unmodified/ 'unmodified program' ns:10:1 trips:8:2 ;;
    strategies)
      rows strategy/ '3 threads x 4 additions' executions:10:0 events:9:0 ns:9:0 trips:7:1 \
        ns_event:9:0 ;;
    saved) rows saved/ 'dfs, main has a block of' ns:9:0 trips:8:1 ;;
    lengths) rows length/ 'strategy / operations' executions:10:0 ns:10:0 trips:9:1 ns_event:9:0 ;;
    races)
      rows races/ '--races' ns:9:0 trips:8:1
      rows door/ 'rmw 3 4 by front end' executions:10:0 events:9:0 restored:9:0 rerun:9:0 ns:9:0 \
        trips:7:1 ;;
    whole)
      rows whole/ 'search' executions:10:0 events:8:0 restored:8:0 rerun:6:0 ms:7:0 search_ms:9:1 trips:6:0 \
        peak_kB:7:0 ;;
    jobs) rows jobs/ '--jobs' executions:10:0 ms:9:0 cpu_ms:9:0 per_s:9:0 per_cpu_s:9:0 ;;
    peers) cat "$measured/peers.txt" ;;
    samples)
      awk -F '\t' '$1 ~ /^endless_operations --test endless_operations$/ { longest = 1 }
        $1 ~ /^unmodified\/(endless_steps|livelock|starvation)$/ { longest = 1 }
        NR == 1 || longest || $2 > 32768 || $8 > 1.1 || $7 > 1.1 {
        printf "%-50s %8s %6s %9s %9s %9s\n", $1, $2, $3, $4, $5, $6 }
        { longest = 0 }' "$measured/samples.tsv" ;;
    targets)
      printf '%-48s %7s %7s\n' target limit here
      target 'a plain access' 4 "$(value unmodified/reads ns)" ns
      target 'start to verdict, trivial program, processor' 30 "$(value start/lost_update_right cpu_ms)" ms
      target 'an atomic operation, no switch' 15 "$(value unmodified/atomics ns)" ns 1
      target 'the same, while another thread is enabled' 15 "$(value unmodified/beside ns)" ns 1
      target 'a scheduling point without a switch' 2 "$(value point/stays trips)" trips
      target 'a scheduling point with a switch' 6 "$(value point/switches trips)" trips
      target '3 x 3 additions, all 1,680 classes' 2.5 "$(value whole/rmw_3_3 search_ms)" ms 1e6
      target '2 x 5 sections, all 252 classes' 1 "$(value whole/locks_2_5 search_ms)" ms 1e6
      target 'lastzero 15, all 147,456 classes' 500 "$(value whole/lastzero_15 search_ms)" ms 1e6
      target 'optimal, two workers, by their processor time' 1500000 "$(twice jobs/optimal/2)" 'a second'
      target 'random, two workers, by their processor time' 1200000 "$(twice jobs/random/2)" 'a second'
      target 'pct, two workers, by their processor time' 1200000 "$(twice jobs/pct/2)" 'a second'
      target 'restoring versus running again, 100 operations' 3 "$(awk \
        -v a="$(value length/dfs_rerun/100 ns)" -v b="$(value length/dfs/100 ns)" \
        'BEGIN { print a / b }')" 'times as fast'
      target 'the worst sample: auto versus running again' 1.1 "$(worst 8)" times
      target 'the largest sample' 32 "$(awk -v kb="$(worst 2)" 'BEGIN { print kb / 1024 }')" MB ;;
    *) echo "page.sh: no figures are called $1" >&2; exit 1 ;;
  esac
}

inside=0
while IFS= read -r line; do
  if [[ $line =~ ^'<!-- not run: figures: '([a-z]+)' -->'$ ]]; then
    printf '%s\n```text\n' "$line"
    block "${BASH_REMATCH[1]}" | sed 's, *$,,'
    inside=2
  elif [ $inside -eq 2 ]; then
    inside=1 # the first line of the old block
  elif [ $inside -eq 1 ]; then
    [ "$line" = '```' ] || continue
    inside=0
    echo "$line"
  else
    printf '%s\n' "$line"
  fi
done < "$page" > "$work/page"
cp "$work/page" "$page"
