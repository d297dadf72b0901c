// SPDX-License-Identifier: MIT
// One thread replaces a shared pointer while the other copies it. The reference count is atomic,
// the pointer is not: the copy may refer to an object that no longer exists.
//
// Right form: atomic_shared_ptr_right.cpp.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto current = std::make_shared<int>(1);
  std::thread other([&] { current = std::make_shared<int>(2); });
  const std::shared_ptr<int> mine = current;
  other.join();
  assert(*mine == 1 || *mine == 2);
}
