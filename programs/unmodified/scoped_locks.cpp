// SPDX-License-Identifier: MIT
// Two accounts locked together, each time while the journal is held by one and wanted by the other:
// std::scoped_lock finds an order for its own locks, and not for those around it.
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
