#!/bin/sh
# SPDX-License-Identifier: MIT
# html_images.sh BIN FOLDER: screenshots of the pages that --html writes.
#
# BIN contains mcheck and the sample programs; FOLDER gets one .png for each line below.
set -eu
bin=$(cd "$1" && pwd)
folder=$(mkdir -p "$2" && cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# picture NAME ADDRESS PROGRAM [options]: ADDRESS, after the #, selects theme, step and twin.
picture() {
  name=$1 address=$2 program=$3
  shift 3
  code=0
  (cd "$bin" && ./mcheck explore "./$program" --time 60 "$@" --quiet --html "$work/page.html") \
    >/dev/null || code=$?
  [ "$code" -eq 1 ] || { echo "$program: exit code $code, expected the bug (1)" >&2; exit 1; }
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$work/profile" --window-size=1280,800 \
    --screenshot="$folder/$name.html.png" "file://$work/page.html#$address" 2>/dev/null
  echo "$folder/$name.html.png"
}

picture lost_update 'theme=light&step=7' lost_update
picture lost_update_dark 'theme=dark&step=7' lost_update
picture abba_deadlock 'theme=light' abba_deadlock
picture lost_wakeup 'theme=dark' lost_wakeup
picture data_race 'theme=light' spsc_ring
picture aba 'theme=dark&step=26' treiber_stack
picture leak 'theme=light' leak --test leak
picture livelock 'theme=light' livelock --test livelock
