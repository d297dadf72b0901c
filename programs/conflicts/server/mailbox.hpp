// SPDX-License-Identifier: MIT
// A bounded message queue, and a topic that notifies its subscribers.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <unordered_set>

namespace server {

class Mailbox {
 public:
  explicit Mailbox(std::size_t room) : room_(room) {}

  // Waits for room. False: the mailbox is closed.
  bool send(std::string message);
  bool try_send(std::string message);
  // Waits for a message. None: the mailbox is closed and empty.
  std::optional<std::string> receive();
  void close();
  // Whether a send may succeed.
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t room_;
  mutable std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::queue<std::string> messages_;
  bool closed_ = false;
};

class Topic {
 public:
  using Listener = std::function<void(const std::string&)>;

  // Returns an id for unsubscribe().
  std::size_t subscribe(Listener listener);
  bool unsubscribe(std::size_t number);
  // Sends to all that are subscribed when the call begins.
  std::size_t publish(const std::string& message);
  [[nodiscard]] std::size_t distinct() const;

 private:
  struct Subscription {
    std::size_t number = 0;
    Listener listener;
  };

  mutable std::mutex mutex_;
  std::list<Subscription> subscriptions_;
  std::unordered_set<std::string> seen_;
  std::size_t next_ = 1;
};

}  // namespace server
