// SPDX-License-Identifier: MIT
// Four numbers with operators: +=, [], ==, ++ before and after, (), and conversion to bool.
// Repaired: `++` before adds 1 in one step.
#pragma once

#include <array>
#include <atomic>

namespace samples {

class operators {
 public:
  operators& operator+=(int amount) {
    values_[0] += amount;
    return *this;
  }

  operators& operator++() {
    ++values_[0];
    return *this;
  }

  // The value before.
  int operator++(int) { return values_[0]++; }

  // The index is taken modulo 4.
  std::atomic<int>& operator[](unsigned index) { return values_[index % 4]; }
  int operator[](unsigned index) const { return values_[index % 4].load(); }

  int operator()() const { return values_[0].load(); }
  explicit operator bool() const { return values_[0].load() != 0; }

  friend bool operator==(const operators& one, int value) { return one.values_[0].load() == value; }

 private:
  std::array<std::atomic<int>, 4> values_{};
};

}  // namespace samples
