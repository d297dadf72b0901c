#!/bin/bash
# SPDX-License-Identifier: MIT
# plots.sh MEASURED FOLDER: three plots of what `make bench` has measured, as plain SVG; of whole
# programs that is the first of three runs.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
measured=$1
folder=$2

# name, value of a counter: a line for each benchmark that has it
values() {
  awk -v counter="\"$1\":" '
    $1 == "\"name\":" { name = $2; gsub(/[",]|\/(iterations|min_time|manual_time).*/, "", name) }
    $1 == counter { sub(/,$/, "", $2); print name "\t" $2 }' "$measured"/{engine,programs-1}.json
}
# Points of the benchmarks PREFIX/x: series, x, y.
series() {
  values "$3" | awk -F '\t' -v prefix="$1/" -v title="$2" 'index($1, prefix) == 1 {
    print title "\t" substr($1, length(prefix) + 1) "\t" $2 }'
}

{
  series length/dfs 'dfs, restoring' per_s
  series length/dfs_rerun 'dfs, from the start' per_s
  series length/random 'random' per_s
} | "$here/plot.awk" -v title='Executions a second by length' \
  -v across='operations of an execution, of two threads' -v up='executions a second' \
  > "$folder/bench_length.svg"

join -t $'\t' <(values executions | sort) <(values real_time | sort) |
  awk -F '\t' 'index($1, "classes/") == 1 {
    split($1, part, "/"); print part[2] "\t" $2 "\t" $3 / 1000 }' |
  sort -t $'\t' -k 1,1 -k 2,2g | "$here/plot.awk" -v title='Time of a whole search by classes' \
  -v across='classes, each run once by optimal' -v up='seconds' > "$folder/bench_classes.svg"

for strategy in optimal random pct; do series "jobs/$strategy" "$strategy" per_s; done |
  "$here/plot.awk" -v title='Executions a second by --jobs, on two cores' -v linear=1 \
  -v across='processes' -v up='executions a second' > "$folder/bench_jobs.svg"
