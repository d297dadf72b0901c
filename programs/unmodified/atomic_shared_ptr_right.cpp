// SPDX-License-Identifier: MIT
// Two threads exchange the value of an atomic shared pointer. Nothing is lost: at the end the first
// value and the two new ones have one owner each.
//
// Wrong form: atomic_shared_ptr.cpp.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};
  std::shared_ptr<int> theirs;
  std::thread other([&] { theirs = current.exchange(std::make_shared<int>(2)); });
  const std::shared_ptr<int> mine = current.exchange(std::make_shared<int>(4));
  other.join();
  const std::shared_ptr<int> last = current.load();
  assert(*mine + *theirs + *last == 7);
  assert(mine.use_count() == 1 && theirs.use_count() == 1 && last.use_count() == 2);
}
