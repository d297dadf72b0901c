// SPDX-License-Identifier: MIT
// One thread locks two accounts together while it holds the journal, for which the other waits with
// an account locked: std::scoped_lock avoids deadlocks among its own locks only.
//
// Repaired: scoped_locks_right.cpp.
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex guard = {};
  int balance = 100;
};

std::mutex journal;

void transfer(Account& from, Account& to, int amount) {
  const std::lock_guard noted(journal);
  const std::scoped_lock both(from.guard, to.guard);
  from.balance -= amount;
  to.balance += amount;
}

void pay_in(Account& to, int amount) {
  const std::lock_guard lock(to.guard);
  const std::lock_guard noted(journal);
  to.balance += amount;
}

}  // namespace

int main() {
  Account alice;
  Account bob;
  std::thread there([&] { transfer(alice, bob, 30); });
  pay_in(bob, 50);
  there.join();
}
