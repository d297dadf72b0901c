// SPDX-License-Identifier: MIT
// Every C++20 facility that counts threads, stops them or works without locks, and what else
// differs from run to run: clocks, random numbers, output. The program is correct. There are far
// too many schedules to run them all; each must end without a failure.
//
// The other half: kitchen_sink.cpp; for C: kitchen_sink_c.c.
#undef NDEBUG  // the assertions have side effects
#include <array>
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <semaphore>
#include <sstream>
#include <stop_token>
#include <thread>

namespace {

using namespace std::chrono_literals;

void semaphores() {
  std::counting_semaphore<2> places{1};
  std::binary_semaphore done{0};
  std::thread other([&] {
    places.acquire();
    places.release();
    done.release();
  });
  done.acquire();
  if (places.try_acquire_for(1ms)) places.release();  // only now: library_semaphore.cpp says why
  other.join();
  assert(!done.try_acquire() && places.try_acquire());
}

void latches_and_barriers() {
  std::latch start{2};
  std::atomic<int> completions{0};
  std::barrier phase(2, [&]() noexcept { ++completions; });
  std::array<int, 2> parts{};
  const auto work = [&](std::size_t me) {
    start.arrive_and_wait();
    parts[me] = 1;
    phase.arrive_and_wait();
    assert(std::accumulate(parts.begin(), parts.end(), 0) == 2);
    phase.arrive_and_drop();
  };
  std::jthread other(work, 1);
  work(0);
  other.join();
  assert(start.try_wait() && completions.load() == 2);
}

void stops() {
  std::atomic<int> called{0};
  std::mutex guard;
  std::condition_variable_any changed;
  std::jthread worker([&](const std::stop_token& stop) {
    const std::stop_callback callback(stop, [&] { ++called; });
    std::unique_lock lock(guard);
    const bool found = changed.wait(lock, stop, [] { return false; });
    assert(!found && stop.stop_requested());
  });
  assert(worker.get_stop_source().request_stop() && !worker.request_stop());
  worker.join();
  assert(called.load() <= 1);  // 0 if the callback is destroyed before it is called
  assert(!std::stop_token().stop_possible() && std::stop_source().stop_possible());
}

void atomics() {
  std::atomic<int> phase{0};
  std::atomic_flag flag;
  int plain = 1;
  std::jthread other([&] {
    phase.wait(0, std::memory_order_acquire);
    std::atomic_ref(plain).fetch_add(2);
    flag.test_and_set();
    flag.notify_all();
  });
  std::atomic_ref(plain).fetch_or(4);
  phase.store(1, std::memory_order_release);
  phase.notify_all();
  flag.wait(false);
  other.join();
  assert(plain == 7 && flag.test());

  std::atomic<double> number{1.5};
  number.fetch_add(0.5);
  double expected = 2.0;
  assert(number.compare_exchange_strong(expected, 3.0) && number.exchange(1.0) == 3.0);
}

void fences() {
  int message = 0;
  std::atomic<bool> sent{false};
  std::jthread sender([&] {
    message = 42;
    std::atomic_thread_fence(std::memory_order_release);
    sent.store(true, std::memory_order_relaxed);
  });
  if (sent.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(message == 42);
  }
}

void shared_pointers() {
  std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};
  const std::weak_ptr<int> first = current.load();
  std::shared_ptr<int> theirs;
  std::jthread other([&] { theirs = current.exchange(std::make_shared<int>(2)); });
  std::shared_ptr<int> mine = current.exchange(std::make_shared<int>(4));
  other.join();
  assert(*mine + *theirs + *current.load() == 7);
  mine.reset();
  theirs.reset();
  assert(first.expired());
}

int constructed = 0;
int constructed_and_destroyed = 0;

struct Noted {
  Noted() { ++constructed; }
};

Noted& the_only_one() {
  static Noted instance;
  return instance;
}

void once() {
  std::once_flag flag;
  int called = 0;
  const auto work = [&] {
    the_only_one();
    std::call_once(flag, [&] { ++called; });
    assert(constructed == 1 && called == 1);
  };
  std::jthread other(work);
  work();
}

struct Counted {
  int number = 40;
  ~Counted() { ++constructed_and_destroyed; }
};

thread_local Counted counted;

void thread_locals() {
  const int before = constructed_and_destroyed;
  std::thread([] { counted.number += 2; }).join();
  assert(constructed_and_destroyed == before + 1);
  std::thread([] { assert(counted.number == 40); }).join();
  assert(constructed_and_destroyed == before + 2);
}

void time() {
  const auto before = std::chrono::steady_clock::now();
  std::jthread sleeper([] { std::this_thread::sleep_for(2ms); });
  std::this_thread::sleep_until(before + 1ms);
  assert(std::chrono::steady_clock::now() >= before + 1ms);
  assert(std::chrono::system_clock::now().time_since_epoch() > 0s);
  assert(std::chrono::high_resolution_clock::now().time_since_epoch() > 0s);
}

void chance() {
  std::srand(7);
  const int drawn = std::rand();
  std::srand(7);
  assert(std::rand() == drawn);
  std::mt19937 generator(std::random_device{}());
  const int die = std::uniform_int_distribution<>(1, 6)(generator);
  assert(1 <= die && die <= 6);
}

void output() {
  std::thread other([] { std::printf("printed by a thread, %d\n", 1); });
  std::ostringstream line;
  line << "written by main, " << std::this_thread::get_id() << '\n';
  std::cout << line.str() << std::flush;
  other.join();
  std::cerr << "and an error\n";
}

}  // namespace

int main() {
  semaphores();
  latches_and_barriers();
  stops();
  atomics();
  fences();
  shared_pointers();
  once();
  thread_locals();
  time();
  chance();
  output();
}
