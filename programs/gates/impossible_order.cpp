// SPDX-License-Identifier: MIT
// The test wants a reader to look at two values while a writer is between them. Both events stand
// in sections that hold one lock, so no schedule has that order: either the writer waits for the
// reader's event, or the reader for the writer's, and keeps the lock meanwhile.
//
// Right form: impossible_order_right.cpp.
#include <cassert>
#include <mutex>
#include <thread>

#include <mcheck/events.hpp>

namespace {

std::mutex guard;
int lower = 0, upper = 0;  // equal whenever nobody holds guard

void write_both() {
  const std::lock_guard lock(guard);
  lower = 1;
  MCHECK_EVENT("half_written");
  MCHECK_EVENT("writing_on");
  upper = 1;
}

void read_both() {
  const std::lock_guard lock(guard);
  MCHECK_EVENT("reading");
  assert(lower == upper);
}

}  // namespace

int main() {
  MCHECK_SCHEDULE("half_written -> reading, reading -> writing_on");
  std::thread writer(write_both);
  read_both();
  writer.join();
}
