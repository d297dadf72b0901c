// SPDX-License-Identifier: MIT
// One thread initialises a static variable of a function, and the others wait until it has; if the
// initialisation throws, the next thread tries again.
//
// Wrong form: static_local.cpp.
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> tries{0};

struct Register {
  int width = 0;
  Register() {
    if (tries.fetch_add(1) == 0) throw std::runtime_error("the first try fails");
    width = 80;
  }
};

const Register& the_register() {
  static const Register instance;
  return instance;
}

void use() {
  try {
    assert(the_register().width == 80);
  } catch (const std::runtime_error&) {
    assert(the_register().width == 80);
  }
}

}  // namespace

int main() {
  std::thread other(use);
  use();
  other.join();
  assert(tries.load() == 2);
}
