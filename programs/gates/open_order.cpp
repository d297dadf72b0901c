// SPDX-License-Identifier: MIT
// The test means one execution: both look, and then alice buys. But nothing orders bob's purchase
// after hers, so that two executions follow the schedule.
//
// Right form: open_order_right.cpp.
#include <atomic>
#include <thread>

#include <mcheck/events.hpp>

namespace {

std::atomic<int> tickets{1};

}  // namespace

int main() {
  MCHECK_SCHEDULE("exactly_one: alice_looked & bob_looked -> alice_buys");
  std::thread alice([] {
    const bool available = tickets > 0;
    MCHECK_EVENT("alice_looked");
    MCHECK_EVENT("alice_buys");
    if (available) tickets = 0;
  });
  std::thread bob([] {
    const bool available = tickets > 0;
    MCHECK_EVENT("bob_looked");
    if (available) tickets = -1;
  });
  alice.join();
  bob.join();
}
