// SPDX-License-Identifier: MIT
// Bank transfer: each account has a lock, but a transfer releases the first before it acquires the
// second. In between, the amount is in neither account, and an audit finds that money is missing.
//
// Right form: bank_transfer_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

struct Account {
  mcheck::mutex guard;
  int balance = 100;  // protected by guard
};

void transfer(Account& from, Account& to, int amount) {
  {
    const std::lock_guard lock(from.guard);
    from.balance -= amount;
  }
  const std::lock_guard lock(to.guard);
  to.balance += amount;
}

}  // namespace

MCHECK_PROGRAM(bank_transfer, "a transfer holds one account at a time") {
  Account alice{.guard = mcheck::mutex{"alice"}};
  Account bob{.guard = mcheck::mutex{"bob"}};
  mcheck::thread there([&] { transfer(alice, bob, 30); });
  mcheck::thread back([&] { transfer(bob, alice, 50); });
  {
    const std::lock_guard first(alice.guard);
    const std::lock_guard second(bob.guard);
    mcheck::check(alice.balance + bob.balance == 200, "no money is missing");
  }
  there.join();
  back.join();
}
