// SPDX-License-Identifier: MIT
// A pool of connections.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stack>
#include <string>
#include <vector>

namespace server {

struct Connection {
  std::size_t number = 0;
  std::size_t uses = 0;
  std::vector<std::string> sent;  // by its current holder
};

class Pool {
 public:
  explicit Pool(std::size_t size);

  // Waits until a connection is free.
  std::unique_ptr<Connection> borrow();
  void give_back(std::unique_ptr<Connection> connection);
  [[nodiscard]] std::size_t free() const;

  void note_error(const std::string& error);
  [[nodiscard]] std::string last_error() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable returned_;
  std::stack<std::unique_ptr<Connection>> free_;
  std::string last_error_;
};

// Returns the connection in its destructor.
class Lease {
 public:
  explicit Lease(Pool& pool) : pool_(pool), connection_(pool.borrow()) {}
  ~Lease() { pool_.give_back(std::move(connection_)); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Connection* operator->() { return connection_.get(); }

 private:
  Pool& pool_;
  std::unique_ptr<Connection> connection_;
};

// The peers that are up, as a consistent-hashing ring.
class Ring {
 public:
  void join(const std::string& peer);
  void leave(const std::string& peer);
  // The successor of this peer; itself, if it is alone.
  [[nodiscard]] std::string after(const std::string& peer) const;
  [[nodiscard]] std::string owner_of(const std::string& key) const;
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> peers_;
  std::map<std::size_t, std::string> by_hash_;
};

}  // namespace server
