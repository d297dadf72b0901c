// SPDX-License-Identifier: MIT
// Bank transfer, repaired: a transfer locks both accounts, the one with the smaller number first,
// so that two transfers in opposite directions cannot deadlock.
//
// Wrong form: bank_transfer.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

struct Account {
  int number;
  mcheck::mutex guard;
  int balance = 100;  // protected by guard
};

void transfer(Account& from, Account& to, int amount) {
  Account& lower = from.number < to.number ? from : to;
  Account& higher = from.number < to.number ? to : from;
  const std::lock_guard first(lower.guard);
  const std::lock_guard second(higher.guard);
  from.balance -= amount;
  to.balance += amount;
}

}  // namespace

MCHECK_PROGRAM(bank_transfer_right, "a transfer holds both accounts") {
  Account alice{.number = 1, .guard = mcheck::mutex{"alice"}};
  Account bob{.number = 2, .guard = mcheck::mutex{"bob"}};
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
