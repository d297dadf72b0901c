// SPDX-License-Identifier: MIT
// add_all() copies elements behind the last one, and then adds to the size. Two threads that both
// copy before either adds write to the same place: one element is lost, and the list ends with an
// element that nobody has added.
//
// The gate is in what add_all() calls anyway, the assignment of an element: there each thread waits
// until both have copied. So the list is corrupt in every run; without it, in one of several
// hundred.
//
// From "Taming the Concurrency" (2013), where it is the fourth example: java.util.ArrayList.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <thread>

#include <mcheck/gates.hpp>

// The class under test. It knows nothing of gates.
template <class Element>
class ArrayList {
 public:
  void add_all(std::initializer_list<int> added) {
    std::size_t index = size_;
    for (const int value : added) elements_[index++] = value;
    size_ += added.size();
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int operator[](std::size_t index) const { return elements_[index]; }

 private:
  // Atomic, so that the lost element is not a data race as well.
  std::atomic<std::size_t> size_{0};
  std::array<Element, 8> elements_{};
};

mcheck::barrier_gate both_copied{"both copied", 2};

class HeldElement {
 public:
  HeldElement& operator=(int value) {
    value_ = value;
    both_copied.arrive_and_wait();
    return *this;
  }
  operator int() const { return value_; }

 private:
  std::atomic<int> value_{0};
};

int main() {
  ArrayList<HeldElement> list;
  std::thread other([&] { list.add_all({1}); });
  list.add_all({2});
  other.join();

  assert(list.size() == 2);
  assert(list[0] == 1 || list[0] == 2);  // from the thread that copied last
  assert(list[1] == 0);                  // and the other element is lost
}
