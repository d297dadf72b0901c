// SPDX-License-Identifier: MIT
// <mcheck/future.hpp>: promises and futures. async and packaged_task: async_test.cpp.
#include <chrono>
#include <memory>
#include <string>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/future.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::future_test {
namespace {

using namespace std::chrono_literals;

// The error that a call throws; -1: none.
template <class Call>
int error_of(Call call) {
  try {
    call();
  } catch (const future_error& error) {
    return error.code().value();
  }
  return -1;
}

int number(future_errc error) { return static_cast<int>(error); }

}  // namespace

TEST_CASE("get waits for what another thread sets, and gives the future's share up") {
  const auto body = [] {
    promise<std::string> given;
    future<std::string> wanted = given.get_future();
    thread setter([&] { given.set_value("abc"); });
    check(wanted.valid() && wanted.get() == "abc" && !wanted.valid(), "once");
    setter.join();
  };
  // The wait is no choice: once set, it stays set.
  require_verified(explored(body), 1);
}

TEST_CASE("a wait for some time ends before the result is there, if timeouts happen") {
  const auto with = [](auto time, bool timeouts) {
    return explored(
        [time](Seen& seen) {
          promise<int> given;
          future<int> wanted = given.get_future();
          thread setter([&] { given.set_value(5); });
          seen(wanted.wait_for(time) == future_status::ready ? 1 : 0);
          check(wanted.get() == 5, "in the end");
          setter.join();
        },
        {.timeouts = timeouts});
  };
  CHECK(with(1s, true).seen == std::vector<int>{0, 1});
  CHECK(with(1s, true).executions == 2);  // before and after it is set
  CHECK(with(1s, false).seen == std::vector<int>{1});
  CHECK(with(0s, false).seen == std::vector<int>{0, 1});  // with no time it only polls
}

TEST_CASE("of two threads that race to set a value the second is told so") {
  const auto body = [](Seen& seen) {
    promise<int> given;
    future<int> wanted = given.get_future();
    const auto set = [&](int value) {
      const int error = error_of([&] { given.set_value(value); });
      check(error == -1 || error == number(future_errc::promise_already_satisfied), "so it says");
      if (error != -1) seen(10 + value);
    };
    thread other(set, 1);
    set(2);
    other.join();
    seen(wanted.get());
  };
  const TwiceExplored result = explored(body);
  require_verified(result, 2);  // either is first
  CHECK(result.seen == std::vector<int>{1, 2, 11, 12});
}

TEST_CASE("a promise that ends without a value is broken") {
  require_verified(explored([] {
    future<int> wanted;
    check(error_of([&] { wanted.get(); }) == number(future_errc::no_state), "not yet");
    {
      promise<int> given;
      wanted = given.get_future();
      check(error_of([&] { (void)given.get_future(); }) ==
                number(future_errc::future_already_retrieved),
            "one future each");
    }
    check(error_of([&] { wanted.get(); }) == number(future_errc::broken_promise), "broken");
    check(error_of([&] { wanted.get(); }) == number(future_errc::no_state), "given up");
  }));
}

TEST_CASE("an exception travels through a future, as what it was") {
  require_verified(explored([] {
    promise<void> given;
    future<void> wanted = given.get_future();
    thread setter([&] { given.set_exception(std::make_exception_ptr(std::string("no"))); });
    std::string caught;
    try {
      wanted.get();
    } catch (const std::string& text) {
      caught = text;
    }
    check(caught == "no", "caught here");
    setter.join();
  }));
}

TEST_CASE("references and nothing are results, too") {
  require_verified(explored([] {
    int x = 4;
    promise<int&> reference;
    future<int&> wanted = reference.get_future();
    promise<void> nothing;
    future<void> done = nothing.get_future();
    thread setter([&] {
      reference.set_value(x);
      nothing.set_value();
    });
    done.get();
    check(&wanted.get() == &x, "the same int");
    setter.join();
  }));
}

TEST_CASE("a shared_future has a result for everybody") {
  require_verified(explored([] {
    promise<std::string> given;
    const shared_future<std::string> wanted = given.get_future();
    thread reader([wanted] { check(wanted.get().size() == 3, "there"); });
    given.set_value("abc");
    check(wanted.get() == "abc" && &wanted.get() == &wanted.get(), "and here, again and again");
    reader.join();
  }));
}

TEST_CASE("a value set at thread exit is there when the thread has ended, and claimed before") {
  const TwiceExplored result = explored([](Seen& seen) {
    promise<int> given;
    future<int> wanted = given.get_future();
    atomic<int> late{0};
    thread setter([&] {
      given.set_value_at_thread_exit(1);
      late = 1;
      const int error = error_of([&] { given.set_value(3); });
      check(error == number(future_errc::promise_already_satisfied), "claimed");
    });
    check(wanted.get() == 1, "the value");
    seen(late);
    setter.join();
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1});
}

TEST_CASE("a future that nobody makes ready is a deadlock") {
  require_bug(explored([] {
                promise<int> given{"answer"};
                future<int> wanted = given.get_future();
                wanted.get();
              }),
              "deadlock", "main waits for `answer`");
}

TEST_CASE("the result is destroyed by the last who shares it, once") {
  const TwiceExplored result = explored([](Seen& seen) {
    struct Noted {
      explicit Noted(int& n) : ends(&n) {}
      Noted(Noted&& other) noexcept : ends(std::exchange(other.ends, nullptr)) {}
      Noted& operator=(Noted&&) = delete;
      ~Noted() {
        if (ends != nullptr) ++*ends;
      }
      int* ends;
    };
    int ends = 0;
    {
      promise<Noted> given;
      future<Noted> wanted = given.get_future();
      thread setter([own = std::move(given), &ends]() mutable { own.set_value(Noted(ends)); });
      wanted.wait();
      setter.join();
      seen(ends);
    }
    check(ends == 1, "once");
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{0});
}

TEST_CASE("outside of a checked program a promise keeps a value") {
  promise<int> given;
  future<int> wanted = given.get_future();
  given.set_value(3);
  CHECK(wanted.wait_for(1s) == future_status::ready);
  CHECK(wanted.get() == 3);
}

}  // namespace mcheck::future_test
