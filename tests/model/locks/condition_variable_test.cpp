// SPDX-License-Identifier: MIT
// <mcheck/condition_variable.hpp>. Waits that a stop request ends: stop_token_test.cpp.
#include <chrono>
#include <optional>

#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::condition_variable_test {
namespace {

using namespace std::chrono_literals;

constinit mutex global_mutex{"global"};
constinit condition_variable global_condition{"global condition"};
bool global_ready = false;

struct Shared {
  mutex guard{"guard"};
  condition_variable changed{"changed"};
  bool ready = false;

  void set() {
    const lock_guard lock(guard);
    ready = true;
    changed.notify_one();
  }
};

// One thread waits with a predicate, another makes it true.
void wait_rightly() {
  Shared shared;
  thread setter([&] { shared.set(); });
  {
    unique_lock lock(shared.guard);
    shared.changed.wait(lock, [&] { return shared.ready; });
    check(shared.ready && lock.owns_lock(), "ready, and locked");
  }
  setter.join();
}

// Tests once, and takes any wake-up for a notification.
void wait_with_if() {
  Shared shared;
  thread setter([&] { shared.set(); });
  {
    unique_lock lock(shared.guard);
    if (!shared.ready) shared.changed.wait(lock);
    check(shared.ready, "ready");
  }
  setter.join();
}

}  // namespace

TEST_CASE("a wait with a predicate is right in every schedule, spurious wake-ups or not") {
  // The waiter begins to wait before or after the setter's critical section.
  require_verified(explored(wait_rightly));
  require_verified(explored(wait_rightly, {.spurious = 1}));
  require_verified(explored(wait_rightly, {.spurious = 2}));
}

TEST_CASE("a wait with an if is wrong exactly where wake-ups are spurious") {
  require_verified(explored(wait_with_if));
  require_bug(explored(wait_with_if, {.spurious = 1}), "check", "ready");
}

TEST_CASE("a notify without a waiter is lost") {
  const auto body = [] {
    mutex guard{"guard"};
    condition_variable changed{"changed"};
    thread other([&] { changed.notify_one(); });
    {
      unique_lock lock(guard);
      changed.wait(lock);
    }
    other.join();
  };
  require_bug(explored(body), "lost-wake-up",
              "main waits for a notify of `changed`; the notify_one by T1 came before main waited");
  // A possible spurious wake-up does not make it correct.
  require_bug(explored(body, {.spurious = 1}), "lost-wake-up", "`changed`");
}

