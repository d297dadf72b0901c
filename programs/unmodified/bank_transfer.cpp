// SPDX-License-Identifier: MIT
// Bank transfer: each account has a lock, but a transfer releases the first before it acquires the
// second. In between, the amount is in neither account, and an audit finds that money is missing.
//
// The twin of programs/classic/bank_transfer.cpp. Right form: bank_transfer_right.cpp.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex guard;
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

int main() {
  Account alice;
  Account bob;
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
