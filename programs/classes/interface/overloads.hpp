// SPDX-License-Identifier: MIT
// A register with overloaded methods: by type of the argument, by number of arguments, by const,
// and by lvalue or rvalue. Safe. `at` returns const and non-const references to atomics.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace samples {

class overloads {
 public:
  void set(int value) { set(std::to_string(value)); }
  void set(double value) { set(std::to_string(value)); }
  void set(const char* value) { set(std::string(value)); }
  void set(const std::string& value) {
    const std::lock_guard lock(guard_);
    text_ = value;
  }
  void set(std::string&& value) {
    const std::lock_guard lock(guard_);
    text_ = std::move(value);
  }
  void set(const std::string& first, const std::string& second) { set(first + second); }

  std::string get() const {
    const std::lock_guard lock(guard_);
    return text_;
  }

  // The index is taken modulo 2.
  std::atomic<int>& at(unsigned index) { return cells_[index % 2]; }
  const std::atomic<int>& at(unsigned index) const { return cells_[index % 2]; }

 private:
  mutable std::mutex guard_;
  std::string text_;
  std::array<std::atomic<int>, 2> cells_{};
};

}  // namespace samples
