// SPDX-License-Identifier: MIT
// Transfers money between accounts, and records each transfer.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace server {

struct Transfer {
  std::string from;
  std::string to;
  long amount = 0;
};

class Accounts {
 public:
  void open(const std::string& name, long balance);
  // False: the balance is too low, or there is no such account.
  bool transfer(const std::string& from, const std::string& to, long amount);
  [[nodiscard]] long balance(const std::string& name) const;
  [[nodiscard]] long total() const;
  [[nodiscard]] std::vector<Transfer> transfers() const;
  [[nodiscard]] std::vector<std::string> refused() const { return refused_; }

 private:
  struct Account {
    mutable std::mutex mutex;
    long balance = 0;
  };

  [[nodiscard]] std::shared_ptr<Account> find(const std::string& name) const;
  void refuse(const std::string& why);

  mutable std::shared_mutex mutex_;
  std::map<std::string, std::shared_ptr<Account>> accounts_;
  mutable std::mutex ledger_mutex_;
  std::vector<Transfer> ledger_;
  std::vector<std::string> refused_;
};

}  // namespace server
