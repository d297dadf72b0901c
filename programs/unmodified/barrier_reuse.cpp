// SPDX-License-Identifier: MIT
// Barrier reuse: a barrier made of a counter and a flag works only once. The last thread to arrive
// opens it; it never closes again, so in the second round no thread waits.
//
// The twin of programs/classic/barrier_reuse.cpp. Right form: barrier_reuse_right.cpp. (Use
// std::barrier; this sample shows how one works.)
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
    if (++arrived_ == 2) {
      arrived_ = 0;
      open_ = true;
      opened_.notify_all();
    }
    while (!open_) opened_.wait(lock);
  }

 private:
  std::mutex guard_;
  std::condition_variable opened_;
  int arrived_ = 0;
  bool open_ = false;
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
