// SPDX-License-Identifier: MIT
// One thread initialises a static variable of a function, and the others wait until it has. This
// does not protect accesses after that: here both threads add to it without a lock.
//
// Right form: static_local_right.cpp.
#include <cassert>
#include <thread>

namespace {

struct Register {
  int uses = 0;
  Register() { uses = 40; }
};

Register& the_register() {
  static Register instance;
  return instance;
}

}  // namespace

int main() {
  std::thread other([] { ++the_register().uses; });
  ++the_register().uses;
  other.join();
  assert(the_register().uses == 42);
}
