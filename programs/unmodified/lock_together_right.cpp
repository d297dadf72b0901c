// SPDX-License-Identifier: MIT
// Mutexes of several kinds, and guards of them, locked together in several orders: a reader next to
// a writer, a recursive mutex that is already held, and the same line of code twice in a row.
//
// Wrong form: lock_together.cpp.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::mutex plain;
std::shared_mutex both_ways;
std::recursive_mutex again;
std::mutex seats[4];
int count = 0;

void read() {
  std::shared_lock reads(both_ways, std::defer_lock);
  std::unique_lock guard(plain, std::defer_lock);
  std::lock(reads, guard);
  ++count;
}

void write() {
  const std::lock_guard held(again);
  const std::scoped_lock all(plain, again, both_ways);
  ++count;
}

void sit(int first) {
  for (int row = 0; row < 4; row += 2) std::lock(seats[row + first], seats[row + 1 - first]);
  for (std::mutex& seat : seats) seat.unlock();
}

}  // namespace

int main(int, char** words) {
  const bool rows = words[1] != nullptr;
  std::thread other([=] { rows ? sit(0) : read(); });
  rows ? sit(1) : write();
  other.join();
  assert(count == (rows ? 0 : 2));
}
