// SPDX-License-Identifier: MIT
// Room for one letter: `put` waits while there is one, `take` while there is none. The bug is in
// `take`: it reads the letter and removes it under two locks. Two calls can read the same letter,
// and the second removes one that nobody has read. Every test of this has an order in which some
// call waits.
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
    int letter = 0;
    {
      std::unique_lock lock(guard_);
      changed_.wait(lock, [this] { return is_full_; });
      letter = letter_;
    }
    const std::lock_guard lock(guard_);
    is_full_ = false;
    changed_.notify_all();
    return letter;
  }

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  int letter_ = 0;
  bool is_full_ = false;
};

}  // namespace samples
