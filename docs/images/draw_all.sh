#!/bin/sh
# SPDX-License-Identifier: MIT
# The pictures of the documentation, drawn by mcheck: draw_all.sh BUILD/bin docs/images
# Each is looked at before it is kept.
set -eu
bin=$(cd "$1" && pwd)
images=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$bin"

# find NAME PROGRAM [options]: the result of a search that has to find a bug.
find_bug() {
  name=$1 program=$2
  shift 2
  code=0
  ./mcheck explore "./$program" --time 60 --json "$work/$name.json" "$@" >"$work/$name.txt" || code=$?
  if [ "$code" -ne 1 ]; then
    echo "$program: expected a bug (exit code 1), got exit code $code" >&2
    exit 1
  fi
}
picture() { ./mcheck draw "$work/$1.json" --what "$2" -o "$images/$3"; }

find_bug lost_update_all lost_update --keep-going --tree "$images/lost_update_search.png"
find_bug lost_update lost_update # the one that README.md shows
picture lost_update execution lost_update.svg
picture lost_update execution lost_update.png
if ! picture lost_update twins lost_update_twins.png 2>"$work/why.txt"; then
  cat "$work/why.txt"
  echo "$images/lost_update_twins.png stays as it is"
fi
find_bug deadlock abba_deadlock
picture deadlock execution deadlock.png
picture deadlock waits deadlock_waits.png
find_bug lost_wakeup lost_wakeup
picture lost_wakeup execution lost_wakeup.png
find_bug data_race unmodified/flag_publication
picture data_race execution data_race.png
find_bug aba unmodified/aba_stack --reuse choice
picture aba execution aba.png
find_bug leak unmodified/leak
picture leak execution leak.png
find_bug livelock livelock --test livelock
picture livelock execution livelock.png
