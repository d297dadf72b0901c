// SPDX-License-Identifier: MIT
// Two accounts locked together, in opposite orders: std::scoped_lock avoids a deadlock. The library
// takes one lock, tries the other, and retries; that two threads could do so in lockstep forever is
// not reported as a bug (docs/limits.md).
//
// Wrong form: scoped_locks.cpp.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex guard = {};
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  const std::scoped_lock both(from.guard, to.guard);
  from.balance -= amount;
  to.balance += amount;
}

}  // namespace

int main() {
  Account alice;
  Account bob;
  std::thread there([&] { transfer(alice, bob, 30); });
  transfer(bob, alice, 50);
  there.join();
  assert(alice.balance + bob.balance == 200 && "no money is missing");
}
