// SPDX-License-Identifier: MIT
// A class of an external project, which mcheck makes tests of.
#pragma once

#include <mutex>

class guarded_number {
 public:
  int add(int amount) {
    const std::lock_guard<std::mutex> guard(mutex_);
    return value_ += amount;
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
};
