// SPDX-License-Identifier: MIT
// Kinds of deadlock at the end of an execution: engine/search/failures/stuck.cpp and
// lost_wake_up.cpp.
#include <chrono>
#include <functional>

#include <mcheck/atomic.hpp>
#include <mcheck/barrier.hpp>
#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::stuck_test {
namespace {

using namespace std::chrono_literals;

// Two threads that acquire two locks in opposite orders, beside a third that runs `beside`; then
// `end` runs.
struct Opposite {
  timed_mutex left{"left"};
  timed_mutex right{"right"};

  static void take(timed_mutex& first, timed_mutex& second) {
    const lock_guard one(first);
    const lock_guard other(second);
  }
  void run(const std::function<void()>& beside, const std::function<void()>& end) {
    thread third(beside);
    thread one(take, std::ref(left), std::ref(right));
    thread two(take, std::ref(right), std::ref(left));
    one.join();
    two.join();
    end();
    third.join();
  }
};

}  // namespace

TEST_CASE("the cycle of a deadlock is named") {
  const auto body = [] { Opposite().run([] {}, [] {}); };
  require_bug(explored(body, {.bound = 2}), "deadlock", "; a cycle: T2 → T3 → T2");
}

TEST_CASE("two that wait for each other while a third spins for ever are a partial deadlock") {
  const auto body = [] {
    atomic<bool> done{false, "done"};
    Opposite().run(
        [&] {
          while (!done.load()) {
          }
        },
        [&] { done = true; });
  };
  require_bug(explored(body, {.bound = 2}), "partial-deadlock", "; a cycle: T2 → T3 → T2");
}

TEST_CASE("two that wait for each other while a third counts for ever are a partial deadlock") {
  const auto body = [] {
    mutex left{"left"};
    mutex right{"right"};
    barrier both_hold_one{2, "both hold one"};
    const auto take = [&](mutex& first, mutex& second) {
      const lock_guard one(first);
      both_hold_one.arrive_and_wait();
      const lock_guard other(second);
    };
    thread one(take, std::ref(left), std::ref(right));
    thread two(take, std::ref(right), std::ref(left));
    atomic<int> turns{0, "turns"};
    for (;;) turns.fetch_add(1);
  };
  const summary found = explore(body, {.strategy = "random", .executions = 1, .steps = 300});
  CHECK(found.verdict == verdict::bug);
  CHECK(found.failure == "partial-deadlock");
  CHECK_THAT(found.message, Catch::Contains("; a cycle: T1 → T2 → T1; others run without end"));
}

TEST_CASE("a thread that may time out, or that any thread can wake, is in no cycle") {
  const auto timed = [] {
    timed_mutex left{"left"};
    timed_mutex right{"right"};
    thread other([&] {
      const lock_guard one(right);
      if (left.try_lock_for(1s)) left.unlock();
    });
    {
      const lock_guard one(left);
      const lock_guard two(right);
    }
    other.join();
  };
  require_verified(explored(timed));
  // Any thread may release a permit: a deadlock, and no cycle.
  const auto permits = [] {
    binary_semaphore left{1, "left"};
    binary_semaphore right{1, "right"};
    thread other([&] {
      right.acquire();
      left.acquire();
      left.release();
      right.release();
    });
    left.acquire();
    right.acquire();
    right.release();
    left.release();
    other.join();
  };
  const TwiceExplored found = explored(permits);
  require_bug(found, "deadlock", "main waits for a permit of `right`");
  CHECK_THAT(found.message, !Catch::Contains("cycle"));
}

TEST_CASE("a thread that has ended and still holds a lock is named") {
  require_bug(explored([] {
                mutex guard{"guard"};
                thread other([&] { guard.lock(); });
                other.join();
                guard.lock();
              }),
              "deadlock", "; T1 has ended and still holds `guard`");
}

TEST_CASE("threads that run each other's functions once wait in a cycle") {
  require_bug(explored([] {
                once_flag one{"one"};
                once_flag two{"two"};
                thread other([&] { call_once(two, [&] { call_once(one, [] {}); }); });
                call_once(one, [&] { call_once(two, [] {}); });
                other.join();
              }),
              "deadlock", "; a cycle: main → T1 → main");
}

TEST_CASE("a notify that another thread received is not lost, nor is one before a read") {
  const auto stolen = [] {
    mutex guard{"guard"};
    condition_variable changed{"changed"};
    int permits = 0;
    const auto take = [&] {
      unique_lock lock(guard);
      changed.wait(lock, [&] { return permits > 0; });
      --permits;
    };
    thread one(take);
    thread two(take);
    {
      const lock_guard lock(guard);
      ++permits;
      changed.notify_one();
    }
    one.join();
    two.join();
  };
  // The second thread has read the state, or has waited all the time. If both come after the
  // notify, no thread received it, and the second has not been there before: this is reported.
  const summary found = explore(stolen, {.stop_after = 0});
  CHECK(found.verdict == verdict::bug);
  const auto twice = [] {
    mutex guard{"guard"};
    condition_variable changed{"changed"};
    int permits = 1;
    const auto take = [&] {
      unique_lock lock(guard);
      changed.wait(lock, [&] { return permits > 0; });
      --permits;
    };
    changed.notify_one();
    take();
    take();
  };
  require_bug(explored(twice), "deadlock", "main waits for a notify of `changed`");
}

TEST_CASE(
    "an atomic that changed, was notified and changed back before the wait is a lost wake-up") {
  const auto body = [](bool wakes) {
    return explored([wakes] {
      atomic<int> x{0, "x"};
      thread other([&] {
        if (wakes) x = 1;
        x.notify_all();
        x = 0;
      });
      other.join();
      x.wait(0);
    });
  };
  require_bug(body(true), "lost-wake-up", "; the notify_all by T1 came before main waited");
  require_bug(body(false), "deadlock", "main waits for a notify of `x`");
}

}  // namespace mcheck::stuck_test
