// SPDX-License-Identifier: MIT
// A counter that cannot be copied or moved, and whose `add` refuses any type but int. Safe.
#pragma once

#include <atomic>

namespace samples {

class deleted_functions {
 public:
  deleted_functions() = default;
  deleted_functions(const deleted_functions&) = delete;
  deleted_functions(deleted_functions&&) = delete;
  deleted_functions& operator=(const deleted_functions&) = delete;
  deleted_functions& operator=(deleted_functions&&) = delete;
  ~deleted_functions() = default;

  int add(int amount) { return count_.fetch_add(amount) + amount; }
  template <class Other>
  int add(Other) = delete;

  int get() const { return count_.load(); }
  int reset() = delete;

 private:
  std::atomic<int> count_{0};
};

}  // namespace samples
