// SPDX-License-Identifier: MIT
// Latches, barriers and phasers: threads wait for each other to come to a point.
#include <array>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

// If main counts down first, try_wait() succeeds.
ORDER_TEST(latch_holds_until_zero) {
  ORDERS("[waiting] -> counting");
  std::latch done(1);
  std::thread waiter([&] {
    EVENT("waiting", 0);
    assert(!done.try_wait());
    done.wait();
    assert(done.try_wait());
  });
  EVENT("counting", 1);
  done.count_down();
  waiter.join();
}

// If the first thread comes alone, or nobody has come yet.
ORDER_TEST(latch_is_open_when_all_have_come) {
  ORDERS("came#2 -> asking");
  std::latch all(2);
  const auto come = [&] {
    all.count_down();
    EVENT("came", 0);
  };
  std::thread first(come);
  std::thread second(come);
  EVENT("asking", 1);
  assert(all.try_wait());
  first.join();
  second.join();
}

// If main arrives first, T1 is the last, and sees that main has arrived.
ORDER_TEST(latch_arrive_and_wait) {
  ORDERS("[arriving] -> arriving_last");
  std::latch all(2);
  std::atomic<int> arrived{0};
  std::thread other([&] {
    assert(++arrived == 1);
    EVENT("arriving", 0);
    all.arrive_and_wait();
    assert(arrived == 2);
  });
  EVENT("arriving_last", 1);
  assert(++arrived == 2);
  all.arrive_and_wait();
  other.join();
}

// Like std::latch, but it knows how many threads wait.
class CountDownLatch {
 public:
  explicit CountDownLatch(int count) : count_(count) {}

  void count_down() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) is_zero_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    is_zero_.wait(lock, [&] { return count_ <= 0; });
    --waiting_;
  }
  int waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable is_zero_;
  int count_;
  int waiting_ = 0;
};

// If one of the waiters comes later, waiting() is less than 2.
ORDER_TEST(count_down_latch_frees_all) {
  ORDERS("[first_waiting] -> second_waiting, [second_waiting] -> counting");
  CountDownLatch latch(1);
  std::thread first([&] {
    EVENT("first_waiting", 0);
    latch.wait();
  });
  std::thread second([&] {
    EVENT("second_waiting", 1);
    latch.wait();
  });
  EVENT("counting", 2);
  assert(latch.waiting() == 2);
  latch.count_down();
  first.join();
  second.join();
  assert(latch.waiting() == 0);
}

// If the waiter comes first, somebody waits.
ORDER_TEST(open_count_down_latch_lets_pass) {
  ORDERS("opened -> waiting");
  CountDownLatch latch(1);
  std::thread waiter([&] {
    EVENT("waiting", 1);
    latch.wait();
  });
  assert(latch.waiting() == 0);
  latch.count_down();
  EVENT("opened", 0);
  waiter.join();
}

// The index that await() returns says who came last (0).
class CyclicBarrier {
 public:
  explicit CyclicBarrier(int parties) : parties_(parties), missing_(parties) {}

  int await() {
    std::unique_lock lock(mutex_);
    const int index = --missing_;
    const int round = round_;
    if (index == 0) {
      next_round();
      return 0;
    }
    changed_.wait(lock, [&] { return round_ != round; });
    if (broken_round_ == round) throw std::runtime_error("the barrier is broken");
    return index;
  }
  void reset() {
    const std::lock_guard lock(mutex_);
    if (missing_ == parties_) return;
    broken_round_ = round_;
    next_round();
  }

