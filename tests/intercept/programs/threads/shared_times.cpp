// SPDX-License-Identifier: MIT
// A thread's clock is never behind a time in its causal past. The first argument says by what one
// thread depends on the other.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Requests carry the time at which they were made; how long they have waited is not negative.
void by_mutex() {
  std::mutex mutex;
  std::vector<Clock::time_point> requests;
  std::thread client([&] {
    std::this_thread::sleep_for(1h);
    const std::lock_guard lock(mutex);
    requests.push_back(Clock::now());
  });
  {
    const std::lock_guard lock(mutex);
    for (const Clock::time_point& then : requests) assert(Clock::now() - then >= 0s);
  }
  client.join();
}

void by_condition() {
  std::mutex mutex;
  std::condition_variable changed;
  Clock::time_point then;
  bool is_set = false;
  std::thread client([&] {
    std::this_thread::sleep_for(1h);
    const std::lock_guard lock(mutex);
    then = Clock::now();
    is_set = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_set; });
    assert(Clock::now() >= then);
    assert(!changed.wait_until(lock, then, [] { return false; }));  // that time has passed
  }
  client.join();
}

void by_relaxed_atomic() {
  std::atomic<Clock::rep> then{0};
  std::thread client([&] {
    std::this_thread::sleep_for(1h);
    then.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  });
  const Clock::rep read = then.load(std::memory_order_relaxed);
  assert(Clock::now().time_since_epoch().count() >= read);
  client.join();
}

// By a thread that looks at no clock.
void by_another() {
  std::atomic<int> stage{0};
  Clock::time_point then;
  std::thread first([&] {
    std::this_thread::sleep_for(1h);
    then = Clock::now();
    stage = 1;
  });
  std::thread second([&] {
    int expected = 1;
    stage.compare_exchange_strong(expected, 2);
  });
  if (stage == 2) assert(Clock::now() >= then);
  first.join();
  second.join();
}

void by_future() {
  std::promise<Clock::time_point> promise;
  std::thread client([&] {
    std::this_thread::sleep_for(1h);
    promise.set_value(Clock::now());
  });
  const Clock::time_point then = promise.get_future().get();
  assert(Clock::now() >= then);
  client.join();
}

// Nothing orders these looks: either may be the later one.
void unordered() {
  Clock::time_point one, other;
  std::thread first([&] {
    std::this_thread::sleep_for(1h);
    one = Clock::now();
  });
  std::thread second([&] { other = Clock::now(); });
  first.join();
  second.join();
  assert(one <= other);
}

}  // namespace

int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "";
  if (how == "mutex") by_mutex();
  if (how == "condition") by_condition();
  if (how == "relaxed") by_relaxed_atomic();
  if (how == "another") by_another();
  if (how == "future") by_future();
  if (how == "unordered") unordered();
}
