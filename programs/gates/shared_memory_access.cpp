// SPDX-License-Identifier: MIT
// One worker sets the multiplier, which is -1 at first, to 1; the other computes ten times the
// multiplier. Left alone, the result is 10 or -10. A gate holds the first worker until the second
// one is done: the result is -10 in every run, and in every execution that the gate leaves open.
//
// From "Taming the Concurrency" (2013), where it is the first example.
#include <atomic>
#include <cassert>
#include <thread>

#include <mcheck/gates.hpp>

// The code under test. It knows nothing of gates.
struct Calculator {
  void enable() { multiplier = 1; }
  void compute() { result = multiplier * 10; }

  // A gate orders no memory: plain variables would be a data race all the same.
  std::atomic<int> multiplier{-1};
  std::atomic<int> result{0};
};

int main() {
  Calculator calculator;
  mcheck::gate computed{"computed"};

  std::thread first([&] {
    computed.wait();
    calculator.enable();
  });
  std::thread second([&] {
    calculator.compute();
    computed.open();
  });
  first.join();
  second.join();

  assert(calculator.result == -10);
  assert(calculator.multiplier == 1);
}
