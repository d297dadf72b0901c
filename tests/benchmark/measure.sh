#!/bin/bash
# SPDX-License-Identifier: MIT
# measure.sh BIN FOLDER: measures and prints all numbers of docs/performance.md, and stores them in
# FOLDER, where `make plots` finds them.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)

# Runs one benchmark program, and stores its output under that name.
run() {
  "$bin/benchmark_$1" "$bin" --benchmark_counters_tabular=true --benchmark_min_time=0.2 \
    --benchmark_out="$folder/$2.json" --benchmark_out_format=json
  echo
}
run engine engine
for turn in 1 2 3; do run programs "programs-$turn"; done
"$here/peers.sh" "$bin" | tee "$folder/peers.txt"
echo
"$here/samples.sh" "$bin" | tee "$folder/samples.tsv"
{
  date -u '+%Y-%m-%d'
  echo "$(nproc) × $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  "${CXX:-c++}" --version | head -n 1
} > "$folder/machine.txt"
