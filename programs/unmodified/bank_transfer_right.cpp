// SPDX-License-Identifier: MIT
// Bank transfer, repaired: a transfer locks both accounts, the one with the smaller number first,
// so that two transfers in opposite directions cannot deadlock.
//
// The twin of programs/classic/bank_transfer_right.cpp. Wrong form: bank_transfer.cpp.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  int number;
  std::mutex guard = {};
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

int main() {
  Account alice{.number = 1};
  Account bob{.number = 2};
  std::thread there([&] { transfer(alice, bob, 30); });
  std::thread back([&] { transfer(bob, alice, 50); });
  {
    const std::lock_guard first(alice.guard);
    const std::lock_guard second(bob.guard);
    assert(alice.balance + bob.balance == 200 && "no money is missing");
  }
  there.join();
  back.join();
}
