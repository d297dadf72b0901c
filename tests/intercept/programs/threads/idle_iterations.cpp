// SPDX-License-Identifier: MIT
// Loops that wait for a time, with an effect in an iteration that looks idle; selected by argument.
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

void until_done(const std::function<void(std::atomic<bool>& done)>& loop) {
  std::atomic<bool> done{false};
  std::thread worker([&] { done = true; });
  loop(done);
  worker.join();
}

void sum_of_waits(std::atomic<bool>& done) {
  std::chrono::nanoseconds waited{0};
  for (; !done && waited < 50ms; waited += 10ms) std::this_thread::sleep_for(10ms);
  assert(done);
}

void backs_off(std::atomic<bool>& done) {
  for (unsigned wait = 1'000; !done; wait *= 2) {
    assert(wait < 200'000);
    usleep(wait);
  }
}

void counts_microseconds(std::atomic<bool>& done) {
  for (unsigned long iterations = 0; !done; ++iterations) {
    assert(iterations < 15);
    usleep(1);
  }
}

void at_some_second(std::atomic<bool>& done) {
  while (!done) {
    sleep(1);
    assert(time(nullptr) % 10 != 0);
  }
}

void two_days(std::atomic<bool>& done) {
  const auto end = steady_clock::now() + 48h;
  while (!done && steady_clock::now() < end) std::this_thread::sleep_for(1h);
  assert(done);
}

void between_two_looks(std::atomic<bool>& done) {
  while (!done) {
    const auto before = steady_clock::now();
    assert(steady_clock::now() - before < 1s);
  }
}

// The clock is read before each wait, and once more.
void at_some_second_of_waits() {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  bool ready = false;
  std::thread worker([&] {
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_mutex_unlock(&mutex);
  });
  pthread_mutex_lock(&mutex);
  while (!ready) {
    timespec until{};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_cond_timedwait(&changed, &mutex, &until);
    assert(time(nullptr) % 10 != 5);
  }
  pthread_mutex_unlock(&mutex);
  worker.join();
}

// A failed try_lock observes the other's iteration: one half of it, then the other, and again.
void seen_from_outside() {
  std::mutex first;
  std::mutex second;
  std::condition_variable changed;
  bool ready = false;
  std::thread waiter([&] {
    for (;;) {
      {
        std::unique_lock lock(first);
        if (ready) return;
        changed.wait_for(lock, 10ms);
        if (ready) return;
      }
      const std::lock_guard lock(second);
    }
  });
  int seen = 0;
  for (; seen < 4; ++seen) {
    std::mutex& mutex = seen % 2 == 0 ? first : second;
    if (!mutex.try_lock()) continue;
    mutex.unlock();
    break;
  }
  assert(seen < 4);
  {
    const std::lock_guard lock(first);
    ready = true;
  }
  changed.notify_all();
  waiter.join();
}

// An iteration shows that it waits, and undoes that.
void seen_while_it_waits() {
  std::mutex mutex;
  std::condition_variable changed;
  int waiters = 0;
  bool ready = false;
  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    while (!ready) {
      ++waiters;
      changed.wait_for(lock, 10ms);
      --waiters;
    }
  });
  {
    const std::lock_guard lock(mutex);
    assert(waiters == 0);
    ready = true;
  }
  waiter.join();
}

// Right: a thread that gives up is not early by its own clock.
void is_late() {
  std::timed_mutex mutex;
  std::shared_timed_mutex shared;
  mutex.lock();
  shared.lock();
  std::thread other([&] {
    const auto end = steady_clock::now() + 5s;
    if (!mutex.try_lock_until(end)) assert(steady_clock::now() >= end);
    const auto then = steady_clock::now() + 5s;
    if (!shared.try_lock_shared_until(then)) assert(steady_clock::now() >= then);
  });
  other.join();
  shared.unlock();
  mutex.unlock();
}

}  // namespace

int main(int, char** words) {
  const auto is = [&](const char* word) { return std::strcmp(words[1], word) == 0; };
  if (is("sum of waits")) until_done(sum_of_waits);
  if (is("backs off")) until_done(backs_off);
  if (is("counts microseconds")) until_done(counts_microseconds);
  if (is("at some second")) until_done(at_some_second);
  if (is("two days")) until_done(two_days);
  if (is("between two looks")) until_done(between_two_looks);
  if (is("at some second of waits")) at_some_second_of_waits();
  if (is("seen from outside")) seen_from_outside();
  if (is("seen while it waits")) seen_while_it_waits();
  if (is("is late")) is_late();
}
