#!/bin/bash
# SPDX-License-Identifier: MIT
# compile_ratio.sh CXX INCLUDE: measures how much longer a program for mcheck compiles: the program
# below with <mcheck/mcheck.hpp>, and with the corresponding standard headers. Compares processor
# time, the minimum of three runs each; a ratio above 1.5 is a failure.
set -euo pipefail
export LC_ALL=C

compiler=$1
include=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U'

body='
  MUTEX guard;
  CONDITION changed;
  bool ready = false;
  ATOMIC count{0};
  THREAD worker([&] {
    const std::lock_guard lock(guard);
    ready = true;
    ++count;
    changed.notify_one();
  });
  {
    std::unique_lock lock(guard);
    changed.wait(lock, [&] { return ready; });
  }
  worker.join();
'
{
  echo '#include <mcheck/mcheck.hpp>'
  echo 'MCHECK_PROGRAM(measured, "a worker tells main that it is there") {'
  sed 's/MUTEX/mcheck::mutex/; s/CONDITION/mcheck::condition_variable/
       s/ATOMIC/mcheck::atomic<int>/; s/THREAD/mcheck::thread/' <<< "$body"
  echo '  mcheck::check(count == 1, "it was counted");'
  echo '}'
} > "$folder/model.cpp"
{
  printf '#include <%s>\n' atomic barrier cassert condition_variable future latch mutex semaphore \
    shared_mutex stop_token string thread vector
  echo 'int main() {'
  sed 's/MUTEX/std::mutex/; s/CONDITION/std::condition_variable/; s/ATOMIC/std::atomic<int>/
       s/THREAD/std::thread/' <<< "$body"
  echo '  assert(count == 1);'
  echo '}'
} > "$folder/standard.cpp"

seconds_of() {
  { time "$compiler" -std=c++20 -O2 -g -I "$include" -c "$folder/$1.cpp" -o "$folder/$1.o"; } 2>&1
}

least_model=999
least_standard=999
for round in 1 2 3; do
  least_standard=$(printf '%s\n' "$least_standard" "$(seconds_of standard)" | sort -g | head -n 1)
  least_model=$(printf '%s\n' "$least_model" "$(seconds_of model)" | sort -g | head -n 1)
  # Stops early if the ratio is clearly within the limit.
  if awk -v a="$least_model" -v b="$least_standard" 'BEGIN { exit !(a <= 1.4 * b) }'; then break; fi
done
awk -v model="$least_model" -v standard="$least_standard" 'BEGIN {
  printf "with <mcheck/mcheck.hpp> %.2f s, on the standard headers %.2f s: %.2f times\n", model,
    standard, model / standard
  exit model > 1.5 * standard }'
