// SPDX-License-Identifier: MIT
// The ways in which a program fails by itself are failures of one execution: the process and the
// exploration continue.
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "engine/host/search/exploration.hpp"
#include "tests/model/explored.hpp"

namespace mcheck::endings_test {
namespace {

// All failures of all executions, as "kind: message", in the order found.
std::vector<std::string> failures_of(const std::function<void()>& body, options how = {}) {
  how.strategy = "dfs";  // in the order of the choices
  how.stop_after = 0;
  const Subject subject{.program = "test", .test = "test", .arguments = {}, .body = body};
  const Watcher watcher{.on_progress = {}, .source_locations = false};
  std::vector<std::string> list;
  for (const FailureReport& failure : explore_subject(subject, how, watcher).result.failures) {
    list.push_back(std::string(name_of(failure.kind)) + ": " + failure.message);
  }
  return list;
}

[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[1000];
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

void end_badly(int how) {
  volatile int* volatile nowhere = nullptr;
  volatile int none = 0;
  switch (how) {
    case 0: *nowhere = 1; break;
    case 1: (void)recurse(0); break;
    case 2: none = 7 / none; break;
    case 3: std::abort();
    case 4: assert(how == 5); break;
    case 5: std::exit(3);
    case 6: std::quick_exit(4);
    case 7: std::_Exit(5);
    case 8: std::terminate();
    case 9: throw std::runtime_error("boo");
    default: check(how != 10, "the last one");
  }
}

void expect_each(const std::vector<std::string>& found) {
  const std::vector<std::string> expected = {
      "crash: invalid memory access (SIGSEGV) at a null pointer",
      "stack-overflow: the thread's stack is used up",
      "crash: arithmetic error, such as a division by zero (SIGFPE)",
      "crash: the program called abort() (SIGABRT)",
      "assertion: assertion `how == 5` failed in ",
      "exit: the program ended the process with exit(3)",
      "exit: the program ended the process with quick_exit(4)",
      "exit: the program ended the process with _Exit(5)",
      "exception: std::terminate was called",
      "exception: uncaught exception std::runtime_error: boo",
      "check: the last one"};
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK_THAT(found[i], Catch::StartsWith(expected[i]));
  }
}

// Throws and catches, with operations while exceptions are in flight.
void throw_and_catch(int mine, atomic<int>& x) {
  struct Stepping {
    explicit Stepping(atomic<int>& at) : x(at) {}
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;
    ~Stepping() {
      ++x;  // others run while this thread unwinds
      check(std::uncaught_exceptions() == 1, "this thread's own");
    }
    atomic<int>& x;
  };
  try {
    const Stepping stepping(x);
    throw mine;
  } catch (int caught) {
    ++x;
    check(caught == mine && std::uncaught_exceptions() == 0, "this thread's own");
    try {
      throw;
    } catch (int again) {
      check(again == mine, "the same again");
    }
    check(std::current_exception() != nullptr, "still being handled");
  }
  check(std::current_exception() == nullptr, "handled");
}

}  // namespace

TEST_CASE("every way to end badly is a failure, and the others are found after it") {
  expect_each(failures_of([] { end_badly(choose(11)); }));
  expect_each(failures_of([] { end_badly(choose(11)); }, {.backtrack = backtracking::rerun}));
}

TEST_CASE("every way to end badly is found in a thread other than main, too") {
  expect_each(failures_of([] {
    thread other([] { end_badly(choose(11)); });
    other.join();
  }));
}

TEST_CASE("computing until the patience is used up is a limit, and failures are found besides") {
  const auto body = [] {
    const int how = choose(3);
    for (volatile int i = how; i == 1;) {
    }
    check(how != 2, "the last one");
  };
  const auto found = failures_of(body, {.patience = 0.3});
  REQUIRE(found.size() == 2);
  CHECK(found[0] == "check: the last one");
  CHECK_THAT(found[1], Catch::StartsWith("limit-patience: no operation on a model object"));
  const auto endless = explored(
      [] {
        for (volatile int i = choose(2); i == 1;) {
        }
      },
      {.patience = 0.3});
  require_limit(endless, "limit-patience", "no operation on a model object for too long");
}

TEST_CASE("computing for less than the patience is no failure") {
  const auto body = [] {
    for (volatile int i = 0; i < 30'000'000;) i = i + 1;
  };
  require_verified(explored(body, {.patience = 2}), 1);
}

TEST_CASE("a failure of one schedule is found among schedules that are right") {
  const auto body = [](Seen& seen) {
    atomic<int> x{0};
    const auto add = [&] { x.store(x.load() + 1); };
    thread other(add);
    add();
    other.join();
    seen(x);
    volatile int* volatile nowhere = nullptr;
    if (x == 1) *nowhere = 1;
  };
  const TwiceExplored result = explored(body, {.stop_after = 0});
  require_bug(result, "crash", "a null pointer");
  CHECK(result.executions == 6);  // (2+2)! / (2! 2!)
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("exceptions of several threads do not mix, thrown and caught in any order") {
  require_verified(explored([] {
                     atomic<int> x{0};
                     thread other([&] { throw_and_catch(1, x); });
                     throw_and_catch(2, x);
                     other.join();
                   }),
                   6);  // two steps each: (2+2)! / (2! 2!)
}

TEST_CASE("an exception that leaves a thread is told by type and text, and nothing is unwound") {
  const auto body = [](Seen& seen, int what) {
    struct Noted {
      explicit Noted(Seen& s) : seen(s) {}
      Noted(const Noted&) = delete;
      Noted& operator=(const Noted&) = delete;
      ~Noted() { seen(1); }
      Seen& seen;
    };
    thread other([&seen, what] {
      const Noted noted(seen);
      mutex guard;
      const lock_guard lock(guard);
      thread inner([] {});
      if (what == 0) throw std::logic_error("so");
      if (what == 1) throw 42;
      if (what == 2) throw std::string("words");
      throw std::vector<int>();
    });
    other.join();
  };
  const std::vector<std::string> expected = {"std::logic_error: so", "int: 42", "words",
                                             "std::vector<int"};
  for (int what = 0; what < 4; ++what) {
    const TwiceExplored result = explored([&](Seen& seen) { body(seen, what); });
    require_bug(result, "exception", "uncaught exception ");
    require_bug(result, "exception", expected[static_cast<std::size_t>(what)]);
    CHECK(result.seen.empty());
  }
}

TEST_CASE("an exception that leaves main, or a noexcept function, is a failure") {
  require_bug(explored([] {
                const thread inner([] {});
                throw std::runtime_error("boo");
              }),
              "exception", "std::runtime_error: boo");
  require_bug(explored([] {
                const auto throws = [](int what) {
                  if (what == 3) throw what;
                };
                [&]() noexcept { throws(3); }();
              }),
              "exception", "int: 3");
}

// 6 MiB, of the 8 that a system gives.
TEST_CASE("a thread has as much of a stack as the system gives it") {
  const auto deep = [] {
    volatile char frame[6 << 20];
    for (std::size_t at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
    check(frame[4096] == 1, "the stack is there");
  };
  require_verified(explored([&] {
    thread other(deep);
    deep();
    other.join();
  }));
}

TEST_CASE("a heap that is too small is a limit, even if the exception would be caught") {
  require_limit(explored([] {
                  char* volatile block = new char[std::size_t{1} << 40];
                  (void)block;
                }),
                "limit-heap", "asks for 1099511627776 bytes");
  require_limit(explored([] {
                  try {
                    (void)std::vector<long>(std::size_t{1} << 30);
                  } catch (const std::bad_alloc&) {
                  }
                }),
                "limit-heap", "512 MiB under mcheck");
}

// 2^47 bytes, which no x86-64 has.
TEST_CASE("an allocation that fails everywhere is reported as such, and does not end the engine") {
  require_bug(explored([] {
                char* volatile block = new char[std::size_t{1} << 47];
                (void)block;
              }),
              "exception", "bad_alloc");
  require_verified(explored([] {
    bool refused = false;
    try {
      (void)std::vector<long>(std::size_t{1} << 45);
    } catch (const std::bad_alloc&) {
      refused = true;
    }
    check(refused, "so it says");
  }));
}

TEST_CASE("a program that reads what is outside of its memory does not repeat itself") {
  const auto race_after = [](const auto& value) {
    atomic<long> x{0};
    thread other([&] { ++x; });
    x = value();
    (void)x.load();
    other.join();
  };
  for (const backtracking backtrack : {backtracking::rerun, backtracking::restore}) {
    long runs = 0;
    const summary counted =
        explore([&] { race_after([&] { return runs++; }); }, {.backtrack = backtrack});
    CHECK(counted.verdict == verdict::not_repeatable);
    CHECK_THAT(counted.message, Catch::Contains("store"));
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
    const summary timed = explore([&] { race_after(now); }, {.backtrack = backtrack});
    CHECK(timed.verdict == verdict::not_repeatable);
  }
}

TEST_CASE("a program that has more or fewer alternatives the second time does not repeat itself") {
  for (const backtracking backtrack : {backtracking::rerun, backtracking::restore}) {
    for (const int second : {1, 2, 4}) {
      int runs = 0;
      const summary result =
          explore([&] { (void)choose(runs++ == 0 ? 3 : second); }, {.backtrack = backtrack});
      INFO("first 3, then " << second);
      CHECK(result.verdict == verdict::not_repeatable);
    }
  }
}

TEST_CASE("a failure that does not happen again under the same schedule is not reported as a bug") {
  int runs = 0;
  const summary result = explore([&runs] { check(runs++ != 0, "the first time"); });
  CHECK(result.verdict == verdict::not_repeatable);
  CHECK_THAT(result.message, Catch::Contains("the first time"));
}

TEST_CASE("a real thread, which cannot be ordered, is misuse and is not started") {
  const auto body = [] {
    atomic<int> n{0};
    std::thread other([&] { n.store(1); });
    other.join();
  };
  require_bug(explored(body), "misuse", "starts a real thread");
}

TEST_CASE("a second process, which cannot be restored, is misuse and is not started") {
  require_bug(explored([] { (void)fork(); }), "misuse", "calls fork()");
}

}  // namespace mcheck::endings_test
