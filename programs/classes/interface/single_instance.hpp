// SPDX-License-Identifier: MIT
// A class with one object, which the static method `instance` returns by reference; all tests
// share it. Safe.
#pragma once

#include <atomic>

namespace samples {

class single_instance {
 public:
  static single_instance& instance() {
    static single_instance only;
    return only;
  }
  single_instance(const single_instance&) = delete;
  single_instance& operator=(const single_instance&) = delete;

  int next() { return count_++; }
  int get() const { return count_.load(); }

 private:
  single_instance() = default;
  ~single_instance() = default;

  std::atomic<int> count_{0};
};

}  // namespace samples
