// SPDX-License-Identifier: MIT
// <mcheck/shared_mutex.hpp>: many readers or one writer.
#include <chrono>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::shared_mutex_test {
namespace {

using namespace std::chrono_literals;

constinit shared_mutex global_mutex{"global"};

}  // namespace

TEST_CASE("a writer is alone, and readers may be there together") {
  const auto body = [](Seen& seen) {
    shared_mutex guard{"guard"};
    atomic<int> readers{0};
    atomic<int> writers{0};
    const auto read = [&] {
      const shared_lock lock(guard);
      seen(++readers);
      check(writers == 0, "no writer beside a reader");
      --readers;
    };
    thread first(read);
    thread second(read);
    {
      const lock_guard lock(guard);
      check(++writers == 1 && readers == 0, "the writer is alone");
      --writers;
    }
    first.join();
    second.join();
  };
  const TwiceExplored result = explored(body, {.bound = 3});
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("two readers overlap in every way") {
  const auto body = [] {
    shared_mutex guard;
    const auto read = [&] { const shared_lock lock(guard); };
    thread other(read);
    read();
    other.join();
  };
  require_verified(explored(body), 6);  // (2+2)! / (2! 2!): nothing blocks a reader
}

TEST_CASE("two writers have two orders") {
  const auto body = [] {
    thread other([] { const lock_guard lock(global_mutex); });
    { const lock_guard lock(global_mutex); }
    other.join();
  };
  require_verified(explored(body), 2);
}

TEST_CASE("try_lock_shared fails where a writer is, and try_lock where anybody is") {
  const auto body = [](Seen& seen) {
    shared_mutex guard;
    thread writer([&] { const lock_guard lock(guard); });
    const bool shared = guard.try_lock_shared();
    seen(shared ? 1 : 0);
    if (shared) {
      thread([&] { check(!guard.try_lock(), "a reader is there"); }).join();
      guard.unlock_shared();
    }
    writer.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("a reader that wants to become a writer waits for itself") {
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock_shared();
                guard.lock();
              }),
              "self-deadlock", "main waits for `guard`, held by itself");
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock_shared();
                guard.lock_shared();
              }),
              "self-deadlock", "main waits for `guard`, held by itself");
}

TEST_CASE("to unlock a shared mutex that is not held that way is misuse") {
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.unlock_shared();
              }),
              "misuse", "main unlocks a shared lock that it does not hold: `guard`");
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock_shared();
                guard.unlock();
              }),
              "misuse", "main unlocks a mutex that it does not hold: `guard`");
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock();
                guard.unlock_shared();
              }),
              "misuse", "main unlocks a shared lock that it does not hold: `guard`");
}

TEST_CASE("the end of a shared mutex that is held either way is misuse") {
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock_shared();
              }),
              "misuse", "main destroys an object that is in use: `guard`");
  require_bug(explored([] {
                shared_mutex guard{"guard"};
                guard.lock();
              }),
              "misuse", "main destroys an object that is in use: `guard`");
}

TEST_CASE("timed locks of a shared_timed_mutex give up if timeouts happen") {
  const auto with = [](bool timeouts) {
    return explored(
        [](Seen& seen) {
          shared_timed_mutex guard;
          thread writer([&] { const lock_guard lock(guard); });
          if (guard.try_lock_shared_for(1s)) {
            guard.unlock_shared();
            seen(1);
          } else {
            seen(0);
          }
          writer.join();
          check(guard.try_lock_until(std::chrono::steady_clock::time_point()), "nobody is there");
          guard.unlock();
        },
        {.timeouts = timeouts});
  };
  const TwiceExplored on = with(true);
  require_verified(on, 3);  // before, within and after
  CHECK(on.seen == std::vector<int>{0, 1});
  const TwiceExplored off = with(false);
  require_verified(off, 2);  // before and after
  CHECK(off.seen == std::vector<int>{1});
}

TEST_CASE("a shared mutex and a plain one are locked together") {
  require_verified(explored([] {
    mutex plain{"plain"};
    shared_mutex both_ways{"both ways"};
    thread other([&] { const shared_lock lock(both_ways); });
    { const scoped_lock all(both_ways, plain); }
    other.join();
  }));
}

TEST_CASE("shared mutexes and plain ones are locked together in any order") {
  require_verified(explored([] {
    mutex plain{"plain"};
    shared_mutex both_ways{"both ways"};
    thread other([&] { const scoped_lock all(plain, both_ways); });
    { const scoped_lock all(both_ways, plain); }
    other.join();
  }));
  require_verified(explored([] {
    mutex plain{"plain"};
    shared_mutex both_ways{"both ways"};
    thread other([&] { const scoped_lock all(plain, both_ways); });
    {
      shared_lock reads(both_ways, defer_lock);
      unique_lock first(plain, defer_lock);
      mcheck::lock(reads, first);
    }
    other.join();
  }));
}

TEST_CASE("a reader that locks several mutexes together does not wait for readers") {
  require_verified(explored([] {
    mutex plain{"plain"};
    shared_mutex both_ways{"both ways"};
    thread reader([&] {
      unique_lock first(plain, defer_lock);
      shared_lock reads(both_ways, defer_lock);
      mcheck::lock(first, reads);
    });
    { const lock_guard writes(both_ways); }
    const shared_lock reads(both_ways);
    reader.join();
  }));
}

}  // namespace mcheck::shared_mutex_test
