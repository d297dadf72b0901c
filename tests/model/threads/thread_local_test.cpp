// SPDX-License-Identifier: MIT
// thread_local variables of a checked program: one for each of its threads.
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::thread_local_test {
namespace {

thread_local int number = 4;
thread_local int zero;
int ends = 0;
int begins = 0;

struct Noted {
  Noted() { ++begins; }
  Noted(const Noted&) = delete;
  Noted& operator=(const Noted&) = delete;
  ~Noted() { ++ends; }
  int value = 0;
};
thread_local Noted noted;

}  // namespace

TEST_CASE("each thread has thread_local variables of its own, as they were at first") {
  const auto body = [] {
    atomic<int> x{0};
    const auto work = [&](int mine) {
      check(number == 4 && zero == 0, "new in each thread");
      number = mine;
      zero = mine;
      ++x;
      ++x;
      check(number == mine && zero == mine, "nobody else's");
    };
    thread first(work, 1);
    thread second(work, 2);
    work(3);
    first.join();
    second.join();
  };
  require_verified(explored(body, {.bound = 3}));
  CHECK(number == 4);
}

TEST_CASE("two threads' thread_local variables have two addresses") {
  require_verified(explored([] {
    const int* const own = &number;
    thread other([own] { check(&number != own, "another place"); });
    other.join();
    check(&number == own, "the same as before");
  }));
}

TEST_CASE("thread_local objects are made at first use and destroyed at their thread's end") {
  const auto body = [] {
    check(begins == 0 && ends == 0, "put back");
    thread uses([] { noted.value = 1; });
    uses.join();
    check(begins == 1 && ends == 1, "made and destroyed");
    thread does_not([] {});
    does_not.join();
    check(begins == 1 && ends == 1, "never made");
    noted.value = 2;
    check(begins == 2 && ends == 1, "main's own lives on");
  };
  require_verified(explored(body));
  CHECK(ends == 0);
}

TEST_CASE("the destructor of a thread_local object takes part in the schedule") {
  static mutex guard{"guard"};
  static int total = 0;
  struct Adds {
    Adds() = default;
    Adds(const Adds&) = delete;
    Adds& operator=(const Adds&) = delete;
    ~Adds() {
      const lock_guard lock(guard);
      total += value;
    }
    int value = 0;
  };
  const auto body = [] {
    const auto work = [](int by) {
      thread_local Adds at_end;
      at_end.value = by;
    };
    thread first(work, 1);
    thread second(work, 2);
    first.join();
    second.join();
    check(total == 3, "both ended before they were joined");
  };
  require_verified(explored(body), 2);  // either thread ends first
}

TEST_CASE("a thread_local variable of a thread that has ended is fresh for the next one") {
  require_verified(explored([] {
    for (int i = 0; i < 3; ++i) {
      thread other([] { check(number++ == 4, "fresh"); });
      other.join();
    }
  }));
}

TEST_CASE("letters and numbers are known on every thread") {
  require_verified(explored([] {
    const auto work = [] {
      check(std::isalpha('x') != 0 && std::isalpha('1') == 0, "letters");
      char text[16];
      std::snprintf(text, sizeof text, "%.1f", 2.5);
      check(std::string(text) == "2.5" && std::strtod("0.5", nullptr) == 0.5, "numbers");
    };
    thread other(work);
    work();
    other.join();
  }));
}

}  // namespace mcheck::thread_local_test
