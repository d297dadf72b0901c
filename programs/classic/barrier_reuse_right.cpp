// SPDX-License-Identifier: MIT
// Barrier reuse, repaired: rounds are numbered, and a thread waits until the round in which it
// arrived is over. The next round has another number, so no flag needs a reset.
//
// Wrong form: barrier_reuse.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

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
  mcheck::mutex guard_{"guard"};
  mcheck::condition_variable opened_{"opened"};
  int arrived_ = 0;
  int round_ = 0;
};

}  // namespace

MCHECK_PROGRAM(barrier_reuse_right, "a barrier of a counter and a round is used twice") {
  Barrier barrier;
  mcheck::atomic<int> rounds{0, "rounds"};

  mcheck::thread other([&] {
    for (int round = 0; round < 2; ++round) {
      rounds.fetch_add(1);
      barrier.arrive_and_wait();
    }
  });
  for (int round = 0; round < 2; ++round) barrier.arrive_and_wait();
  mcheck::check(rounds.load() == 2, "the other thread has reached the second round");
  other.join();
}
