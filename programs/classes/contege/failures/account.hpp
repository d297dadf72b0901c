// SPDX-License-Identifier: MIT
// An account with a lock. The bug is in `transfer`: it locks this account and then the other one.
// If two threads transfer in opposite directions, each holds one lock and waits for the other:
// deadlock.
#pragma once

#include <mutex>

namespace samples {

class account {
 public:
  explicit account(int balance = 100) : balance_(balance) {}

  // False, and nothing is transferred, if the balance is too low or both are the same account.
  bool transfer(account& to, int amount) {
    if (this == &to) return false;
    const std::lock_guard mine(guard_);
    const std::lock_guard theirs(to.guard_);
    if (amount < 0 || balance_ < amount) return false;
    balance_ -= amount;
    to.balance_ += amount;
    return true;
  }

  int balance() const {
    const std::lock_guard lock(guard_);
    return balance_;
  }

 private:
  mutable std::mutex guard_;
  int balance_;
};

}  // namespace samples
