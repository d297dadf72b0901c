// SPDX-License-Identifier: MIT
// <mcheck/mutex.hpp>: the four mutexes and locking several of them. call_once: once_test.cpp.
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::mutex_test {
namespace {

using namespace std::chrono_literals;

constinit mutex global_mutex{"global"};

// Only the order in which the threads enter is left to count: n threads, n! orders.
TwiceExplored critical_sections(int threads) {
  return explored([threads] {
    mutex guard{"guard"};
    int inside = 0;
    int total = 0;
    const auto enter = [&] {
      const lock_guard lock(guard);
      check(++inside == 1, "alone");
      ++total;
      --inside;
    };
    std::vector<thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(enter);
    enter();
    for (thread& other : others) other.join();
    check(total == threads, "everybody was in");
  });
}

}  // namespace

TEST_CASE("critical sections of one mutex are run in every order and never overlap") {
  require_verified(critical_sections(1), 1);
  require_verified(critical_sections(2), 2);    // 2!
  require_verified(critical_sections(3), 6);    // 3!
  require_verified(critical_sections(4), 24);   // 4!
  require_verified(critical_sections(5), 120);  // 5!
}

TEST_CASE("a constant-initialised global mutex is a new one in each execution") {
  const auto body = [] {
    thread other([] { const lock_guard lock(global_mutex); });
    { const lock_guard lock(global_mutex); }
    other.join();
  };
  require_verified(explored(body), 2);  // either of them first
  // An execution that leaves it locked does not affect later ones.
  const auto leaves_it_locked = [] {
    thread other([] { global_mutex.lock(); });
    { const lock_guard lock(global_mutex); }
    other.join();
  };
  require_bug(explored(leaves_it_locked), "deadlock", "`global`, held by T1");
  require_verified(explored(body), 2);
}

TEST_CASE("two locks taken in opposite orders deadlock in some schedule") {
  const auto body = [] {
    mutex a{"a"};
    mutex b{"b"};
    thread other([&] {
      const lock_guard first(a);
      const lock_guard second(b);
    });
    {
      const lock_guard first(b);
      const lock_guard second(a);
    }
    other.join();
  };
  const TwiceExplored result = explored(body, {.stop_after = 0});
  require_bug(result, "deadlock", "main waits for `a`, held by T1; T1 waits for `b`, held by main");
  // One after the other: 2. Each acquires its first, in either order, and is stuck: 2. One has
  // released its second lock, and the other acquires that before the first is free, too: 2.
  CHECK(result.executions == 6);
}

TEST_CASE("scoped_lock and lock take several mutexes in any order without a deadlock") {
  require_verified(explored([] {
    mutex a{"a"};
    mutex b{"b"};
    thread other([&] { const scoped_lock both(a, b); });
    { const scoped_lock both(b, a); }
    other.join();
  }));
  require_verified(explored([] {
    mutex a{"a"};
    mutex b{"b"};
    thread other([&] {
      const lock_guard first(b);
      const lock_guard second(a);
    });
    {
      unique_lock first(a, defer_lock);
      unique_lock second(b, defer_lock);
      mcheck::lock(first, second);
      check(first.owns_lock() && second.owns_lock(), "has both");
    }
    other.join();
  }));
}

TEST_CASE("three locks acquired two by two in a cycle do not deadlock") {
  const auto body = [] {
    mutex a{"a"};
    mutex b{"b"};
    recursive_mutex c{"c"};
    thread first([&] { const scoped_lock both(a, b); });
    thread second([&] { const scoped_lock both(b, c); });
    { const scoped_lock both(c, a); }
    first.join();
    second.join();
  };
  require_verified(explored(body, {.bound = 2}));
}

TEST_CASE("scoped_lock survives a try_lock that fails spuriously") {
  const auto body = [] {
    mutex a{"a"};
    mutex b{"b"};
    thread other([&] { const scoped_lock both(a, b); });
    { const scoped_lock both(b, a); }
    other.join();
  };
  require_verified(explored(body, {.spurious = 1}));
}

TEST_CASE("a thread that locks a plain mutex twice waits for itself") {
  require_bug(explored([] {
                mutex guard;
                guard.lock();
                guard.lock();
              }),
              "self-deadlock", "main waits for `mutex#1`, held by itself");
}

TEST_CASE("a recursive mutex is free when it was unlocked as often as locked") {
  const auto body = [](auto& guard) {
    int inside = 0;
    const auto enter = [&] {
      guard.lock();
      guard.lock();
      check(++inside == 1, "alone");
      guard.unlock();
      --inside;
      guard.unlock();
    };
    thread other(enter);
    enter();
    other.join();
  };
  require_verified(explored([&] {
                     recursive_mutex guard;
                     body(guard);
                   }),
                   2);  // either thread first
  require_verified(explored([&] {
                     recursive_timed_mutex guard;
                     body(guard);
                   }),
                   2);
  require_bug(explored([] {
                recursive_mutex guard{"guard"};
                guard.lock();
                guard.unlock();
                guard.unlock();
              }),
              "misuse", "main unlocks a mutex that it does not hold: `guard`");
}

TEST_CASE("an unlock by another thread, or of a free mutex, is misuse") {
  require_bug(explored([] {
                mutex guard{"guard"};
                guard.unlock();
              }),
              "misuse", "main unlocks a mutex that it does not hold: `guard`");
  require_bug(explored([] {
                mutex guard{"guard"};
                guard.lock();
                thread other([&] { guard.unlock(); });
                other.join();
              }),
              "misuse", "T1 unlocks a mutex that it does not hold: `guard`");
}

TEST_CASE("the end of a locked mutex is misuse") {
  require_bug(explored([] {
                mutex guard{"guard"};
                guard.lock();
              }),
              "misuse", "main destroys an object that is in use: `guard`");
}

TEST_CASE("a mutex that has ended is not locked any more, where it stood and on the heap") {
  require_bug(explored([] {
                std::optional<mutex> guard(std::in_place, "guard");
                thread other([&lock = *guard] { const lock_guard in(lock); });
                guard.reset();
                other.join();
              }),
              "destroyed-object", "T1 uses `guard`, which has been destroyed");
  require_bug(explored([] {
                auto guard = std::make_unique<mutex>("guard");
                thread other([lock = guard.get()] { const lock_guard in(*lock); });
                guard.reset();
                other.join();
              }),
              "destroyed-object", "T1 uses `guard` in a block of ");
}

TEST_CASE("try_lock fails where the mutex is held, and only there") {
  const auto body = [](Seen& seen) {
    mutex guard;
    thread other([&] { const lock_guard lock(guard); });
    if (guard.try_lock()) {
      seen(1);
      guard.unlock();
    } else {
      seen(0);
    }
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result, 3);  // before, within and after the other's critical section
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("try_lock of a free mutex fails spuriously once if one such failure is allowed") {
  const auto body = [](Seen& seen) {
    mutex guard;
    for (int tries = 0;; ++tries) {
      if (!guard.try_lock()) continue;
      guard.unlock();
      seen(tries);
      break;
    }
  };
  CHECK(explored(body).seen == std::vector<int>{0});
  CHECK(explored(body, {.spurious = 1}).seen == std::vector<int>{0, 1});
  CHECK(explored(body, {.spurious = 2}).seen == std::vector<int>{0, 1, 2});
}

TEST_CASE("a timed lock gives up while the mutex is held, if timeouts happen") {
  const auto with = [](auto timeout, bool timeouts) {
    return explored(
        [timeout](Seen& seen) {
          timed_mutex guard;
          thread other([&] { const lock_guard lock(guard); });
          const bool got = guard.try_lock_for(timeout);
          seen(got ? 1 : 0);
          if (got) guard.unlock();
          other.join();
        },
        {.timeouts = timeouts});
  };
  const std::vector<int> both = {0, 1};
  CHECK(with(1ms, true).seen == both);
  CHECK(with(1ms, true).executions == 3);  // before, within and after
  CHECK(with(1ms, false).seen == std::vector<int>{1});
  CHECK(with(1ms, false).executions == 2);  // before and after: within, it waits
  CHECK(with(0ms, false).seen == both);     // with no time it is a try
  CHECK(with(-1s, false).seen == both);
}

TEST_CASE("try_lock_until is a timed lock, also of a recursive mutex that is its own") {
  const auto body = [](Seen& seen) {
    recursive_timed_mutex guard;
    const auto never = std::chrono::steady_clock::time_point();
    thread other([&] { const lock_guard lock(guard); });
    if (guard.try_lock_until(never)) {
      check(guard.try_lock_until(never) && guard.try_lock(), "it is this thread's already");
      for (int i = 0; i < 3; ++i) guard.unlock();
      seen(1);
    } else {
      seen(0);
    }
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result, 3);  // before, within and after
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("an exception that is caught releases locks on its way") {
  require_verified(explored([] {
                     mutex guard;
                     const auto fails = [&] {
                       const lock_guard lock(guard);
                       throw std::runtime_error("within");
                     };
                     const auto tries = [&] {
                       try {
                         fails();
                       } catch (const std::runtime_error&) {
                       }
                     };
                     thread other(tries);
                     tries();
                     other.join();
                   }),
                   2);  // either thread first
}

TEST_CASE("mutexes live in containers that do not move them") {
  require_verified(explored([] {
    std::deque<mutex> mutexes(4);
    thread other([&] { const lock_guard lock(mutexes[0]); });
    { const lock_guard lock(mutexes[1]); }
    other.join();
  }));
}

TEST_CASE("outside of a checked program every lock succeeds at once") {
  mutex guard;
  {
    const lock_guard lock(guard);
    CHECK(guard.try_lock());
  }
  timed_mutex timed;
  CHECK(timed.try_lock_for(1s));
  const scoped_lock both(guard, timed);
}

}  // namespace mcheck::mutex_test
