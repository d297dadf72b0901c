// SPDX-License-Identifier: MIT
// list_hash.cpp with a lock for readers and one for writers.
#include <list>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Names {
 public:
  void add(int name) {
    const std::unique_lock lock(mutex_);
    names_.push_back(name);
  }

  [[nodiscard]] unsigned hash() const {
    const std::shared_lock lock(mutex_);
    unsigned hash = 1;
    for (const int name : names_) hash = 31 * hash + static_cast<unsigned>(name);
    return hash;
  }

 private:
  mutable std::shared_mutex mutex_;
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
