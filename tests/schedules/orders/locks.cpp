// SPDX-License-Identifier: MIT
// Mutexes of all kinds, and condition variables.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

// If T1 has not locked yet, or has unlocked already, the first try_lock() succeeds.
ORDER_TEST(try_lock_fails_while_locked) {
  ORDERS("locked -> trying, tried -> unlocking, unlocked -> trying_again");
  std::mutex mutex;
  std::thread owner([&] {
    mutex.lock();
    EVENT("locked", 0);
    EVENT("unlocking", 2);
    mutex.unlock();
    EVENT("unlocked", 2);
  });
  EVENT("trying", 1);
  assert(!mutex.try_lock());
  EVENT("tried", 1);
  EVENT("trying_again", 3);
  assert(mutex.try_lock());
  mutex.unlock();
  owner.join();
}

// The owner does not leave before the other thread waits. If main locks first, it reads 0.
ORDER_TEST(lock_waits_for_the_owner) {
  ORDERS("locked -> locking, [locking] -> setting");
  std::mutex mutex;
  int value = 0;
  std::thread owner([&] {
    const std::lock_guard lock(mutex);
    EVENT("locked", 0);
    EVENT("setting", 2);
    value = 1;
  });
  EVENT("locking", 1);
  {
    const std::lock_guard lock(mutex);
    assert(value == 1);
  }
  owner.join();
}

// If T1 has unlocked twice, try_lock() succeeds.
ORDER_TEST(recursive_mutex_counts) {
  ORDERS("unlocked_once -> trying, tried -> unlocking_again");
  std::recursive_mutex mutex;
  std::thread owner([&] {
    mutex.lock();
    mutex.lock();
    mutex.unlock();
    EVENT("unlocked_once", 0);
    EVENT("unlocking_again", 2);
    mutex.unlock();
  });
  EVENT("trying", 1);
  assert(!mutex.try_lock());
  EVENT("tried", 1);
  owner.join();
  assert(mutex.try_lock());
  mutex.unlock();
}

// If the owner has unlocked, try_lock_for() succeeds.
ORDER_TEST(timed_lock_gives_up) {
  ORDERS("locked -> trying, tried -> unlocking");
  std::timed_mutex mutex;
  std::thread owner([&] {
    mutex.lock();
    EVENT("locked", 0);
    EVENT("unlocking", 2);
    mutex.unlock();
  });
  EVENT("trying", 1);
  assert(!mutex.try_lock_for(std::chrono::milliseconds(1)));
  EVENT("tried", 1);
  owner.join();
}

// Both readers are in at the same time. If one has left before the other comes, it is alone.
ORDER_TEST(readers_share_the_lock) {
  ORDERS("entered#2 -> leaving");
  std::shared_mutex mutex;
  std::atomic<int> inside{0};
  const auto read = [&] {
    const std::shared_lock lock(mutex);
    ++inside;
    EVENT("entered", 0);
    EVENT("leaving", 1);
    assert(inside == 2);
  };
  std::thread first(read);
  std::thread second(read);
  first.join();
  second.join();
}

// If the writer comes first, the reader reads 1.
ORDER_TEST(writer_waits_for_reader) {
  ORDERS("reading -> writing, [writing] -> reading_on");
  std::shared_mutex mutex;
  int value = 0;
  std::thread reader([&] {
    const std::shared_lock lock(mutex);
    EVENT("reading", 0);
    EVENT("reading_on", 2);
    assert(value == 0);
  });
  EVENT("writing", 1);
  {
    const std::unique_lock lock(mutex);
    value = 1;
  }
  reader.join();
}

// If a reader comes before the writer, it reads 0; if the writer does not hold the lock until both
// wait, they do not wait.
ORDER_TEST(readers_wait_for_writer) {
  ORDERS(
      "locked -> first_reading, locked -> second_reading,"
      "[first_reading] & [second_reading] -> setting");
  std::shared_mutex mutex;
  int value = 0;
  std::thread first([&] {
    EVENT("first_reading", 1);
    const std::shared_lock lock(mutex);
    assert(value == 1);
  });
  std::thread second([&] {
    EVENT("second_reading", 1);
    const std::shared_lock lock(mutex);
    assert(value == 1);
  });
  {
    const std::unique_lock lock(mutex);
    EVENT("locked", 0);
    EVENT("setting", 2);
    value = 1;
  }
  first.join();
  second.join();
}