 private:
  void next_round() {
    missing_ = parties_;
    ++round_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const int parties_;
  int missing_;
  int round_ = 0;
  int broken_round_ = -1;
};

// If main comes first in the first round, or last in the second, the indices are others.
ORDER_TEST(cyclic_barrier_is_used_again) {
  ORDERS("[first] -> second, passed -> third, [third] -> fourth");
  CyclicBarrier barrier(2);
  std::thread other([&] {
    EVENT("first", 0);
    assert(barrier.await() == 1);
    EVENT("passed", 1);
    EVENT("fourth", 3);
    assert(barrier.await() == 0);
  });
  EVENT("second", 1);
  assert(barrier.await() == 0);
  EVENT("third", 2);
  assert(barrier.await() == 1);
  other.join();
}

// If reset() comes first, it breaks nothing, and await() waits for ever.
ORDER_TEST(reset_breaks_the_barrier) {
  ORDERS("[waiting] -> resetting");
  CyclicBarrier barrier(2);
  bool broken = false;
  std::thread waiter([&] {
    EVENT("waiting", 0);
    try {
      barrier.await();
    } catch (const std::runtime_error&) {
      broken = true;
    }
  });
  EVENT("resetting", 1);
  barrier.reset();
  waiter.join();
  assert(broken);
}

// Each counts itself before it arrives. If main does so first, T1 counts as the second.
ORDER_TEST(barrier_runs_its_completion) {
  ORDERS("[arriving] -> arriving_last");
  std::array<int, 2> order{};
  std::atomic<int> arrived{0};
  int sum = 0;
  const auto add_up = [&]() noexcept { sum = order[0] + 10 * order[1]; };
  std::barrier phase(2, add_up);
  std::thread other([&] {
    order[0] = ++arrived;
    EVENT("arriving", 0);
    phase.arrive_and_wait();
    assert(sum == 21);
  });
  EVENT("arriving_last", 1);
  order[1] = ++arrived;
  phase.arrive_and_wait();
  assert(sum == 21);
  other.join();
}

// T1 leaves in the second phase: if it does so later, main waits for it.
ORDER_TEST(barrier_goes_on_without_one) {
  ORDERS("[arriving] -> arriving_last, dropped -> alone");
  std::atomic<bool> dropped{false};
  std::barrier phase(2);
  std::thread other([&] {
    EVENT("arriving", 0);
    phase.arrive_and_wait();
    dropped = true;
    phase.arrive_and_drop();
    EVENT("dropped", 1);
  });
  EVENT("arriving_last", 1);
  phase.arrive_and_wait();
  EVENT("alone", 2);
  assert(dropped);
  phase.arrive_and_wait();
  phase.arrive_and_wait();
  other.join();
}

// Parties come and go; a phase ends when all that are registered have arrived.
class Phaser {
 public:
  explicit Phaser(int parties) : parties_(parties), missing_(parties) {}

  void enroll() {
    const std::lock_guard lock(mutex_);
    ++parties_, ++missing_;
  }
  void arrive() {
    const std::lock_guard lock(mutex_);
    arrived();
  }
  void arrive_and_leave() {
    const std::lock_guard lock(mutex_);
    --parties_;
    arrived();
  }
  // Waits until that phase is over.
  void await(int phase) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    advanced_.wait(lock, [&] { return phase_ > phase; });
  }
  int phase() {
    const std::lock_guard lock(mutex_);
    return phase_;
  }
  int waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }

 private:
  void arrived() {
    if (--missing_ > 0) return;
    missing_ = parties_;
    ++phase_;
    advanced_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable advanced_;
  int parties_;
  int missing_;
  int phase_ = 0;
  int waiting_ = 0;
};

// If main arrives before T1 has enrolled, the phase ends with it.
ORDER_TEST(phaser_waits_for_those_who_enrolled) {
  ORDERS("enrolled -> arriving, arrived -> arriving_too");
  Phaser phaser(1);
  std::thread other([&] {
    phaser.enroll();
    EVENT("enrolled", 0);
    EVENT("arriving_too", 2);
    phaser.arrive();
  });
  EVENT("arriving", 1);
  phaser.arrive();
  assert(phaser.phase() == 0);
  EVENT("arrived", 1);
  other.join();
  assert(phaser.phase() == 1);
}

// If main leaves first, waiting() is 0.
ORDER_TEST(phaser_advances_when_a_party_leaves) {
  ORDERS("[waiting] -> leaving");
  Phaser phaser(2);
  std::thread other([&] {
    phaser.arrive();
    EVENT("waiting", 0);
    phaser.await(0);
  });
  EVENT("leaving", 1);
  assert(phaser.waiting() == 1);
  phaser.arrive_and_leave();
  other.join();
  assert(phaser.phase() == 1);
}

// Either of two workers is enough. If main asks first, nobody has arrived.
ORDER_TEST(phaser_one_of_two_has_arrived) {
  ORDERS("first_arrived | second_arrived -> asking");
  Phaser phaser(2);
  std::atomic<int> arrived{0};
  std::thread first([&] {
    phaser.arrive();
    ++arrived;
    EVENT("first_arrived", 0);
  });
  std::thread second([&] {
    phaser.arrive();
    ++arrived;
    EVENT("second_arrived", 0);
  });
  EVENT("asking", 1);
  assert(arrived >= 1);
  first.join();
  second.join();
  assert(phaser.phase() == 1);
}

// Two of three votes decide. If main asks earlier, there are fewer.
ORDER_TEST(quorum_of_two_votes) {
  ORDERS("(first | second) & (first | third) & (second | third) -> asking");
  std::atomic<int> votes{0};
  std::thread one([&] {
    ++votes;
    EVENT("first", 0);
  });
  std::thread two([&] {
    ++votes;
    EVENT("second", 0);
  });
  std::thread three([&] {
    ++votes;
    EVENT("third", 0);
  });
  EVENT("asking", 1);
  assert(votes >= 2);
  one.join();
  two.join();
  three.join();
  assert(votes == 3);
}

}  // namespace
