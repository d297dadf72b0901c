// SPDX-License-Identifier: MIT
// The reader's event stands before its lock, and the writer continues when the reader has blocked:
// in each execution the reader waits for the lock while the writer is between the two values.
//
// Wrong form: impossible_order.cpp.
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
  MCHECK_EVENT("reading");
  const std::lock_guard lock(guard);
  assert(lower == upper);
}

}  // namespace

int main() {
  MCHECK_SCHEDULE("half_written -> reading, [reading] -> writing_on");
  std::thread writer(write_both);
  read_both();
  writer.join();
}
