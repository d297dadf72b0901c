// SPDX-License-Identifier: MIT
// A sum of several parts: std::async returns one, defers another until main calls get(), and passes
// on an exception, which get() throws.
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
