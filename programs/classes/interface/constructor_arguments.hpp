// SPDX-License-Identifier: MIT
// A class without a default constructor: it needs a text, and a second object that outlives it.
// Safe.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace samples {

class shared_journal {
 public:
  void write(const std::string& line) {
    const std::lock_guard lock(guard_);
    last_ = line;
  }

  std::string last() const {
    const std::lock_guard lock(guard_);
    return last_;
  }

 private:
  mutable std::mutex guard_;
  std::string last_;
};

class constructor_arguments {
 public:
  constructor_arguments(std::string name, shared_journal& journal)
      : name_(std::move(name)), journal_(journal) {}

  void note(int value) { journal_.write(name_ + std::to_string(value)); }
  std::string last() const { return journal_.last(); }

 private:
  const std::string name_;
  shared_journal& journal_;
};

}  // namespace samples
