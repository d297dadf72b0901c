// SPDX-License-Identifier: MIT
// A sum in two halves, one of them by std::async, which returns it; a third is put off until main
// asks for it, and an exception comes out where the answer would.
//
// Wrong form: async_sum.cpp.
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  std::future<int> other = std::async(std::launch::async, [] { return 20; });
  std::future<int> later = std::async(std::launch::deferred, [] { return 2; });
  std::future<int> never =
      std::async(std::launch::async, []() -> int { throw std::runtime_error("no answer"); });
  int sum = 20;
  sum += other.get() + later.get();
  bool caught = false;
  try {
    sum += never.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught && sum == 42);
}
