#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds three projects from Debian's source packages, where only the compilers' names are changed,
# and clients of ours (tests/real/clients, tests/real/ck) with the headers of Debian's -dev packages
# and of Concurrency Kit; explores them, and compares the verdicts with docs/real_projects.md.
#
#   tests/real/explore_real.sh DIRECTORY COMMAND        or: make real
#
# Creates DIRECTORY for sources and builds; COMMAND is mcheck. Leaves the system's package lists
# alone. Needs the network if DIRECTORY does not contain the sources yet.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: $0 DIRECTORY COMMAND" >&2
  exit 2
fi
mkdir -p "$1"
readonly directory=$(cd "$1" && pwd)
readonly mcheck=$(realpath "$2")
readonly here=$(cd "$(dirname "$0")" && pwd)
readonly release=$(. /etc/os-release && echo "${VERSION_CODENAME:?}")
readonly keys=/usr/share/keyrings/debian-archive-keyring.gpg
surprises=0

# apt-get with its own lists and cache.
apt_here() {
  mkdir -p "$directory"/apt/{lists,cache/archives}/partial
  for kind in deb deb-src; do
    echo "$kind [signed-by=$keys] http://deb.debian.org/debian $release main"
  done >"$directory/apt/sources.list"
  apt-get -qq -o Dir::Etc::sourcelist="$directory/apt/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$directory/apt/lists" \
    -o Dir::Cache="$directory/apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

update_once() { ls "$directory"/apt/lists/*_Packages* >"$directory/lists" 2>&1 || apt_here update; }

# The upstream tar of a source package, without Debian's patches; apt-get verifies its hash.
fetch() {
  local name=$1
  [ ! -d "$directory/$name" ] || return 0
  update_once
  (cd "$directory" && apt_here source --tar-only "$name")
  mkdir "$directory/$name.new"
  tar -C "$directory/$name.new" --strip-components=1 -xf "$directory/$name"_*.orig.tar.*
  mv "$directory/$name.new" "$directory/$name"
}

# The files of a -dev package, under `headers`; apt-get verifies its hash.
fetch_headers() {
  local name=$1
  [ ! -d "$directory/headers/$name" ] || return 0
  update_once
  (cd "$directory" && apt_here download "$name")
  dpkg-deb -x "$directory/$name"_*.deb "$directory/headers/$name.new"
  mv "$directory/headers/$name.new" "$directory/headers/$name"
}

# The first value of a member in a result.
member() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$2" | head -1; }

# expect VERDICT NAME PROGRAM options -- arguments; the verdict of a bug includes its kind.
expect() {
  local expected=$1 name=$2 program=$3
  shift 3
  local result="$directory/result.json"
  timeout 300 "$mcheck" explore "$program" --json "$result" --quiet "$@" >"$directory/report" || true
  local verdict kind
  verdict=$(member verdict "$result")
  kind=$(member kind "$result")
  [ "$verdict" != bug ] || verdict="bug: $kind"
  printf '%-42s %7s executions %6.1f s  %s' "$name" "$(member executions "$result")" \
    "$(member seconds "$result")" "$verdict"
  if [ "$verdict" != "$expected" ]; then
    printf ', not %s: see %s' "$expected" "$directory/report"
    surprises=$((surprises + 1))
  fi
  printf '\n'
}

fetch ck
fetch libthread-pool
fetch pbzip2
mkdir -p "$directory/headers" "$directory/clients"
readonly packages="libconcurrentqueue-dev libreaderwriterqueue-dev libatomic-queue-dev libxenium-dev
  libasio-dev"
includes=()
for package in $packages; do
  fetch_headers "$package"
  includes+=(-I "$directory/headers/$package/usr/include")
done

# Rebuilds everything: programs that were linked with an older mcheck would run that one.
export MCHECK_PASS_THROUGH=1 # for programs that a build runs
(cd "$directory/libthread-pool" && rm -rf build &&
  CC="$mcheck cc" CXX="$mcheck c++" cmake -B build && cmake --build build) \
  >"$directory/libthread-pool.log" 2>&1
(cd "$directory/pbzip2" && make clean && make CC="$mcheck cc" CXX="$mcheck c++") >"$directory/pbzip2.log" 2>&1
# Concurrency Kit's headers are inline assembly; our clients use them (tests/real/ck). Once more
# without any lock prefix.
(cd "$directory/ck" && ./configure && rm -rf unlocked && cp -r include unlocked &&
  sed -i 's/\(define CK_PR_LOCK_PREFIX\).*/\1 ""/' unlocked/gcc/x86_64/ck_pr.h) \
  >"$directory/ck.log" 2>&1
for headers in include unlocked; do
  kit() {
    "$mcheck" cc -O1 -I "$directory/ck/$headers" "$here/ck/$1.c" \
      -o "$directory/ck/${headers}_$2" "${@:3}"
  }
  for lock in fas ticket cas dec; do kit spinlock $lock -DLOCK=$lock; done
  kit spinlock mcs -DMCS
  kit stack stack
  kit ring ring
  kit ring ring_many -DMANY
done
for client in "$here"/clients/*.cpp; do
  "$mcheck" c++ -std=c++20 -O1 "${includes[@]}" "$client" \
    -o "$directory/clients/$(basename "$client" .cpp)"
done
unset MCHECK_PASS_THROUGH

cd "$directory"
printf 'hello\n' >one_block
head -c 150000 /dev/zero >two_blocks

readonly pool=libthread-pool/build/bin/thread_pool_test bzip=pbzip2/pbzip2
delays() { echo "--strategy delay --bound $1 --time 60s"; }
# shellcheck disable=SC2046 # each word of delays is one argument
{
  expect verified "pool: ThreadIds, 1 delay" $pool $(delays 1) -- '--gtest_filter=*ThreadIds'
  expect incomplete "pool: ThreadIds, sampled" $pool --strategy pct --seed 1 --time 20s \
    -- '--gtest_filter=*ThreadIds'
  expect verified "pbzip2: one block" $bzip --time 60s -- -p2 -b1 -k -c -q one_block
  expect verified "pbzip2: no input, 1 delay" $bzip $(delays 1) -- -p2 -c -q
  expect verified "pbzip2: two blocks, 1 delay" $bzip $(delays 1) -- -p2 -b1 -k -c -q two_blocks
  expect incomplete "pbzip2: two blocks, 2 preemptions" $bzip --bound 2 --time 30s \
    -- -p2 -b1 -k -c -q two_blocks
  for name in fas ticket cas dec mcs stack ring ring_many; do
    expect verified "ck: $name" ck/include_$name --time 60s
  done
  # fas uses xchg, which is always locked; the ring of one producer needs no locked instruction.
  for name in ticket cas dec; do expect "bug: livelock" "ck: $name, unlocked" ck/unlocked_$name; done
  expect "bug: dead-stack" "ck: mcs, unlocked" ck/unlocked_mcs
  expect "bug: exit" "ck: stack, unlocked" ck/unlocked_stack
  expect "bug: race" "ck: ring_many, unlocked" ck/unlocked_ring_many
  client() { expect "$1" "$2" "clients/$3" --time 100s "${@:4}"; }
  client verified "ConcurrentQueue: two producers" concurrent_queue
  client "bug: assertion" "ConcurrentQueue: order taken for granted" concurrent_queue_order
  client verified "BlockingConcurrentQueue" blocking_queue
  client verified "ReaderWriterQueue" reader_writer
  client "bug: race" "ReaderWriterQueue: two producers" reader_writer_two
  client verified "BlockingReaderWriterQueue" blocking_reader_writer
  client verified "atomic_queue: two producers" atomic_queue
  client verified "xenium: Michael and Scott's, 1 delay" michael_scott --strategy delay --bound 1
  client verified "xenium: Chase and Lev's deque" deque
  client "bug: assertion" "xenium: the deque, popped by a thief" deque_two
  client verified "asio: pool of two" asio_pool
  client "bug: assertion" "asio: pool that is stopped" asio_stopped
  expect "bug: race" "pbzip2: broken input" $bzip $(delays 1) --exit-status any -- -p2 -d -c -q
}
exit $((surprises > 0))
