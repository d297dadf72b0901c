// SPDX-License-Identifier: MIT
// Barrier reuse, repaired: rounds are numbered, and a thread waits until the round in which it
// arrived is over. The next round has another number, so no flag needs a reset.
//
// The twin of programs/classic/barrier_reuse_right.cpp. Wrong form: barrier_reuse.cpp.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Barrier {
 public:
  void arrive_and_wait() {
    std::unique_lock lock(guard_);
    const int mine = round_;
    if (++arrived_ == 2) {
      arrived_ = 0;
      ++round_;
      opened_.notify_all();
    }
    while (round_ == mine) opened_.wait(lock);
  }

 private:
  std::mutex guard_;
  std::condition_variable opened_;
  int arrived_ = 0;
  int round_ = 0;
};

}  // namespace

int main() {
  Barrier barrier;
  std::atomic<int> rounds{0};

  std::thread other([&] {
    for (int round = 0; round < 2; ++round) {
      rounds.fetch_add(1);
      barrier.arrive_and_wait();
    }
  });
  for (int round = 0; round < 2; ++round) barrier.arrive_and_wait();
  assert(rounds.load() == 2 && "the other thread has reached the second round");
  other.join();
}
