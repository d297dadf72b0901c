// SPDX-License-Identifier: MIT
// Both look, then alice buys, then bob: only one execution follows the schedule.
//
// Wrong form: open_order.cpp.
#include <atomic>
#include <cassert>
#include <thread>

#include <mcheck/events.hpp>

namespace {

std::atomic<int> tickets{1};

}  // namespace

int main() {
  MCHECK_SCHEDULE("exactly_one: bob_looked -> alice_buys, alice_bought -> bob_buys");
  std::thread alice([] {
    const bool available = tickets > 0;
    MCHECK_EVENT("alice_buys");
    if (available) tickets = 0;
    MCHECK_EVENT("alice_bought");
  });
  std::thread bob([] {
    const bool available = tickets > 0;
    MCHECK_EVENT("bob_looked");
    MCHECK_EVENT("bob_buys");
    if (available) tickets = -1;
  });
  alice.join();
  bob.join();
  assert(tickets == -1);
}
