// SPDX-License-Identifier: MIT
// The checking and the savings account of one customer, each with its own lock, repaired: `save`
// and `spend` lock checking before savings.
#pragma once

#include <mutex>

namespace samples {

class two_accounts {
 public:
  void save(int amount) {
    const std::lock_guard first(checking_guard_);
    const std::lock_guard second(savings_guard_);
    checking_ -= amount;
    savings_ += amount;
  }

  void spend(int amount) {
    const std::lock_guard first(checking_guard_);
    const std::lock_guard second(savings_guard_);
    savings_ -= amount;
    checking_ += amount;
  }

  int checking() const {
    const std::lock_guard lock(checking_guard_);
    return checking_;
  }

  int savings() const {
    const std::lock_guard lock(savings_guard_);
    return savings_;
  }

 private:
  mutable std::mutex checking_guard_;
  mutable std::mutex savings_guard_;
  int checking_ = 10;
  int savings_ = 10;
};

}  // namespace samples
