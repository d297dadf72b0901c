#!/bin/bash
# SPDX-License-Identifier: MIT
# memory.sh BIN: in these searches no process takes 32 MB: neither the program, nor the command, nor
# addr2line. They are those of programs/ with the longest executions, of 10,000 steps, or with the
# most snapshots; samples.sh measures all others.
set -euo pipefail

bin=$1
most=$((32 * 1024))
wrong=0

while read -r program options; do
  took=($("$bin/benchmark_probe" "$bin/mcheck" explore --strategy optimal "$bin/$program" --quiet --json - $options \
    < /dev/null))
  printf '%-60s %6s kB\n' "$program $options" "${took[2]}"
  if [ "${took[2]}" -gt "$most" ] || [ "${took[3]}" -eq 0 ]; then
    echo "$program $options: a process took ${took[2]} kB, and may take $most kB"
    wrong=1
  fi
done << 'END'
endless_operations --test endless_operations
unmodified/endless_steps
unmodified/livelock
unmodified/starvation
END
exit $wrong
