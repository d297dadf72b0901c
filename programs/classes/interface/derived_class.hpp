// SPDX-License-Identifier: MIT
// A class that inherits public methods, and adds and overrides some. Safe: all use one atomic.
#pragma once

#include <atomic>

namespace samples {

class counter_base {
 public:
  virtual ~counter_base() = default;
  int add(int amount) { return count_.fetch_add(amount) + amount; }
  virtual int step() const { return 1; }

 protected:
  std::atomic<int> count_{0};
};

class derived_class final : public counter_base {
 public:
  int step() const override { return 2; }
  int advance() { return add(step()); }
  int get() const { return count_.load(); }
};

}  // namespace samples
