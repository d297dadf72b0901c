// SPDX-License-Identifier: MIT
#include "mailbox.hpp"

#include <vector>

namespace server {

bool Mailbox::send(std::string message) {
  {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return closed_ || messages_.size() < room_; });
    if (closed_) return false;
    messages_.push(std::move(message));
  }
  not_empty_.notify_one();
  return true;
}

bool Mailbox::try_send(std::string message) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || messages_.size() >= room_) return false;
    messages_.push(std::move(message));
  }
  not_empty_.notify_one();
  return true;
}

std::optional<std::string> Mailbox::receive() {
  std::optional<std::string> message;
  {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return closed_ || !messages_.empty(); });
    if (messages_.empty()) return std::nullopt;
    message = std::move(messages_.front());
    messages_.pop();
  }
  not_full_.notify_one();
  return message;
}

void Mailbox::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;  // planted 7 a
  }
  not_full_.notify_all();
  not_empty_.notify_all();
}

bool Mailbox::is_open() const {
  return !closed_;  // planted 7 b
}

std::size_t Mailbox::size() const {
  const std::lock_guard lock(mutex_);
  return messages_.size();
}

std::size_t Topic::subscribe(Listener listener) {
  const std::lock_guard lock(mutex_);
  subscriptions_.push_back({next_, std::move(listener)});
  return next_++;
}

bool Topic::unsubscribe(std::size_t number) {
  const std::lock_guard lock(mutex_);
  const std::size_t before = subscriptions_.size();
  subscriptions_.remove_if([number](const Subscription& one) { return one.number == number; });
  return subscriptions_.size() < before;
}

std::size_t Topic::publish(const std::string& message) {
  std::vector<Listener> listeners;
  {
    const std::lock_guard lock(mutex_);
    seen_.insert(message);
    for (const Subscription& one : subscriptions_) listeners.push_back(one.listener);
  }
  for (const Listener& listener : listeners) listener(message);
  return listeners.size();
}

std::size_t Topic::distinct() const {
  const std::lock_guard lock(mutex_);
  return seen_.size();
}

}  // namespace server
