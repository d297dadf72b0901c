// SPDX-License-Identifier: MIT
// A library that was compiled without -fsanitize=thread.
#include <mutex>

namespace {

std::mutex mutex;
int number = 0;

}  // namespace

int add_one() {
  const std::lock_guard lock(mutex);
  return ++number;
}
