// SPDX-License-Identifier: MIT
// <mcheck/check.hpp>, and the options of <mcheck/explore.hpp> that limit a search.
#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/program.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::check_test {
namespace {

// Two threads add in two steps: 6 schedules, in 4 of which an addition is lost.
void lose_an_update() {
  atomic<int> x{0, "x"};
  const auto add = [&] { x.store(x.load() + 1); };
  thread first(add);
  thread second(add);
  first.join();
  second.join();
  check(x == 2, "both count");
}

}  // namespace

TEST_CASE("a check that does not hold fails with its sentence") {
  require_bug(explored(lose_an_update), "check", "both count");
  require_bug(explored([] { check(false, "never"); }), "check", "never");
  require_verified(explored([] { check(true, "always"); }), 1);
}

TEST_CASE("choose tries every value, and combinations of them") {
  const TwiceExplored one = explored([](Seen& seen) { seen(choose(5)); });
  require_verified(one, 5);
  CHECK(one.seen == std::vector<int>{0, 1, 2, 3, 4});
  const TwiceExplored two = explored([](Seen& seen) {
    const int first = choose(3);
    seen(10 * first + choose(first + 1));
  });
  require_verified(two, 6);  // 1 + 2 + 3
  CHECK(two.seen == std::vector<int>{0, 10, 11, 20, 21, 22});
}

