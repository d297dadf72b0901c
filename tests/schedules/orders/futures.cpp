// SPDX-License-Identifier: MIT
// Promises, futures and tasks: who waits for a result, and what comes instead of it.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tests/schedules/orders/forms.hpp"

namespace {

template <class Future>
bool is_ready(const Future& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// If the value is set first, the future is ready before get().
ORDER_TEST(future_get_waits) {
  ORDERS("[getting] -> setting");
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread getter([&] {
    EVENT("getting", 0);
    assert(!is_ready(future));
    assert(future.get() == 7);
  });
  EVENT("setting", 1);
  promise.set_value(7);
  getter.join();
}

// If the value is set before the first look, or after the second.
ORDER_TEST(future_is_ready_when_set) {
  ORDERS("looked -> setting, set -> looking_again");
  std::promise<int> promise;
  const std::future<int> future = promise.get_future();
  std::thread setter([&] {
    EVENT("setting", 1);
    promise.set_value(7);
    EVENT("set", 1);
  });
  assert(!is_ready(future));
  EVENT("looked", 0);
  EVENT("looking_again", 2);
  assert(is_ready(future));
  setter.join();
}

// If main sets its value first, T1's attempt fails.
ORDER_TEST(promise_is_set_once) {
  ORDERS("set -> setting_too");
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread first([&] {
    promise.set_value(1);
    EVENT("set", 0);
  });
  EVENT("setting_too", 1);
  bool thrown = false;
  try {
    promise.set_value(2);
  } catch (const std::future_error&) {
    thrown = true;
  }
  first.join();
  assert(thrown && future.get() == 1);
}

// If the promise goes first, the future is ready at once.
ORDER_TEST(broken_promise_wakes_the_getter) {
  ORDERS("[getting] -> abandoning");
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  bool broken = false;
  std::thread getter([&] {
    EVENT("getting", 0);
    assert(!is_ready(future));
    try {
      future.get();
    } catch (const std::future_error& error) {
      broken = error.code() == std::future_errc::broken_promise;
    }
  });
  EVENT("abandoning", 1);
  promise = std::promise<int>();
  getter.join();
  assert(broken);
}

// If the exception is set first, the future is ready at once.
ORDER_TEST(exception_reaches_both_getters) {
  ORDERS("[first_getting] & [second_getting] -> failing");
  std::promise<int> promise;
  const std::shared_future<int> future = promise.get_future().share();
  std::atomic<int> thrown{0};
  const auto get = [&] {
    assert(!is_ready(future));
    try {
      future.get();
    } catch (const std::runtime_error&) {
      ++thrown;
    }
  };
  std::thread first([&] {
    EVENT("first_getting", 0);
    get();
  });
  std::thread second([&] {
    EVENT("second_getting", 0);
    get();
  });
  EVENT("failing", 1);
  promise.set_exception(std::make_exception_ptr(std::runtime_error("no value")));
  first.join();
  second.join();
  assert(thrown == 2);
}

// A deferred task runs when its result is wanted: if that is earlier, it finds 0.
ORDER_TEST(deferred_task_runs_in_get) {
  ORDERS("set -> getting");
  std::atomic<int> value{0};
  std::thread setter([&] {
    value = 1;
    EVENT("set", 0);
  });
  std::future<int> result = std::async(std::launch::deferred, [&] { return value.load(); });
  EVENT("getting", 1);
  assert(result.get() == 1);
  setter.join();
}

// An asynchronous task runs at once. If it is slower, it finds 1.
ORDER_TEST(asynchronous_task_runs_at_once) {
  ORDERS("read -> setting, [getting] -> returning");
  std::atomic<int> value{0};
  std::future<int> result = std::async(std::launch::async, [&] {
    const int seen = value;
    EVENT("read", 0);
    EVENT("returning", 2);
    return seen;
  });
  EVENT("setting", 1);
  value = 1;
  assert(!is_ready(result));
  EVENT("getting", 1);
  assert(result.get() == 0);
}

// If the task runs first, its result is there before get().
ORDER_TEST(packaged_task_is_awaited) {
  ORDERS("[getting] -> running");
  std::packaged_task<int(int)> square([](int x) { return x * x; });
  std::future<int> result = square.get_future();
  std::thread getter([&] {
    EVENT("getting", 0);
    assert(!is_ready(result));
    assert(result.get() == 49);
  });
  EVENT("running", 1);
  square(7);
  getter.join();
}

// A value with functions that run when it is set, or at once if it is.
class Completion {
 public:
  // Whether the value was there already.
  bool then(std::function<void(int)> next) {
    std::unique_lock lock(mutex_);
    if (is_set_) {
      lock.unlock();
      next(value_);
      return true;
    }
    nexts_.push_back(std::move(next));
    return false;
  }
  void set(int value) {
    std::unique_lock lock(mutex_);
    value_ = value;
    is_set_ = true;
    const auto nexts = std::exchange(nexts_, {});
    lock.unlock();
    for (const auto& next : nexts) next(value);
  }

 private:
  std::mutex mutex_;
  bool is_set_ = false;
  int value_ = 0;
  std::vector<std::function<void(int)>> nexts_;
};

// If the value is set first, the function runs in main.
ORDER_TEST(continuation_runs_in_the_setter) {
  ORDERS("attached -> setting");
  Completion completion;
  std::atomic<std::thread::id> ran_in{};
  std::thread setter([&] {
    EVENT("setting", 1);
    completion.set(7);
  });
  const std::thread::id id = setter.get_id();
  assert(!completion.then([&](int) { ran_in = std::this_thread::get_id(); }));
  EVENT("attached", 0);
  setter.join();
  assert(ran_in == id);
}

// If it is set later, the function runs in T1.
ORDER_TEST(continuation_runs_at_once_if_set) {
  ORDERS("set -> attaching");
  Completion completion;
  std::thread setter([&] {
    completion.set(7);
    EVENT("set", 0);
  });
  EVENT("attaching", 1);
  bool ran = false;
  assert(completion.then([&](int value) { ran = value == 7; }));
  assert(ran);
  setter.join();
}

// The first of two results counts. If T2 is faster, it is 2.
ORDER_TEST(first_result_counts) {
  ORDERS("first_set -> setting, second_set | first_set -> looking");
  std::atomic<int> result{0};
  const auto offer = [&](int value) {
    int none = 0;
    result.compare_exchange_strong(none, value);
  };
  std::thread first([&] {
    offer(1);
    EVENT("first_set", 0);
  });
  std::thread second([&] {
    EVENT("setting", 1);
    offer(2);
    EVENT("second_set", 1);
  });
  EVENT("looking", 1);
  assert(result == 1);
  first.join();
  second.join();
  assert(result == 1);
}

}  // namespace
