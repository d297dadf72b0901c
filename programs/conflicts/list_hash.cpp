// SPDX-License-Identifier: MIT
// From the ConTeGe paper: one thread adds to a list while another iterates over it to compute its
// hash: a concurrent modification in Java, a dangling iterator in C++.
#include <list>
#include <thread>

class Names {
 public:
  void add(int name) { names_.push_back(name); }  // planted 1 a

  [[nodiscard]] unsigned hash() const {
    unsigned hash = 1;
    for (const int name : names_) hash = 31 * hash + unsigned(name);  // planted 1 b
    return hash;
  }

 private:
  std::list<int> names_;
};

int main() {
  Names names;
  names.add(1);
  std::thread adder([&] {
    names.add(2);
    names.add(3);
  });
  const unsigned hash = names.hash();
  adder.join();
  return hash == 0 ? 1 : 0;
}
