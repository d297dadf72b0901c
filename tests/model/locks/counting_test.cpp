// SPDX-License-Identifier: MIT
// The counting types: <mcheck/semaphore.hpp>, <mcheck/latch.hpp> and <mcheck/barrier.hpp>.
#include <chrono>
#include <utility>

#include <mcheck/barrier.hpp>
#include <mcheck/check.hpp>
#include <mcheck/latch.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::counting_test {
namespace {

using namespace std::chrono_literals;

constinit counting_semaphore<3> global_semaphore{2, "global semaphore"};
constinit latch global_latch{2, "global latch"};
constinit barrier<> global_barrier{2, "global barrier"};

}  // namespace

// --- semaphores ---------------------------------------------------------------------------------

TEST_CASE("a binary semaphore excludes as a mutex does, and any thread may release it") {
  const auto body = [] {
    binary_semaphore free{1, "free"};
    binary_semaphore done{0, "done"};
    int inside = 0;
    const auto enter = [&] {
      free.acquire();
      check(++inside == 1, "alone");
      --inside;
      free.release();
    };
    thread other([&] {
      enter();
      done.release();
    });
    enter();
    done.acquire();
    other.join();
  };
  require_verified(explored(body));
}

TEST_CASE("two threads are inside of a semaphore of two, and never three") {
  const auto body = [](Seen& seen) {
    counting_semaphore<2> places{2};
    mutex guard;
    int inside = 0;
    const auto enter = [&] {
      places.acquire();
      {
        const lock_guard lock(guard);
        seen(++inside);
      }
      {
        const lock_guard lock(guard);
        --inside;
      }
      places.release();
    };
    thread first(enter);
    thread second(enter);
    enter();
    first.join();
    second.join();
  };
  const TwiceExplored result = explored(body, {.bound = 2});
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("an acquire that nobody releases for is a deadlock") {
  require_bug(explored([] {
                binary_semaphore permit{0, "permit"};
                thread other([&] { permit.acquire(); });
                permit.release();
                permit.acquire();
                other.join();
              }),
              "deadlock", "waits for a permit of `permit`");
}

TEST_CASE("try_acquire fails without a permit, and spuriously only if that is allowed") {
  const auto alone = [](Seen& seen) {
    binary_semaphore permit{1};
    seen(permit.try_acquire() ? 1 : 0);
  };
  CHECK(explored(alone).seen == std::vector<int>{1});
  CHECK(explored(alone, {.spurious = 1}).seen == std::vector<int>{0, 1});
  const auto racing = [](Seen& seen) {
    binary_semaphore permit{0};
    thread other([&] { permit.release(); });
    seen(permit.try_acquire() ? 1 : 0);
    other.join();
  };
  const TwiceExplored result = explored(racing);
  require_verified(result, 2);  // before and after the release
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("a timed acquire gives up without a permit, if timeouts happen") {
  const auto with = [](auto timeout, bool timeouts) {
    return explored(
        [timeout](Seen& seen) {
          binary_semaphore permit{0};
          thread other([&] { permit.release(); });
          seen(permit.try_acquire_for(timeout) ? 1 : 0);
          other.join();
        },
        {.timeouts = timeouts});
  };
  CHECK(with(1s, true).seen == std::vector<int>{0, 1});
  CHECK(with(1s, false).seen == std::vector<int>{1});
  CHECK(with(0s, false).seen == std::vector<int>{0, 1});  // with no time it is a try
}

TEST_CASE("more permits than the maximum are misuse, at the beginning and later") {
  require_bug(explored([] {
                const counting_semaphore<2> s{3, "s"};
              }),
              "misuse", "makes a semaphore with an invalid number of permits: 3");
  require_bug(explored([] { const counting_semaphore<2> s{-1, "s"}; }), "misuse", "-1");
  require_bug(explored([] {
                counting_semaphore<2> s{1, "s"};
                s.release(2);
              }),
              "misuse", "main releases more permits than the semaphore can count: `s`");
  require_bug(explored([] {
                counting_semaphore<2> s{1, "s"};
                s.release(-1);
              }),
              "misuse", "releases a negative number of permits: -1");
}

TEST_CASE("a global semaphore has its permits again in each execution") {
  require_verified(explored([] {
                     thread other([] { global_semaphore.acquire(); });
                     global_semaphore.acquire();
                     other.join();
                     check(!global_semaphore.try_acquire(), "both are gone");
                   }),
                   2);  // either acquires first
}

// --- latches ------------------------------------------------------------------------------------

TEST_CASE(
    "a thread that waits at a latch continues when the count is 0, and sees what came before") {
  const auto body = [] {
    latch ready{2, "ready"};
    int first = 0;
    int second = 0;
    thread one([&] {
      first = 1;
      ready.count_down();
    });
    thread other([&] {
      second = 2;
      ready.arrive_and_wait();
      check(first == 1 && second == 2, "both have arrived");
    });
    ready.wait();
    check(first == 1 && second == 2 && ready.try_wait(), "both have arrived");
    one.join();
    other.join();
  };
  require_verified(explored(body));
}

TEST_CASE("try_wait of a latch says whether it is open now") {
  const auto body = [](Seen& seen) {
    latch ready{2};
    thread other([&] { ready.count_down(2); });
    seen(ready.try_wait() ? 1 : 0);
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result, 2);  // before and after the count
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("a latch that nobody counts down is a deadlock") {
  require_bug(explored([] {
                latch ready{2, "ready"};
                thread other([&] { ready.arrive_and_wait(); });
                other.join();
              }),
              "deadlock", "`ready`");
}

TEST_CASE("a latch that is counted below zero is misuse") {
  require_bug(explored([] {
                latch ready{1, "ready"};
                thread other([&] { ready.count_down(); });
                ready.count_down();
                other.join();
              }),
              "misuse", "counts a latch down below zero: `ready`");
  require_bug(explored([] { const latch ready{-1}; }), "misuse",
              "makes a latch with a negative count: -1");
}

TEST_CASE("a global latch counts from the beginning in each execution") {
  require_verified(explored([] {
                     thread other([] { global_latch.arrive_and_wait(); });
                     global_latch.arrive_and_wait();
                     other.join();
                   }),
                   4);  // 2! orders of arrival, and 2! of departure
}

// --- barriers -----------------------------------------------------------------------------------

TEST_CASE(
    "no thread leaves a barrier before all have arrived and the completion has run, each round") {
  const auto body = [] {
    int rounds = 0;
    int arrived = 0;
    const auto complete = [&]() noexcept {
      check(arrived == 2 * (rounds + 1), "all have come");
      ++rounds;
    };
    barrier both{2, complete, "both"};
    const auto work = [&] {
      for (int round = 1; round <= 3; ++round) {
        ++arrived;
        both.arrive_and_wait();
        check(rounds >= round, "the completion has run");
      }
    };
    thread other(work);
    work();
    other.join();
    check(rounds == 3, "three rounds");
  };
  // 2! orders of the first arrivals, 2! of the last departures, and in between, twice, (2+2)!/(2!
  // 2!) ways in which two threads depart and arrive again.
  require_verified(explored(body), 144);
}

TEST_CASE("a barrier does not wait for a thread that has dropped out") {
  const auto body = [] {
    barrier both{2, "both"};
    thread other([&] { both.arrive_and_drop(); });
    both.arrive_and_wait();
    both.arrive_and_wait();
    auto token = both.arrive();
    both.wait(std::move(token));
    other.join();
  };
  require_verified(explored(body), 2);  // either arrives first; then main is alone
}

TEST_CASE("a barrier that one of two never comes to is a deadlock") {
  require_bug(explored([] {
                barrier both{2, "both"};
                both.arrive_and_wait();
              }),
              "deadlock", "`both`");
}

TEST_CASE("more arrivals than a barrier expects are misuse") {
  require_bug(explored([] {
                barrier one{1, "one"};
                (void)one.arrive(2);
              }),
              "misuse", "main arrives more often than the barrier expects: `one`");
  require_bug(explored([] {
                barrier one{1, "one"};
                (void)one.arrive(0);
              }),
              "misuse", "arrives at a barrier by a number that is not positive: 0");
  require_bug(explored([] {
                const barrier none{-1, "none"};
              }),
              "misuse", "makes a barrier for an impossible number of threads: -1");
}

TEST_CASE("an exception that leaves a completion function ends the execution") {
  const auto body = [] {
    barrier one{1, [] { throw 7; }};
    one.arrive_and_wait();
  };
  require_bug(explored(body), "exception", "int");
}

TEST_CASE("a global barrier is in its first phase when an execution begins") {
  require_verified(explored([] {
                     thread other([] { global_barrier.arrive_and_wait(); });
                     global_barrier.arrive_and_wait();
                     other.join();
                   }),
                   4);  // 2! orders of arrival, and 2! of departure
}

}  // namespace mcheck::counting_test
