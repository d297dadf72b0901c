// SPDX-License-Identifier: MIT
// An account with a lock, repaired: `transfer` takes the lock of the account with the lower
// address first.
#pragma once

#include <functional>
#include <mutex>

namespace samples {

class account {
 public:
  explicit account(int balance = 100) : balance_(balance) {}

  // False, and nothing is transferred, if the balance is too low or both are the same account.
  bool transfer(account& to, int amount) {
    if (this == &to) return false;
    const bool this_first = std::less<const account*>()(this, &to);
    const std::lock_guard first(this_first ? guard_ : to.guard_);
    const std::lock_guard second(this_first ? to.guard_ : guard_);
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
