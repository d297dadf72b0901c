#!/bin/bash
# SPDX-License-Identifier: MIT
# samples.sh BIN [EXECUTIONS]: the cost of the programs in programs/: a line for each row of their
# tables, with the peak memory of one worker, and, if the row is verified, the processor time of a
# depth-first execution with restoring, with re-running, and with --backtrack auto, without the
# start. Runs 20,000 executions by default; programs with fewer than 200 are not measured, and if
# all take less than 0.2 s, there is no ratio.
set -euo pipefail
export LC_ALL=C

bin=$1
most=${2:-20000}
top=$(cd "$(dirname "$0")/../.." && pwd)

# program, options, verdict
rows() {
  for folder in classic queues failures; do grep -v '^#' "$top/programs/$folder/expected.tsv"; done
  sed '/^#/d; s|^|unmodified/|' "$top/programs/unmodified/expected.tsv"
  awk -F '\t' '$2 == "families" && $5 >= 1000 && $6 == 0 { print $2 "\t" $3 "\tverified" }' \
    "$top/tests/counts.tsv"
}

# The cost of a search by the command.
probe() {
  "$bin/benchmark_probe" "$bin/mcheck" explore "$bin/$1" --json - "${@:2}" < /dev/null \
    2> /dev/null || echo 0 0 0 0 0 0
}
# The run with the least processor time of two.
least() { for round in 1 2; do probe "$@"; done | sort -g | head -n 1; }

printf 'program\tpeak kB\texecutions\trestore µs\trerun µs\tauto µs\trestore / rerun\tauto / rerun\n'
rows | cut -f 1-3 | sort -u | while IFS=$'\t' read -r program options verdict; do
  [ "$options" = - ] && options=
  words=${options%%-- *}
  behind=${options#"$words"}
  # Without options, for its memory.
  whole=($(probe "$program" --time 10s $words $behind))
  printf '%s\t%s' "$program${options:+ $options}" "${whole[2]}"
  if [ "$verdict" = verified ] && [[ "$words" != *--strategy* && "$words" != *--progress* ]]; then
    by=(--strategy dfs $words $behind)
    all=($(probe "$program" --executions "$most" "${by[@]}"))
    if [ "${all[3]}" -ge 200 ]; then
      one=($(least "$program" --executions 1 "${by[@]}"))
      for how in restore rerun auto; do
        all=($(least "$program" --executions "$most" --backtrack $how "${by[@]}"))
        echo "${one[0]} ${all[0]} ${all[3]}"
      done | awk '{ us[NR] = 1e6 * ($2 - $1) / ($3 - 1); if ($2 - $1 >= 0.2) judged = 1; n = $3 }
        END {
          printf "\t%d\t%.1f\t%.1f\t%.1f", n, us[1], us[2], us[3]
          if (judged) printf "\t%.2f\t%.2f", us[1] / us[2], us[3] / us[2]
        }'
    fi
  fi
  echo
done