// While one reads, others may read, and nobody may write. If T1 does not hold the lock, main may.
ORDER_TEST(try_lock_of_a_reader) {
  ORDERS("reading -> trying, tried -> leaving, left -> trying_again");
  std::shared_mutex mutex;
  std::thread reader([&] {
    mutex.lock_shared();
    EVENT("reading", 0);
    EVENT("leaving", 2);
    mutex.unlock_shared();
    EVENT("left", 2);
  });
  EVENT("trying", 1);
  assert(!mutex.try_lock());
  assert(mutex.try_lock_shared());
  mutex.unlock_shared();
  EVENT("tried", 1);
  EVENT("trying_again", 3);
  assert(mutex.try_lock());
  mutex.unlock();
  reader.join();
}

// Serves those who wait in the order in which they came.
class TicketLock {
 public:
  void lock() {
    std::unique_lock lock(mutex_);
    const int mine = next_++;
    called_.wait(lock, [&] { return serving_ == mine; });
  }
  void unlock() {
    const std::lock_guard lock(mutex_);
    ++serving_;
    called_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable called_;
  int next_ = 0;
  int serving_ = 0;
};

// If T2 waits before T1, it is served first.
ORDER_TEST(ticket_lock_serves_in_turn) {
  ORDERS("[first_locking] -> second_locking, [second_locking] -> unlocking");
  TicketLock lock;
  std::string served;
  lock.lock();
  std::thread first([&] {
    EVENT("first_locking", 0);
    lock.lock();
    served += '1';
    lock.unlock();
  });
  std::thread second([&] {
    EVENT("second_locking", 1);
    lock.lock();
    served += '2';
    lock.unlock();
  });
  EVENT("unlocking", 2);
  lock.unlock();
  first.join();
  second.join();
  assert(served == "12");
}

// A thread that waits, and counts those that have been woken.
class Bell {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    const int before = rung_;
    bell_.wait(lock, [&] { return rung_ > before; });
    ++woken_;
  }
  int ring() {
    const std::lock_guard lock(mutex_);
    ++rung_;
    bell_.notify_all();
    return waiting_;
  }
  int woken() {
    const std::lock_guard lock(mutex_);
    return woken_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable bell_;
  int rung_ = 0;
  int waiting_ = 0;
  int woken_ = 0;
};

// If one of them waits later, ring() wakes one only.
ORDER_TEST(notify_all_wakes_all_that_wait) {
  ORDERS("[first_waiting] -> second_waiting, [second_waiting] -> ringing");
  Bell bell;
  std::thread first([&] {
    EVENT("first_waiting", 0);
    bell.wait();
  });
  std::thread second([&] {
    EVENT("second_waiting", 1);
    bell.wait();
  });
  EVENT("ringing", 2);
  assert(bell.ring() == 2);
  first.join();
  second.join();
  assert(bell.woken() == 2);
}

// If the thread waits first, it is woken by the first ring().
ORDER_TEST(notification_is_lost_without_waiter) {
  ORDERS("rung -> waiting, [waiting] -> ringing_again");
  Bell bell;
  std::thread waiter([&] {
    EVENT("waiting", 1);
    bell.wait();
  });
  assert(bell.ring() == 0);
  EVENT("rung", 0);
  EVENT("ringing_again", 2);
  assert(bell.woken() == 0);
  assert(bell.ring() == 1);
  waiter.join();
  assert(bell.woken() == 1);
}

// If T1 notifies while main waits, it is not a timeout.
ORDER_TEST(timed_wait_after_the_notification) {
  ORDERS("notified -> waiting");
  std::mutex mutex;
  std::condition_variable changed;
  std::thread notifier([&] {
    changed.notify_all();
    EVENT("notified", 0);
  });
  EVENT("waiting", 1);
  {
    std::unique_lock lock(mutex);
    assert(changed.wait_for(lock, std::chrono::milliseconds(1)) == std::cv_status::timeout);
  }
  notifier.join();
}

}  // namespace
