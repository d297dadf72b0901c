// SPDX-License-Identifier: MIT
#include "accounts.hpp"

namespace server {

void Accounts::open(const std::string& name, long balance) {
  auto account = std::make_shared<Account>();
  account->balance = balance;
  const std::unique_lock lock(mutex_);
  accounts_[name] = std::move(account);
}

std::shared_ptr<Accounts::Account> Accounts::find(const std::string& name) const {
  const std::shared_lock lock(mutex_);
  const auto known = accounts_.find(name);
  return known == accounts_.end() ? nullptr : known->second;
}

// "That hardly ever happens."
void Accounts::refuse(const std::string& why) {
  refused_.push_back(why);  // planted 6 ab
}

bool Accounts::transfer(const std::string& from, const std::string& to, long amount) {
  const std::shared_ptr<Account> giver = find(from);
  const std::shared_ptr<Account> taker = find(to);
  if (giver == nullptr || taker == nullptr || giver == taker) {
    refuse("no such accounts");
    return false;
  }
  {
    const std::scoped_lock lock(giver->mutex, taker->mutex);
    if (giver->balance < amount) return false;
    giver->balance -= amount;
    taker->balance += amount;
  }
  const std::lock_guard lock(ledger_mutex_);
  ledger_.push_back({from, to, amount});
  return true;
}

long Accounts::balance(const std::string& name) const {
  const std::shared_ptr<Account> account = find(name);
  if (account == nullptr) return 0;
  const std::lock_guard lock(account->mutex);
  return account->balance;
}

long Accounts::total() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::unique_lock<std::mutex>> locks;
  long sum = 0;
  for (const auto& [name, account] : accounts_) locks.emplace_back(account->mutex);
  for (const auto& [name, account] : accounts_) sum += account->balance;
  return sum;
}

std::vector<Transfer> Accounts::transfers() const {
  const std::lock_guard lock(ledger_mutex_);
  return ledger_;
}

}  // namespace server