TEST_CASE("notify_one wakes each of the waiters in some execution, and only one") {
  const auto body = [](Seen& seen) {
    mutex guard{"guard"};
    condition_variable changed{"changed"};
    int waiting = 0;
    int woken = 0;
    const auto wait = [&](int who) {
      unique_lock lock(guard);
      ++waiting;
      changed.wait(lock);
      if (++woken == 1) seen(who);
    };
    thread first(wait, 1);
    thread second(wait, 2);
    {
      const lock_guard lock(guard);
      assume(waiting == 2);
      changed.notify_one();
    }
    {
      const lock_guard lock(guard);
      check(woken <= 1, "one notify wakes one");
      changed.notify_one();
    }
    first.join();
    second.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("notify_all wakes everybody, and one notify_one for two waiters is a deadlock") {
  const auto body = [](bool all) {
    mutex guard{"guard"};
    condition_variable changed{"changed"};
    bool ready = false;
    const auto wait = [&] {
      unique_lock lock(guard);
      changed.wait(lock, [&] { return ready; });
    };
    thread first(wait);
    thread second(wait);
    {
      const lock_guard lock(guard);
      ready = true;
    }
    all ? changed.notify_all() : changed.notify_one();
    first.join();
    second.join();
  };
  require_verified(explored([&] { body(true); }));
  require_bug(explored([&] { body(false); }), "deadlock", "waits for a notify of `changed`");
}

TEST_CASE("a wait without the lock is misuse") {
  require_bug(explored([] {
                Shared shared;
                unique_lock lock(shared.guard, defer_lock);
                shared.changed.wait(lock);
              }),
              "misuse", "waits without holding the lock");
  require_bug(explored([] {
                mutex guard;
                condition_variable_any changed;
                unique_lock lock(guard, defer_lock);
                changed.wait(lock);
              }),
              "misuse", "waits without holding the lock");
}

template <class Condition>
void wait_with_two_mutexes() {
  mutex a{"a"};
  mutex b{"b"};
  Condition changed;
  const auto wait_with = [&](mutex& guard) {
    unique_lock lock(guard);
    changed.wait_for(lock, 1s);
  };
  thread other([&] { wait_with(a); });
  wait_with(b);
  other.join();
}

TEST_CASE("a condition_variable waited at with two mutexes at once is misuse") {
  require_bug(explored(wait_with_two_mutexes<condition_variable>), "misuse",
              "with another mutex than the threads that already wait");
  require_verified(explored(wait_with_two_mutexes<condition_variable_any>));
}

TEST_CASE("a timed wait times out at any point, unless timeouts are off") {
  const auto body = [](Seen& seen) {
    Shared shared;
    thread setter([&] { shared.set(); });
    {
      unique_lock lock(shared.guard);
      if (!shared.ready) {
        const cv_status status = shared.changed.wait_for(lock, 1s);
        seen(status == cv_status::timeout ? 0 : 1);
        if (status == cv_status::timeout) seen(shared.ready ? 2 : 3);
      }
      check(lock.owns_lock(), "locked again");
    }
    setter.join();
  };
  // 0, 1: notified and not notified. 2, 3: late; the setter is done by the time of locking, or not.
  CHECK(explored(body).seen == std::vector<int>{0, 1, 2, 3});
  CHECK(explored(body, {.timeouts = false}).seen == std::vector<int>{1});
}

TEST_CASE("a timed wait with a predicate returns what the predicate says in the end") {
  const auto body = [](Seen& seen) {
    Shared shared;
    thread setter([&] { shared.set(); });
    {
      unique_lock lock(shared.guard);
      const auto is_ready = [&] { return shared.ready; };
      const bool in_time =
          shared.changed.wait_until(lock, std::chrono::steady_clock::time_point(), is_ready);
      check(in_time == shared.ready, "what the predicate says");
      seen(in_time ? 1 : 0);
    }
    setter.join();
  };
  CHECK(explored(body).seen == std::vector<int>{0, 1});
  CHECK(explored(body, {.spurious = 1}).seen == std::vector<int>{0, 1});
  CHECK(explored(body, {.timeouts = false}).seen == std::vector<int>{1});
}

TEST_CASE("a spurious wake-up of a timed wait is not reported as a timeout") {
  const auto body = [](Seen& seen) {
    Shared shared;
    unique_lock lock(shared.guard);
    seen(shared.changed.wait_for(lock, 1s) == cv_status::timeout ? 0 : 1);
  };
  CHECK(explored(body).seen == std::vector<int>{0});
  CHECK(explored(body, {.spurious = 1}).seen == std::vector<int>{0, 1});
}

TEST_CASE("with timeouts off a timed wait that nobody ends is a deadlock") {
  require_bug(explored(
                  [] {
                    Shared shared;
                    unique_lock lock(shared.guard);
                    (void)shared.changed.wait_for(lock, 1s);
                  },
                  {.timeouts = false}),
              "deadlock", "`changed`");
}

TEST_CASE("condition_variable_any waits with any lock, a shared one included") {
  const auto body = [] {
    shared_mutex guard{"guard"};
    condition_variable_any changed{"changed"};
    bool ready = false;
    thread setter([&] {
      {
        const lock_guard lock(guard);
        ready = true;
      }
      changed.notify_all();
    });
    {
      shared_lock lock(guard);
      changed.wait(lock, [&] { return ready; });
    }
    setter.join();
  };
  require_verified(explored(body));
  require_verified(explored(body, {.spurious = 1}));
}

TEST_CASE("condition variables that are global begin each execution without waiters") {
  const auto body = [] {
    thread setter([] {
      const lock_guard lock(global_mutex);
      global_ready = true;
      global_condition.notify_all();
    });
    {
      unique_lock lock(global_mutex);
      check(!global_ready || lock.owns_lock(), "put back");
      global_condition.wait(lock, [] { return global_ready; });
    }
    setter.join();
  };
  require_verified(explored(body));
}

TEST_CASE("the end of a condition variable that somebody waits at is misuse") {
  const auto body = [] {
    mutex guard;
    std::optional<condition_variable> changed(std::in_place, "changed");
    bool waits = false;
    thread waiter([&guard, &waits, &condition = *changed] {
      unique_lock lock(guard);
      waits = true;
      condition.wait(lock);
    });
    {
      const lock_guard lock(guard);
      assume(waits);
    }
    changed.reset();
    waiter.join();
  };
  require_bug(explored(body), "misuse", "main destroys an object that is in use: `changed`");
}

TEST_CASE("a condition variable may end once all waiters are notified, though they have not left") {
  const auto body = [] {
    mutex guard;
    std::optional<condition_variable> changed(std::in_place, "changed");
    bool waits = false;
    thread waiter([&guard, &waits, &condition = *changed] {
      unique_lock lock(guard);
      waits = true;
      condition.wait(lock);
    });
    {
      const lock_guard lock(guard);
      assume(waits);
      changed->notify_all();
    }
    changed.reset();
    waiter.join();
  };
  require_verified(explored(body));
}

TEST_CASE("notify_all_at_thread_exit notifies after the thread's last operation") {
  const auto body = [] {
    Shared shared;
    thread other([&] {
      unique_lock lock(shared.guard);
      shared.ready = true;
      notify_all_at_thread_exit(shared.changed, std::move(lock));
    });
    {
      unique_lock lock(shared.guard);
      shared.changed.wait(lock, [&] { return shared.ready; });
    }
    other.join();
  };
  require_verified(explored(body));
}

}  // namespace mcheck::condition_variable_test
