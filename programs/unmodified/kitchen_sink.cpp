// SPDX-License-Identifier: MIT
// Every C++20 facility for threads, locks, waits and results, each used once by a few threads, one
// after the other. The program is correct. There are far too many schedules to run them all; each
// must end without a failure.
//
// The other half: kitchen_sink_atomics.cpp; for C: kitchen_sink_c.c.
#undef NDEBUG  // the assertions have side effects
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

using namespace std::chrono_literals;

void threads() {
  int sum = 0;
  std::thread by_reference([](int& result, std::unique_ptr<int> part) { result += *part; },
                           std::ref(sum), std::make_unique<int>(5));
  assert(by_reference.joinable() && by_reference.get_id() != std::this_thread::get_id());
  std::thread moved = std::move(by_reference);
  assert(!by_reference.joinable());
  moved.join();
  assert(sum == 5 && std::thread::hardware_concurrency() < 10000);
  std::thread([] { std::this_thread::yield(); }).detach();
}

template <class Mutex>
void exclusive() {
  Mutex guard;
  int count = 0;
  std::jthread other([&] {
    const std::lock_guard lock(guard);
    ++count;
  });
  {
    const std::scoped_lock lock(guard);
    ++count;
  }
  if (std::unique_lock lock(guard, std::try_to_lock); lock) ++count;
  other.join();
  assert(count == 2 || count == 3);
}

template <class Mutex>
void recursive() {
  Mutex guard;
  const std::lock_guard outer(guard);
  const bool again = guard.try_lock();
  assert(again);
  guard.unlock();
  bool entered = true;
  std::thread([&] { entered = guard.try_lock(); }).join();
  assert(!entered);
}

template <class Mutex>
void timed() {
  Mutex guard;
  int count = 0;
  std::thread other([&] {
    if (!guard.try_lock_for(1ms)) return;
    ++count;
    guard.unlock();
  });
  bool mine = false;
  if (std::unique_lock lock(guard, std::chrono::steady_clock::now() + 1ms); lock.owns_lock()) {
    mine = true;
    ++count;
  }
  other.join();
  assert(count >= (mine ? 1 : 0) && count <= 2);
}

template <class Mutex>
void shared() {
  Mutex guard;
  std::string text = "a";
  std::jthread reader([&] {
    const std::shared_lock lock(guard);
    assert(text == "a" || text == "ab");
  });
  {
    const std::unique_lock lock(guard);
    text += "b";
  }
  if (guard.try_lock_shared()) {
    assert(text == "ab");
    guard.unlock_shared();
  }
}

void shared_timed() {
  std::shared_timed_mutex guard;
  std::jthread reader([&] {
    if (guard.try_lock_shared_for(1ms)) guard.unlock_shared();
  });
  if (guard.try_lock_until(std::chrono::system_clock::now() + 1ms)) guard.unlock();
}

void several_mutexes() {
  std::mutex a;
  std::mutex b;
  int count = 0;
  std::jthread other([&] {
    const std::scoped_lock both(b, a);
    ++count;
  });
  std::lock(a, b);
  ++count;
  const std::scoped_lock both(std::adopt_lock, a, b);
  assert(count == 1 || count == 2);
}

template <class Condition>
void condition() {
  std::mutex guard;
  Condition changed;
  int phase = 0;
  std::thread other([&] {
    std::unique_lock lock(guard);
    changed.wait(lock, [&] { return phase == 1; });
    phase = 2;
    changed.notify_all();
  });
  std::unique_lock lock(guard);
  phase = 1;
  changed.notify_one();
  while (phase != 2) {
    const std::cv_status status = changed.wait_for(lock, 1ms);
    assert(status == std::cv_status::timeout || status == std::cv_status::no_timeout);
    if (status == std::cv_status::timeout) changed.wait(lock, [&] { return phase == 2; });
  }
  assert(!changed.wait_until(lock, std::chrono::steady_clock::now(), [] { return false; }));
  lock.unlock();
  other.join();
}

void notify_at_exit() {
  std::mutex guard;
  std::condition_variable changed;
  bool done = false;
  std::thread other([&] {
    std::unique_lock lock(guard);
    done = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
  });
  std::unique_lock lock(guard);
  changed.wait(lock, [&] { return done; });
  lock.unlock();
  other.join();
}

void promises() {
  std::promise<int> promise;
  std::shared_future<int> shared = promise.get_future().share();
  std::jthread one([shared] { assert(shared.get() == 7); });
  std::jthread two([shared] { assert(shared.get() == 7); });
  promise.set_value(7);
  assert(shared.get() == 7 && shared.wait_for(0s) == std::future_status::ready);
}

void tasks() {
  std::packaged_task<int(int)> task([](int number) { return number + 1; });
  std::future<int> result = task.get_future();
  std::jthread worker(std::move(task), 6);
  const std::future_status status = result.wait_for(1ms);
  assert(status == std::future_status::ready || status == std::future_status::timeout);
  assert(result.get() == 7 && !result.valid());

  std::future<std::string> now = std::async(std::launch::async, [] { return std::string("now"); });
  std::future<int> later = std::async(std::launch::deferred, [] { return 1; });
  assert(later.wait_for(0s) == std::future_status::deferred);
  assert(now.get() == "now" && later.get() == 1);
}

void exceptions() {
  std::future<int> failing = std::async(std::launch::async, []() -> int {
    try {
      throw std::out_of_range("inner");
    } catch (const std::exception&) {
      std::this_thread::yield();
      std::throw_with_nested(std::runtime_error("outer"));
    }
  });
  std::string messages;
  try {
    failing.get();
  } catch (const std::runtime_error& error) {
    std::this_thread::sleep_for(1us);
    messages = error.what();
    try {
      std::rethrow_if_nested(error);
    } catch (const std::out_of_range& nested) {
      messages += nested.what();
    }
  }
  assert(messages == "outerinner" && std::uncaught_exceptions() == 0);
}

void exceptions_of_two_threads() {
  std::mutex guard;
  const auto fail_and_recover = [&](int number) {
    try {
      const std::lock_guard lock(guard);
      throw number;
    } catch (const int caught) {
      const std::lock_guard lock(guard);
      assert(caught == number && std::current_exception() != nullptr);
    }
  };
  std::jthread other(fail_and_recover, 1);
  fail_and_recover(2);
}

}  // namespace

int main() {
  threads();
  exclusive<std::mutex>();
  exclusive<std::timed_mutex>();
  exclusive<std::shared_mutex>();
  recursive<std::recursive_mutex>();
  recursive<std::recursive_timed_mutex>();
  timed<std::timed_mutex>();
  timed<std::recursive_timed_mutex>();
  shared<std::shared_mutex>();
  shared<std::shared_timed_mutex>();
  shared_timed();
  several_mutexes();
  condition<std::condition_variable>();
  condition<std::condition_variable_any>();
  notify_at_exit();
  promises();
  tasks();
  exceptions();
  exceptions_of_two_threads();
}
