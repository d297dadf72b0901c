// SPDX-License-Identifier: MIT
// A semaphore with a queue of waiters. Instead of blocking, a waiter holds a ticket, which it can
// cancel, as a waiter does whose time is up. The bug is in `release`: it finds a ticket that waits
// and stores that it is granted. If the ticket is cancelled in between, the permit is granted to
// nobody and lost.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace samples {

class queued_semaphore {
 public:
  bool try_acquire() {
    int permits = permits_.load();
    do {
      if (permits == 0) return false;
    } while (!permits_.compare_exchange_strong(permits, permits - 1));
    return true;
  }

  // A ticket, 0 the first, which a permit is granted at once or by a release; -1 if there are 8.
  int request() {
    const std::lock_guard lock(guard_);
    if (issued_ == kMostTickets) return -1;
    const int ticket = issued_++;
    tickets_[static_cast<std::size_t>(ticket)].store(try_acquire() ? kGranted : kWaiting);
    return ticket;
  }

  // False if the ticket does not wait: it is unknown, granted or cancelled.
  bool cancel(int ticket) {
    if (ticket < 0 || ticket >= kMostTickets) return false;
    int expected = kWaiting;
    return tickets_[static_cast<std::size_t>(ticket)].compare_exchange_strong(expected, kCancelled);
  }

  // Grants a permit to the first ticket that waits; without one, it becomes available.
  void release() {
    const std::lock_guard lock(guard_);
    for (std::atomic<int>& ticket : tickets_) {
      if (ticket.load() == kWaiting) {
        ticket.store(kGranted);
        return;
      }
    }
    ++permits_;
  }

 private:
  static constexpr int kMostTickets = 8;
  enum state { kUnknown, kWaiting, kGranted, kCancelled };

  std::mutex guard_;
  std::atomic<int> permits_{0};
  int issued_ = 0;
  std::array<std::atomic<int>, kMostTickets> tickets_{};
};

}  // namespace samples
