// SPDX-License-Identifier: MIT
// Bank transfer: each account has a lock, but a transfer lets go of the first before it has the
// second. In between, the money is nowhere, and an auditor who looks then finds some missing.
//
// The twin of programs/classic/bank_transfer.cpp. Right form: bank_transfer_right.cpp.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex guard;
  int balance = 100;  // only ever touched under the guard
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
