// SPDX-License-Identifier: MIT
// The mailbox of mailbox.hpp: `take` reads and removes the letter under one lock.
#pragma once

#include <condition_variable>
#include <mutex>

namespace samples {

class mailbox {
 public:
  void put(int letter) {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [this] { return !is_full_; });
    letter_ = letter;
    is_full_ = true;
    changed_.notify_all();
  }

  int take() {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [this] { return is_full_; });
    is_full_ = false;
    changed_.notify_all();
    return letter_;
  }

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  int letter_ = 0;
  bool is_full_ = false;
};

}  // namespace samples
