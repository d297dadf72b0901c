// SPDX-License-Identifier: MIT
// User classes that mcheck.toml configures: conflicts on `Registry` are between calls of its
// methods, one of which only reads, though it counts; no two calls of `Slots` conflict.
#include <string>
#include <thread>
#include <vector>

class Registry {
 public:
  void add(const std::string& name) { names_.push_back(name); }
  [[nodiscard]] bool has(const std::string& name) const {
    ++asked_;
    for (const std::string& each : names_) {
      if (each == name) return true;
    }
    return false;
  }

 private:
  std::vector<std::string> names_;
  mutable int asked_ = 0;
};

class Slots {
 public:
  void set(int value) { value_ = value; }
  [[nodiscard]] int get() const { return value_; }

 private:
  int value_ = 0;
};

int main() {
  Registry registry;
  Slots slots;
  registry.add("one");
  std::thread writer([&] {
    registry.add("two");  // planted 1 a
    slots.set(2);
  });
  std::thread reader([&] {
    (void)registry.has("one");  // planted 1 b
    (void)slots.get();
  });
  (void)registry.has("two");  // planted 1 b
  writer.join();
  reader.join();
}
