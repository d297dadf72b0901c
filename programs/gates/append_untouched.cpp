// SPDX-License-Identifier: MIT
// A race in a library, forced from outside: append() reads the other buffer's length, the other
// buffer becomes shorter, and append() copies more than there is.
//
// No line of the library or of the test says so. The schedule is in append_untouched.gates:
//   mcheck explore build/release/bin/gates/append_untouched \
//     --schedule programs/gates/append_untouched.gates
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "programs/gates/library/string_buffer.hpp"

static StringBuffer text("text");
static StringBuffer more("more");

// The schedule file asks for it before the exception is expected.
bool more_is_empty() { return more.length() == 0; }

int main() {
  std::atomic<bool> thrown{false};
  std::thread appending([&] {
    try {
      text.append(more);
    } catch (const std::out_of_range&) {
      thrown = true;
    }
  });
  more.set_length(0);
  appending.join();
  if (!thrown) {
    std::puts("append() has copied before the buffer was shortened, or after");
    std::abort();
  }
}
