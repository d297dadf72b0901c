#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fresh_root.sh PACKAGE [MIRROR]: tests a .deb in a minimal Debian.
#
# debootstrap creates the root, apt installs the package with its dependencies, and the packaged
# examples are built and explored inside. Needs root, the network, and 700 MB while it runs.
set -euo pipefail
package=$1
mirror=${2:-http://deb.debian.org/debian}
root=$(mktemp -d)
# Never deletes through a mount.
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Runs a command in the root and checks its exit code and output: inside CODE TEXT COMMAND
inside() {
  local code=0 said
  said=$(chroot "$root" bash -c "$3" 2>&1) || code=$?
  printf '$ %s\n%s\n' "$3" "$said"
  [[ $code == "$1" ]] || fail "exit code $code where $1 is expected"
  [[ $said == *"$2"* ]] || fail "'$2' is not said"
}

debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
  fail "$(tail "$root.log")"
rm -f "$root.log"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" # programs need /proc
cp "$package" "$root/mcheck.deb"
chroot "$root" apt-get install -q -y /mcheck.deb >"$root/log" 2>&1 || fail "$(tail "$root/log")"

examples=/usr/share/doc/mcheck/examples
inside 0 "mcheck " "mcheck --version"
inside 0 "install ok installed" "dpkg-query -W -f '\${Status}\n\${Depends}\n' mcheck"
inside 0 "" "cd /tmp && mcheck cc $examples/abba_deadlock.c -o abba && ls -l abba"
inside 1 "MC004 deadlock" "cd /tmp && mcheck explore ./abba --draw abba.png && exit 9"
inside 0 "PNG" "head -c 4 /tmp/abba.png"
inside 0 "" "cd /tmp && g++ -std=c++20 -g $examples/lost_update.cpp /usr/lib/mcheck/mcheck_model.o \
  /usr/lib/mcheck/mcheck_main.o -o lost && ls -l lost"
inside 1 "lost_update.cpp:13" "cd /tmp && mcheck explore ./lost --bound 3"
inside 1 "lost_update: bug MC002" "cd /tmp && ./lost"
inside 0 "explore" ". /usr/share/bash-completion/completions/mcheck; COMP_WORDS=(mcheck ex) \
  COMP_CWORD=1; _mcheck; echo \"\${COMPREPLY[@]}\""
inside 0 "usr/share/man/man1/mcheck.1.gz" "dpkg -L mcheck | grep man1/"
inside 0 "" "apt-get remove -y mcheck >/dev/null 2>&1 && ! command -v mcheck &&
  ! [[ -e /usr/lib/mcheck ]]"
echo "installed, explored and removed in a fresh root"
