// SPDX-License-Identifier: MIT
// call_once of <mcheck/mutex.hpp>.
#include <string>

#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::once_test {
namespace {

constinit once_flag global_flag;
int times_called = 0;

}  // namespace

TEST_CASE("call_once calls one function of two, and both threads see what it did") {
  const auto body = [](Seen& seen) {
    once_flag flag{"flag"};
    int value = 0;
    const auto set = [&](int wanted) {
      call_once(
          flag, [&](int to) { value = to; }, wanted);
      check(value != 0, "it has been called");
    };
    thread other(set, 1);
    set(2);
    other.join();
    seen(value);
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("a call that throws leaves the flag as it was, and the next one calls again") {
  const auto body = [](Seen& seen) {
    once_flag flag;
    int tries = 0;
    int done = 0;
    int caught = 0;
    const auto attempt = [&] {
      try {
        call_once(flag, [&] {
          if (++tries == 1) throw std::string("the first time");
          ++done;
        });
      } catch (const std::string&) {
        ++caught;
      }
    };
    thread other(attempt);
    attempt();
    other.join();
    attempt();
    check(done == 1 && caught == 1 && tries == 2, "one failed, one succeeded");
    seen(tries);
  };
  require_verified(explored(body));
}

TEST_CASE("a thread that comes while the function runs waits for its end") {
  const auto body = [] {
    once_flag flag;
    mutex inside;
    bool ready = false;
    const auto use = [&] {
      call_once(flag, [&] {
        const lock_guard lock(inside);  // a scheduling point in the middle
        ready = true;
      });
      check(ready, "nobody passes before the function has returned");
    };
    thread other(use);
    use();
    other.join();
  };
  require_verified(explored(body));
}

TEST_CASE("a call_once within itself waits for itself") {
  require_bug(explored([] { call_once(global_flag, [] { call_once(global_flag, [] {}); }); }),
              "self-deadlock", "main waits for `once#1`, which is run by itself");
}

TEST_CASE("a global once_flag has not been used when an execution begins") {
  const auto body = [] {
    const auto use = [] { call_once(global_flag, [] { ++times_called; }); };
    thread other(use);
    use();
    other.join();
    check(times_called == 1, "once in this execution");
  };
  require_verified(explored(body));
}

TEST_CASE("outside of a checked program call_once calls once, too") {
  once_flag flag;
  int calls = 0;
  for (int i = 0; i < 3; ++i) call_once(flag, [&] { ++calls; });
  CHECK(calls == 1);
}

}  // namespace mcheck::once_test
