// SPDX-License-Identifier: MIT
// Threads that are asked to stop: std::jthread, stop tokens and stop callbacks.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

// If the request comes first, the thread does not begin to wait.
ORDER_TEST(stop_request_wakes_a_waiter) {
  ORDERS("[waiting] -> stopping");
  std::mutex mutex;
  std::condition_variable_any changed;
  std::jthread worker([&](const std::stop_token& stop) {
    assert(!stop.stop_requested());
    EVENT("waiting", 0);
    std::unique_lock lock(mutex);
    assert(!changed.wait(lock, stop, [] { return false; }));
  });
  EVENT("stopping", 1);
  assert(worker.request_stop());
}

// Stopped after two rounds. If the request comes earlier or later, there are fewer or more.
ORDER_TEST(stop_request_ends_a_loop) {
  ORDERS("ended#2 -> stopping, stopped -> beginning#3");
  int rounds = 0;
  {
    std::jthread worker([&](const std::stop_token& stop) {
      for (;;) {
        EVENT("beginning", rounds < 2 ? 0 : 2);
        if (stop.stop_requested()) return;
        ++rounds;
        EVENT("ended", 0);
      }
    });
    EVENT("stopping", 1);
    worker.request_stop();
    EVENT("stopped", 1);
  }
  assert(rounds == 2);
}

// If the callback is registered after the request, it runs in T1.
ORDER_TEST(stop_callback_runs_in_the_requester) {
  ORDERS("registered -> stopping, stopped -> leaving");
  std::atomic<std::thread::id> ran_in{};
  std::jthread worker([&](const std::stop_token& stop) {
    const std::stop_callback callback(stop, [&] { ran_in = std::this_thread::get_id(); });
    EVENT("registered", 0);
    EVENT("leaving", 2);
  });
  EVENT("stopping", 1);
  worker.request_stop();
  EVENT("stopped", 1);
  assert(ran_in.load() == std::this_thread::get_id());
}

// If the callback is registered before the request, it runs in main.
ORDER_TEST(stop_callback_runs_at_once_after_the_request) {
  ORDERS("stopped -> registering");
  std::stop_source source;
  std::thread worker([&] {
    EVENT("registering", 1);
    std::thread::id ran_in;
    const std::stop_callback callback(source.get_token(),
                                      [&] { ran_in = std::this_thread::get_id(); });
    assert(ran_in == std::this_thread::get_id());
  });
  source.request_stop();
  EVENT("stopped", 0);
  worker.join();
}

// If the request comes before the callback is gone, it runs.
ORDER_TEST(stop_callback_is_taken_back) {
  ORDERS("registered -> looking, looked -> removing, removed -> stopping");
  std::stop_source source;
  std::atomic<bool> registered{false};
  std::atomic<bool> ran{false};
  std::thread worker([&] {
    {
      const std::stop_callback callback(source.get_token(), [&] { ran = true; });
      registered = true;
      EVENT("registered", 0);
      EVENT("removing", 1);
    }
    EVENT("removed", 1);
  });
  EVENT("looking", 1);
  assert(registered);
  EVENT("looked", 1);
  EVENT("stopping", 2);
  source.request_stop();
  worker.join();
  assert(!ran);
}

// The destructor of the callback waits until it has run. If the thread is faster, it does not run.
ORDER_TEST(stop_callback_is_awaited) {
  ORDERS("registered -> stopping, called -> removing, [removing] -> returning");
  std::stop_source source;
  std::atomic<bool> ran{false};
  std::thread worker([&] {
    {
      const std::stop_callback callback(source.get_token(), [&] {
        EVENT("called", 1);
        EVENT("returning", 3);
        ran = true;
      });
      EVENT("registered", 0);
      EVENT("removing", 2);
    }
    assert(ran);
  });
  EVENT("stopping", 1);
  source.request_stop();
  worker.join();
}

// Of two requests, the first counts.
ORDER_TEST(stop_is_requested_once) {
  ORDERS("requested -> requesting_too");
  std::stop_source source;
  std::thread other([&] {
    assert(source.request_stop());
    EVENT("requested", 0);
  });
  EVENT("requesting_too", 1);
  assert(!source.request_stop());
  other.join();
}

// The destructor of a jthread asks it to stop, and joins it. If the thread is faster, nobody asked.
ORDER_TEST(jthread_is_stopped_by_its_destructor) {
  ORDERS("[destroying] -> looking");
  std::atomic<bool> stopped{false};
  {
    const std::jthread worker([&](const std::stop_token& stop) {
      EVENT("looking", 1);
      stopped = stop.stop_requested();
    });
    EVENT("destroying", 0);
  }
  assert(stopped);
}

}  // namespace
