// SPDX-License-Identifier: MIT
// Each of two threads writes its own half and then reads the other's, but one of them reads before
// it has arrived at the barrier between the two phases.
//
// Right form: phases_right.cpp.
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  std::barrier<> phase(2);
  int halves[2] = {0, 0};
  int seen[2] = {0, 0};
  std::thread other([&] {
    halves[1] = 1;
    phase.arrive_and_wait();
    seen[1] = halves[0];
  });
  halves[0] = 1;
  seen[0] = halves[1];
  phase.arrive_and_wait();
  other.join();
  assert(seen[1] == 1);
}
