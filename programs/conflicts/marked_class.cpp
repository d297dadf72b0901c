// SPDX-License-Identifier: MIT
// A class that declares how its methods access it: two reading calls do not conflict, though they
// change a counter; a writing call conflicts with others, though they touch different memory.
#include <array>
#include <mcheck/conflicts.hpp>
#include <thread>

class Shelf {
 public:
  void put(unsigned place, int value) {
    MCHECK_WRITES(this);
    places_.at(place) = value;
  }
  [[nodiscard]] int get(unsigned place) const {
    MCHECK_READS(this);
    ++asked_;
    return places_.at(place);
  }
  // Not declared, but const.
  [[nodiscard]] int first() const { return places_.front(); }

 private:
  std::array<int, 8> places_{};
  mutable int asked_ = 0;
};

int main() {
  Shelf shelf;
  std::thread writer([&] { shelf.put(1, 5); });  // planted 1 a
  std::thread reader([&] {
    (void)shelf.get(2);  // planted 1 b
  });
  (void)shelf.get(3);   // planted 1 b
  (void)shelf.first();  // planted 1 b
  writer.join();
  reader.join();
}
