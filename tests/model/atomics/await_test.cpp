// SPDX-License-Identifier: MIT
// <mcheck/await.hpp>
#include <mcheck/await.hpp>
#include <mcheck/check.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::await_test {

TEST_CASE("an await goes on once the value is there, and is one step") {
  require_verified(explored([] {
                     atomic<int> x{0, "x"};
                     thread waiter([&] {
                       await(x, -1);
                       check(x.load(memory_order_relaxed) == -1, "nobody stores another value");
                     });
                     x.store(-1);
                     waiter.join();
                   }),
                   1);
  require_verified(explored([] {
                     atomic<int> x{0, "x"};
                     atomic<int> y{0, "y"};
                     thread waiter([&] { await(x, 1); });
                     thread other([&] { y.store(1); });
                     x.store(1);
                     waiter.join();
                     other.join();
                   }),
                   3);  // the other's store is before, between or after the two
}

TEST_CASE("an await of a value that is there already does not block") {
  require_verified(explored([] {
                     atomic<char> x{'a', "x"};
                     await(x, 'a', memory_order_acquire);
                   }),
                   1);
}

TEST_CASE("an await may miss a value that is there for a while only") {
  const auto body = [](Seen& seen) {
    atomic<int> x{0, "x"};
    thread waiter([&] {
      await(x, 1);
      seen(x.load());
    });
    x.store(1);
    x.store(2);
    waiter.join();
  };
  const TwiceExplored result = explored(body, {.stop_after = 0});
  require_bug(result, "deadlock", "T1 waits for `x` to become 1");
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("an await for values wider than a word compares all of them") {
  struct Pair {
    long one;
    long two;
  };
  require_verified(explored([] {
                     atomic<Pair> x{Pair{0, 0}, "x"};
                     thread waiter([&] {
                       await(x, Pair{1, 2});
                       check(x.load().two == 2, "what was awaited is there");
                     });
                     x.store(Pair{1, 0});
                     x.store(Pair{1, 2});
                     waiter.join();
                   }),
                   1);
}

TEST_CASE("an await has no order that releases") {
  require_bug(explored([] {
                const atomic<int> x{0, "x"};
                await(x, 0, memory_order_release);
              }),
              "misuse", "awaits with memory order release");
}

}  // namespace mcheck::await_test
