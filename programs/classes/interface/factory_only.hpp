// SPDX-License-Identifier: MIT
// A counter with a private constructor: only the static method `create` makes one. Safe.
#pragma once

#include <atomic>
#include <memory>

namespace samples {

class factory_only {
 public:
  static std::unique_ptr<factory_only> create(int start) {
    return std::unique_ptr<factory_only>(new factory_only(start));
  }

  int next() { return count_++; }
  int get() const { return count_.load(); }

 private:
  explicit factory_only(int start) : count_(start) {}

  std::atomic<int> count_;
};

}  // namespace samples
