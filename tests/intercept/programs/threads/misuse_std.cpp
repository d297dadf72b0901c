// SPDX-License-Identifier: MIT
// What the C++ standard leaves undefined, once each: the first argument selects a case, and `right`
// behind it removes the wrong part. docs/misuse.md has the table.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <future>
#include <latch>
#include <mutex>
#include <new>
#include <semaphore>
#include <shared_mutex>
#include <thread>

namespace {

bool wrong = true;

void mutex_unlock_free() {
  std::mutex guard;
  if (!wrong) guard.lock();
  guard.unlock();
}

void mutex_unlock_by_other() {
  std::mutex guard;
  guard.lock();
  if (wrong) std::thread([&] { guard.unlock(); }).join();
  guard.unlock();
}

void mutex_locked_twice() {
  std::mutex guard;
  const std::lock_guard first(guard);
  if (wrong) guard.lock();
}

void adopted_unlocked() {
  std::mutex guard;
  if (!wrong) guard.lock();
  const std::lock_guard adopted(guard, std::adopt_lock);
}

void condition_without_lock() {
  std::mutex guard;
  std::condition_variable changed;
  std::unique_lock lock(guard, std::defer_lock);
  if (!wrong) lock.lock();
  changed.wait_for(lock, std::chrono::milliseconds(1));
  if (lock.owns_lock()) lock.unlock();
}

void condition_with_two_mutexes() {
  std::mutex one;
  std::mutex two;
  std::condition_variable changed;
  const auto wait_with = [&](std::mutex& guard) {
    std::unique_lock lock(guard);
    changed.wait_for(lock, std::chrono::milliseconds(1));
  };
  std::thread other([&] { wait_with(one); });
  wait_with(wrong ? two : one);
  other.join();
}

void condition_destroyed_in_use() {
  std::mutex guard;
  bool done = false;
  auto* changed = new std::condition_variable;
  std::thread waiter([&] {
    std::unique_lock lock(guard);
    changed->wait(lock, [&] { return done; });
  });
  {
    const std::lock_guard lock(guard);
    done = true;
    if (!wrong) changed->notify_all();
  }
  if (!wrong) waiter.join();
  delete changed;
  if (wrong) waiter.join();
}

void shared_mutex_unlock_wrong_way() {
  std::shared_mutex guard;
  if (!wrong) guard.lock_shared();
  guard.unlock_shared();
}

void shared_mutex_upgraded() {
  std::shared_mutex guard;
  guard.lock_shared();
  if (wrong) guard.lock();
  guard.unlock_shared();
}

void joined_twice() {
  std::thread other([] {});
  other.join();
  if (wrong) other.join();
}

void not_joined() {
  std::thread other([] {});
  if (!wrong) other.join();
}

void joins_itself() {
  std::thread other;
  std::mutex guard;
  {
    const std::lock_guard lock(guard);
    other = std::thread([&] {
      const std::lock_guard until_assigned(guard);
      if (wrong) other.join();
    });
  }
  other.join();
}

void promise_set_twice() {
  std::promise<int> promise;
  promise.set_value(1);
  if (wrong) promise.set_value(2);
}

void future_taken_twice() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  promise.set_value(1);
  future.get();
  if (wrong) future.get();
}

void once_in_itself() {
  std::once_flag flag;
  std::call_once(flag, [&] {
    if (wrong) std::call_once(flag, [] {});
  });
}

int make_static(int depth);

int static_of(int depth) {
  static const int value = make_static(depth);
  return value;
}

int make_static(int depth) { return depth == 0 ? 0 : static_of(depth - 1); }

void static_in_itself() { static_of(wrong ? 1 : 0); }

void load_with_release() {
  std::atomic<int> x{0};
  std::memory_order order = wrong ? std::memory_order_release : std::memory_order_acquire;
  x.load(order);
}

void store_with_acquire() {
  std::atomic<int> x{0};
  std::memory_order order = wrong ? std::memory_order_acquire : std::memory_order_release;
  x.store(1, order);
}

// Misuse by the standard that every implementation defines.
void failure_order_releases() {
  std::atomic<int> x{0};
  std::memory_order order = wrong ? std::memory_order_release : std::memory_order_relaxed;
  int expected = 1;
  x.compare_exchange_strong(expected, 2, std::memory_order_seq_cst, order);
}

// A reader whose compare-exchange fails has acquired nevertheless.
void failure_order_acquires() {
  static int data = 0;
  static std::atomic<int> x{0};
  std::thread writer([] {
    data = 1;
    x.store(1, std::memory_order_release);
  });
  std::memory_order order = wrong ? std::memory_order_acq_rel : std::memory_order_acquire;
  int expected = 2;
  x.compare_exchange_strong(expected, 3, std::memory_order_acq_rel, order);
  if (expected == 1) data = 2;
  writer.join();
}

void latch_below_zero() {
  std::latch done{1};
  std::thread other([&] { done.count_down(); });
  if (wrong) done.count_down();
  other.join();
}

void latch_arrived_twice() {
  std::latch done{2};
  std::thread other([&] { done.arrive_and_wait(); });
  done.arrive_and_wait();
  if (wrong) done.arrive_and_wait();
  other.join();
}

void latch_counted_up() {
  std::latch done{2};
  done.count_down(wrong ? -1 : 1);
}

void semaphore_released_twice() {
  std::binary_semaphore free{0};
  std::thread other([&] { free.release(); });
  if (!wrong) free.acquire();
  free.release();
  other.join();
}

void semaphore_beyond_most() {
  std::counting_semaphore<5> free{2};
  free.release(3);
  if (!wrong) free.acquire();
  free.release();
}

void semaphore_released_back() {
  std::counting_semaphore<> free{2};
  free.release(wrong ? -1 : 1);
}

// Counters of the program's own, which may have any value.
void own_numbers() {
  std::atomic<int> number{0};
  number.fetch_sub(1, std::memory_order_release);
  number.fetch_add(3, std::memory_order_release);
  number.fetch_add(-3, std::memory_order_release);
  std::latch done{1};
  if (wrong) done.count_down(2);
}

#define CASE(name) \
  { #name, name }
constexpr struct {
  const char* name;
  void (*run)();
} kCases[] = {CASE(mutex_unlock_free),
              CASE(mutex_unlock_by_other),
              CASE(mutex_locked_twice),
              CASE(adopted_unlocked),
              CASE(condition_without_lock),
              CASE(condition_with_two_mutexes),
              CASE(condition_destroyed_in_use),
              CASE(shared_mutex_unlock_wrong_way),
              CASE(shared_mutex_upgraded),
              CASE(joined_twice),
              CASE(not_joined),
              CASE(joins_itself),
              CASE(promise_set_twice),
              CASE(future_taken_twice),
              CASE(once_in_itself),
              CASE(static_in_itself),
              CASE(load_with_release),
              CASE(store_with_acquire),
              CASE(failure_order_releases),
              CASE(failure_order_acquires),
              CASE(latch_below_zero),
              CASE(latch_arrived_twice),
              CASE(latch_counted_up),
              CASE(semaphore_released_twice),
              CASE(semaphore_beyond_most),
              CASE(semaphore_released_back),
              CASE(own_numbers)};

}  // namespace

int main(int count, char** words) {
  wrong = count < 3 || std::strcmp(words[2], "right") != 0;
  for (const auto& each : kCases) {
    if (std::strcmp(each.name, words[1]) != 0) continue;
    each.run();
    return 0;
  }
  return 2;
}
