// SPDX-License-Identifier: MIT
// Polls with a timed wait until the result is ready.
#include <cassert>
#include <chrono>
#include <future>

int main() {
  auto result = std::async(std::launch::async, [] { return 3; });
  while (result.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
  }
  assert(result.get() == 3);
}
