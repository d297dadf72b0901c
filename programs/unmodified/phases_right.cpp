// SPDX-License-Identifier: MIT
// Each of two threads writes its own half and arrives at a barrier; the completion function, which
// runs once between the phases, adds the halves; both read the sum.
//
// Wrong form: phases.cpp.
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int halves[2] = {0, 0};
  int sum = 0;
  int rounds = 0;
  const auto add_up = [&]() noexcept {
    sum = halves[0] + halves[1];
    ++rounds;
  };
  std::barrier phase(2, add_up);
  const auto work = [&](int* half) {
    *half = 1;
    phase.arrive_and_wait();
    assert(sum == 2);
  };
  std::thread other(work, &halves[1]);
  work(&halves[0]);
  other.join();
  assert(rounds == 1);
}
