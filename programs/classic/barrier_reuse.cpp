// SPDX-License-Identifier: MIT
// Barrier reuse: a barrier made of a counter and a flag works only once. The last thread to arrive
// opens it; it never closes again, so in the second round no thread waits.
//
// Right form: barrier_reuse_right.cpp. (Use mcheck::barrier; this sample shows how one works.)
#include <mcheck/mcheck.hpp>
#include <mutex>

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
  mcheck::mutex guard_{"guard"};
  mcheck::condition_variable opened_{"opened"};
  int arrived_ = 0;
  bool open_ = false;
};

}  // namespace

MCHECK_PROGRAM(barrier_reuse, "a barrier of a counter and a flag is used twice") {
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
