// SPDX-License-Identifier: MIT
// Pools, semaphores and rate limiters: who waits until something is given back.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

#include "tests/schedules/orders/forms.hpp"

namespace {

// At most `limit` objects; a thread that needs one more waits.
class ObjectPool {
 public:
  explicit ObjectPool(int limit) : limit_(limit) {}

  std::unique_ptr<int> borrow() {
    std::unique_lock lock(mutex_);
    while (free_.empty() && made_ == limit_) {
      ++waits_;
      returned_.wait(lock);
    }
    if (free_.empty()) return std::make_unique<int>(++made_);
    std::unique_ptr<int> object = std::move(free_.back());
    free_.pop_back();
    return object;
  }
  void give_back(std::unique_ptr<int> object) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(object));
    returned_.notify_one();
  }
  int made() {
    const std::lock_guard lock(mutex_);
    return made_;
  }
  int waits() {
    const std::lock_guard lock(mutex_);
    return waits_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable returned_;
  const int limit_;
  std::vector<std::unique_ptr<int>> free_;
  int made_ = 0;
  int waits_ = 0;
};

// If the object is given back first, borrow() does not wait.
ORDER_TEST(pool_borrow_waits_for_return) {
  ORDERS("[borrowing] -> returning");
  ObjectPool pool(1);
  std::unique_ptr<int> object = pool.borrow();
  std::thread borrower([&] {
    EVENT("borrowing", 0);
    assert(*pool.borrow() == 1);
  });
  EVENT("returning", 1);
  pool.give_back(std::move(object));
  borrower.join();
  assert(pool.waits() == 1);
}

// If main borrows while T1 has an object, another one is made.
ORDER_TEST(pool_uses_objects_again) {
  ORDERS("returned -> borrowing");
  ObjectPool pool(2);
  std::thread user([&] {
    pool.give_back(pool.borrow());
    EVENT("returned", 0);
  });
  EVENT("borrowing", 1);
  assert(*pool.borrow() == 1);
  user.join();
  assert(pool.made() == 1);
}

// If T1 has given its object back, main gets that one.
ORDER_TEST(pool_makes_objects_up_to_the_limit) {
  ORDERS("borrowed -> borrowing_too, borrowed_too -> returning");
  ObjectPool pool(2);
  std::thread user([&] {
    std::unique_ptr<int> object = pool.borrow();
    EVENT("borrowed", 0);
    EVENT("returning", 2);
    pool.give_back(std::move(object));
  });
  EVENT("borrowing_too", 1);
  assert(*pool.borrow() == 2);
  EVENT("borrowed_too", 1);
  user.join();
  assert(pool.made() == 2);
}

// If release() comes first, try_acquire() succeeds.
ORDER_TEST(semaphore_acquire_waits) {
  ORDERS("[acquiring] -> releasing");
  std::counting_semaphore<2> permits(0);
  std::thread user([&] {
    assert(!permits.try_acquire());
    EVENT("acquiring", 0);
    permits.acquire();
  });
  EVENT("releasing", 1);
  permits.release();
  user.join();
  assert(!permits.try_acquire());
}

// If T1 has released its permit, the first try_acquire() succeeds; or it has not, and the second
// fails.
ORDER_TEST(semaphore_try_acquire) {
  ORDERS("acquired -> trying, tried -> releasing, released -> trying_again");
  std::counting_semaphore<1> permits(1);
  std::thread user([&] {
    permits.acquire();
    EVENT("acquired", 0);
    EVENT("releasing", 2);
    permits.release();
    EVENT("released", 2);
  });
  EVENT("trying", 1);
  assert(!permits.try_acquire());
  EVENT("tried", 1);
  EVENT("trying_again", 3);
  assert(permits.try_acquire());
  user.join();
}

// If T1 releases before, it is no timeout.
ORDER_TEST(semaphore_acquire_times_out) {
  ORDERS("timed_out -> releasing");
  std::counting_semaphore<1> permits(0);
  std::thread other([&] {
    EVENT("releasing", 2);
    permits.release();
  });
  assert(!permits.try_acquire_for(std::chrono::milliseconds(1)));
  EVENT("timed_out", 0);
  other.join();
  assert(permits.try_acquire());
}

// If one of the two comes later, fewer wait when the permits are released.
ORDER_TEST(semaphore_release_lets_two_go_on) {
  ORDERS("[waiting@T1] & [waiting@T2] & waiting#2 -> releasing");
  std::counting_semaphore<2> permits(0);
  std::atomic<int> waiting{0};
  std::atomic<int> passed{0};
  const auto use = [&] {
    ++waiting;
    EVENT("waiting", 0);
    permits.acquire();
    ++passed;
  };
  std::thread first(use);
  std::thread second(use);
  EVENT("releasing", 1);
  assert(waiting == 2 && passed == 0);
  permits.release(2);
  first.join();
  second.join();
  assert(passed == 2);
}

// So many permits in each period. The test ends the periods.
class RateLimiter {
 public:
  explicit RateLimiter(int permits) : permits_(permits), left_(permits) {}

  // The period in which the permit was given.
  int acquire() {
    std::unique_lock lock(mutex_);
    begun_.wait(lock, [&] { return left_ > 0; });
    --left_;
    return period_;
  }
  void begin_period() {
    const std::lock_guard lock(mutex_);
    ++period_;
    left_ = permits_;
    begun_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable begun_;
  const int permits_;
  int left_;
  int period_ = 0;
};

// If the next period begins earlier, the first permit is of period 1; if later, both threads wait.
ORDER_TEST(rate_limiter_waits_for_the_next_period) {
  ORDERS("acquired -> acquiring, [acquiring] -> beginning");
  RateLimiter limiter(1);
  std::thread first([&] {
    assert(limiter.acquire() == 0);
    EVENT("acquired", 0);
  });
  std::thread second([&] {
    EVENT("acquiring", 1);
    assert(limiter.acquire() == 1);
  });
  EVENT("beginning", 2);
  limiter.begin_period();
  first.join();
  second.join();
}

// Permits that were not used are lost. If T1 acquires before the period begins, main gets one of 1.
ORDER_TEST(rate_limiter_saves_no_permits) {
  ORDERS("begun -> acquiring, acquired#2 -> acquiring_more, [acquiring_more] -> beginning");
  RateLimiter limiter(2);
  limiter.begin_period();
  std::thread user([&] {
    EVENT("acquiring", 1);
    for (int i = 0; i < 2; ++i) {
      assert(limiter.acquire() == 2);
      EVENT("acquired", 1);
    }
    EVENT("acquiring_more", 2);
    assert(limiter.acquire() == 3);
  });
  limiter.begin_period();
  EVENT("begun", 0);
  EVENT("beginning", 3);
  limiter.begin_period();
  user.join();
}

}  // namespace