TEST_CASE("choose of nothing or of too much is misuse") {
  require_bug(explored([] { (void)choose(0); }), "misuse", "choose(0)");
  require_bug(explored([] { (void)choose(-3); }), "misuse", "choose(-3)");
  require_limit(explored([] { (void)choose(10'001); }), "limit-choices", "choose(10001)");
}

TEST_CASE("assume cuts executions off that are of no interest, and the others are judged") {
  const auto body = [](int wrong) {
    return explored([wrong](Seen& seen) {
      const int n = choose(5);
      assume(n != 2);
      seen(n);
      check(n != wrong, "not this one");
    });
  };
  const TwiceExplored right = body(2);
  require_verified(right, 5);  // one of them cut off
  CHECK(right.seen == std::vector<int>{0, 1, 3, 4});
  require_bug(body(4), "check", "not this one");
}

TEST_CASE("a false assume blocks its thread, and what others do then is judged") {
  const auto body = [](int wrong) {
    return explored([wrong] {
      atomic<int> x{0};
      atomic<int> y{0};
      thread other([&] {
        const int before = x;
        y = before + 1;
        assume(before == 0);
      });
      x = 1;
      check(y != wrong, "not this one");
      other.join();
    });
  };
  require_bug(body(2), "check", "not this one");  // the other thread is before its assume
  require_bug(body(1), "check", "not this one");
  require_verified(body(3));
}

TEST_CASE("what a thread accesses before its assume is false races") {
  require_bug(explored([] {
                atomic<int> x{0};
                shared<int> data{0, "data"};
                thread other([&] {
                  data = 1;
                  assume(x == 0);
                });
                x = 1;
                data = 2;
                other.join();
              }),
              "race", "data race on `data`");
}

TEST_CASE("a wait for a thread whose assumption is false is no deadlock and no livelock") {
  const auto explored_with = [](auto wait) {
    return explored([wait] {
      atomic<int> x{0};
      atomic<int> done{0};
      mutex guard;
      thread other([&] {
        guard.lock();
        assume(x == 0);
        done = 1;
        guard.unlock();
      });
      x = 1;
      wait(guard, done);
      other.join();
    });
  };
  require_verified(explored_with([](mutex&, atomic<int>&) {}));
  require_verified(explored_with([](mutex& guard, atomic<int>&) {
    guard.lock();
    guard.unlock();
  }));
  require_verified(explored_with([](mutex&, atomic<int>& done) {
    while (done == 0) yield();
  }));
  require_verified(explored_with([](mutex& guard, atomic<int>&) {
    while (!guard.try_lock()) yield();
    guard.unlock();
  }));
}

TEST_CASE("threads that block each other are a deadlock beside a false assumption") {
  const auto body = [](bool in_order) {
    return [in_order] {
      atomic<int> x{1};
      mutex first;
      mutex second;
      thread wrong([&] { assume(x == 0); });
      thread other([&] {
        const lock_guard one(first);
        const lock_guard two(second);
      });
      {
        const lock_guard one(in_order ? first : second);
        const lock_guard two(in_order ? second : first);
      }
      other.join();
      wrong.join();
    };
  };
  require_bug(explored(body(false)), "partial-deadlock",
              "an assumption of another thread is false");
  CHECK(explored(body(true)).verdict == verdict::incomplete);  // all are cut off
}

TEST_CASE("where every execution is cut off nothing has been verified") {
  CHECK(explored([] { assume(false); }).verdict == verdict::incomplete);
}

TEST_CASE("what an assume cuts off in one thread cuts off the others") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<int> x{0};
    thread other([&] {
      ++x;
      assume(x == 1);
    });
    ++x;
    other.join();
    seen(x);
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{2});
}

TEST_CASE("a bound leaves schedules out and says so") {
  const TwiceExplored none = explored(lose_an_update, {.bound = 0, .stop_after = 0});
  require_verified(none, 2);  // one thread after the other
  CHECK(none.bound_hit);
  const TwiceExplored one = explored(lose_an_update, {.bound = 1});
  require_bug(one, "check", "both count");
  const auto nothing_left_out = [] { (void)choose(2); };
  CHECK_FALSE(explored(nothing_left_out, {.bound = 0}).bound_hit);
}

TEST_CASE("a search that is stopped has verified nothing, and one that found a failure is over") {
  const auto right = [] { (void)choose(10); };
  const TwiceExplored stopped = explored(right, {.executions = 9});
  CHECK(stopped.verdict == verdict::incomplete);
  CHECK(stopped.executions == 9);
  CHECK(explored(lose_an_update, {.stop_after = 0}).executions == 6);
  CHECK(explored(lose_an_update, {.stop_after = 1}).executions < 6);
}

TEST_CASE("an execution longer than its limit of steps is no bug, unless one wants it to be") {
  const auto body = [] {
    atomic<int> x{0};
    while (x.fetch_add(1) >= 0) {
    }
  };
  require_limit(explored(body, {.steps = 50}), "limit-steps", "still running after 50 steps");
  require_bug(explored(body, {.steps = 50, .fail_at_steps = true}), "step-limit",
              "still running after 50 steps");
}

// Only main is enabled, so nothing follows about what the other thread could do.
TEST_CASE("where nothing follows from an execution that reached a limit, a sample finds the bug") {
  const auto body = [] {
    atomic<bool> stop{false};
    atomic<unsigned> rounds{0};
    thread other([&] {
      check(rounds.load() == 0, "main has not begun");
      stop = true;
    });
    while (!stop) rounds.fetch_add(1);
    other.join();
  };
  // Minimising would take longer than its budget, and then the schedule depends on the machine.
  require_bug(explored(body, {.steps = 200, .minimise = 0}), "check", "main has not begun");
  require_bug(explored(body, {.executions = 1'000, .steps = 200, .minimise = 0}), "check",
              "main has not begun");
  require_limit(explored(body, {.strategy = "trust", .steps = 200}), "limit-steps", "200 steps");
}

TEST_CASE("what helps against too many steps follows from what they were") {
  const auto advised = [](const std::function<void()>& body, const std::string& words) {
    const summary told = explore(body, {.steps = 200});
    INFO(told.message);
    CHECK(told.failure == "limit-steps");
    CHECK_THAT(told.message, Catch::Contains(words));
  };
  advised(
      [] {
        mutex guard{"guard"};
        condition_variable changed{"changed"};
        bool stop = false;
        int beats = 0;
        thread worker([&] {
          unique_lock lock(guard);
          while (!changed.wait_for(lock, std::chrono::seconds(1), [&] { return stop; })) ++beats;
        });
        guard.lock();
        stop = true;
        guard.unlock();
        changed.notify_one();
        worker.join();
      },
      "still running after 200 steps: timed operations on `changed` gave up again and again");
  advised(
      [] {
        atomic<int> x{0};
        while (x.fetch_add(1) >= 0) this_thread::yield();
      },
      "steps: a loop sleeps or yields again and again");
  advised(
      [] {
        atomic<int> turns{0, "turns"};
        atomic<bool> flag{false, "flag"};
        while (turns.fetch_add(1) >= 0) flag = !flag;
      },
      "steps: `turns` keeps changing to values that it never had");
  advised(
      [] {
        atomic<bool> flag{false};
        for (unsigned turns = 1; turns != 0; ++turns) flag = !flag;
      },
      "steps: if a loop spins, let it only read");
}

TEST_CASE("a random search finds the lost update, and is never sure of the contrary") {
  const options some = {.strategy = "random", .executions = 200, .seed = 7};
  require_bug(explored(lose_an_update, some), "check", "both count");
  CHECK(explored([] { (void)choose(2); }, some).verdict == verdict::incomplete);
}

TEST_CASE("arguments that were not given have the value said otherwise") {
  require_verified(explored([] {
    check(argument(0, 7u) == 7u && argument(3, "z") == "z" && arguments().empty(), "none");
  }));
}

}  // namespace mcheck::check_test
