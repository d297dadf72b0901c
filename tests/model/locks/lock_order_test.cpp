// SPDX-License-Identifier: MIT
// Warnings about locks that threads acquire in opposite orders:
// engine/search/failures/lock_order.hpp.
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <mcheck/mutex.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "engine/base/random.hpp"
#include "tests/model/explored.hpp"

namespace mcheck::lock_order_test {
namespace {

using namespace std::chrono_literals;

// One thread after the other: no deadlock is reached, and all acquisitions are seen.
std::vector<std::string> warned(const std::function<void()>& body) {
  const summary found = explore(body, {.strategy = "dfs", .bound = 0});
  INFO(found.failure << ": " << found.message);
  CHECK(found.verdict == verdict::verified);
  return found.warnings;
}

struct Locks {
  timed_mutex a{"a"};
  timed_mutex b{"b"};
  mutex gate{"gate"};
};

void both(timed_mutex& first, timed_mutex& second) {
  const lock_guard one(first);
  const lock_guard other(second);
}

}  // namespace

TEST_CASE("opposite lock orders are reported although no execution got stuck") {
  const auto body = [] {
    Locks locks;
    thread one(both, std::ref(locks.a), std::ref(locks.b));
    thread two(both, std::ref(locks.b), std::ref(locks.a));
    one.join();
    two.join();
  };
  const std::vector<std::string> list = warned(body);
  REQUIRE(list.size() == 1);
  CHECK_THAT(list[0], Catch::Contains("T1 locks `b`") && Catch::Contains("while it holds `a`") &&
                          Catch::Contains("T2 locks `a`") && Catch::Contains("while it holds `b`"));
  // A search that finds the deadlock need not warn of it.
  const summary found = explore(body);
  CHECK(found.failure == "deadlock");
  CHECK(found.warnings.empty());
}

TEST_CASE("opposite orders behind a gate lock are no danger, and not reported") {
  const auto body = [] {
    Locks locks;
    const auto take = [&](timed_mutex& first, timed_mutex& second) {
      const lock_guard entered(locks.gate);
      both(first, second);
    };
    thread one(take, std::ref(locks.a), std::ref(locks.b));
    thread two(take, std::ref(locks.b), std::ref(locks.a));
    one.join();
    two.join();
  };
  CHECK(warned(body).empty());
  require_verified(explored(body));
}

TEST_CASE("opposite orders of threads that never run at the same time are not reported") {
  const auto joined = [] {
    Locks locks;
    thread one(both, std::ref(locks.a), std::ref(locks.b));
    one.join();
    thread two(both, std::ref(locks.b), std::ref(locks.a));
    two.join();
  };
  CHECK(warned(joined).empty());
  const auto begun_later = [] {
    Locks locks;
    both(locks.a, locks.b);
    thread two(both, std::ref(locks.b), std::ref(locks.a));
    two.join();
  };
  CHECK(warned(begun_later).empty());
  CHECK(warned([] {
          Locks locks;
          both(locks.a, locks.b);
          both(locks.b, locks.a);
        }).empty());
}

TEST_CASE("a try or a timed lock never waits for ever") {
  const auto body = [](auto attempt) {
    return [attempt] {
      Locks locks;
      thread one(both, std::ref(locks.a), std::ref(locks.b));
      {
        const lock_guard first(locks.b);
        if (attempt(locks.a)) locks.a.unlock();
      }
      one.join();
    };
  };
  CHECK(warned(body([](timed_mutex& mutex) { return mutex.try_lock(); })).empty());
  CHECK(warned(body([](timed_mutex& mutex) { return mutex.try_lock_for(1s); })).empty());
}

TEST_CASE("a lock acquired by a try is held all the same") {
  CHECK(warned([] {
          Locks locks;
          thread one(both, std::ref(locks.a), std::ref(locks.b));
          if (locks.b.try_lock()) {
            locks.a.lock();
            locks.a.unlock();
            locks.b.unlock();
          }
          one.join();
        }).size() == 1);
}

TEST_CASE("readers keep out writers and no readers") {
  struct Shared {
    shared_mutex a{"a"};
    shared_mutex b{"b"};
  };
  const auto body = [](bool second_writes) {
    return [second_writes] {
      Shared locks;
      thread one([&] {
        const shared_lock first(locks.a);
        const shared_lock second(locks.b);
      });
      {
        const shared_lock first(locks.b);
        if (second_writes) {
          const lock_guard second(locks.a);
        } else {
          const shared_lock second(locks.a);
        }
      }
      one.join();
    };
  };
  CHECK(warned(body(false)).empty());
  // A reader of b does not exclude the reader of b.
  CHECK(warned(body(true)).empty());
  require_verified(explored(body(true)));
}

TEST_CASE("a cycle of three is reported once") {
  CHECK(warned([] {
          mutex forks[3];
          const auto eat = [&](int seat) {
            const lock_guard left(forks[seat]);
            const lock_guard right(forks[(seat + 1) % 3]);
          };
          thread one(eat, 0);
          thread two(eat, 1);
          thread three(eat, 2);
          one.join();
          two.join();
          three.join();
        }).size() == 1);
}

// The oracle is the search for the deadlock itself: in programs of locks alone, which do the same
// in every order, a warning is given if and only if some schedule gets stuck.
TEST_CASE("in random programs of locks exactly those that can get stuck are reported") {
  Random random(20);
  int stuck = 0;
  constexpr int kPrograms = 150;
  for (int program = 0; program < kPrograms; ++program) {
    std::vector<std::vector<int>> orders(3);  // of each thread: the locks it acquires, nested
    for (auto& order : orders) {
      for (int i = 0; i < 3; ++i) {
        const int lock = static_cast<int>(random.below(3));
        if (std::ranges::find(order, lock) == order.end()) order.push_back(lock);
      }
    }
    const auto body = [&orders] {
      mutex locks[3];
      const auto take = [&](const std::vector<int>& order) {
        for (const int lock : order) locks[lock].lock();
        for (const int lock : order) locks[lock].unlock();
      };
      thread one(take, std::cref(orders[0]));
      thread two(take, std::cref(orders[1]));
      take(orders[2]);
      one.join();
      two.join();
    };
    const bool deadlock = explore(body).failure == "deadlock";
    CAPTURE(program);
    CHECK(warned(body).empty() == !deadlock);
    stuck += deadlock ? 1 : 0;
  }
  CHECK(stuck > kPrograms / 5);
  CHECK(stuck < kPrograms * 4 / 5);
}

}  // namespace mcheck::lock_order_test
