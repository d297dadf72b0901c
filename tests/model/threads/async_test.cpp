// SPDX-License-Identifier: MIT
// async and packaged_task of <mcheck/future.hpp>.
#include <chrono>
#include <memory>
#include <string>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/future.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::async_test {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("async runs its function on a thread of its own") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<int> x{0};
    future<int> sum = async([&](int by) { return x += by; }, 3);
    x += 1;
    seen(sum.get());
    check(x == 4, "both");
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{3, 4});
}

TEST_CASE("the future of an async waits for its thread when it ends, used or not") {
  require_verified(explored([] {
    atomic<int> x{0};
    {
      const auto unused = async(launch::async, [&] { x = 20; });
    }
    check(x == 20, "it has ended");
  }));
}

TEST_CASE("an exception of an async function is thrown where its result is wanted") {
  require_verified(explored([] {
    future<int> wanted = async([]() -> int { throw std::string("no"); });
    std::string caught;
    try {
      wanted.get();
    } catch (const std::string& text) {
      caught = text;
    }
    check(caught == "no", "caught");
  }));
}

TEST_CASE(
    "a deferred function is run once, by the first thread that waits, and never if none does") {
  const TwiceExplored result = explored([](Seen& seen) {
    int calls = 0;
    const shared_future<int> wanted = async(launch::deferred, [&] {
                                        ++calls;
                                        seen(this_thread::get_id() == thread::id() ? 9 : 1);
                                        return 7;
                                      }).share();
    check(wanted.wait_for(0s) == future_status::deferred && calls == 0, "not yet");
    thread other([wanted] { check(wanted.get() == 7, "there"); });
    check(wanted.get() == 7, "here");
    other.join();
    check(calls == 1 && wanted.wait_for(0s) == future_status::ready, "once");
    const auto unused = async(launch::deferred, [&] { ++calls; });
    check(calls == 1, "never");
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1});
}

TEST_CASE("two threads race for a deferred function, and either may run it") {
  const TwiceExplored result = explored([](Seen& seen) {
    const thread::id main = this_thread::get_id();
    const shared_future<void> wanted =
        async(launch::deferred, [&] { seen(this_thread::get_id() == main ? 1 : 2); }).share();
    thread other([wanted] { wanted.get(); });
    wanted.get();
    other.join();
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("a packaged_task is called elsewhere, and its result is wanted here") {
  require_verified(explored([] {
    packaged_task<int(int)> task([](int a) { return a * 2; });
    future<int> wanted = task.get_future();
    thread other(std::move(task), 4);
    check(wanted.get() == 8, "the result");
    other.join();
  }));
}

TEST_CASE("a packaged_task is called once, unless it is reset") {
  require_verified(explored([] {
    packaged_task task([](int a, int b) { return a - b; });
    future<int> first = task.get_future();
    task(5, 2);
    check(first.get() == 3, "called");
    bool threw = false;
    try {
      task(1, 1);
    } catch (const future_error& error) {
      threw = error.code() == future_errc::promise_already_satisfied;
    }
    check(threw, "called before");
    task.reset();
    future<int> second = task.get_future();
    task = packaged_task<int(int, int)>();
    threw = false;
    try {
      second.get();
    } catch (const future_error& error) {
      threw = error.code() == future_errc::broken_promise;
    }
    check(threw && !task.valid(), "gone without a call");
  }));
}

TEST_CASE("a packaged_task keeps what can only be moved, and an exception that it throws") {
  const TwiceExplored result = explored([](Seen& seen) {
    packaged_task<void()> task([kept = std::make_unique<int>(3), &seen] { seen(*kept); });
    task();
    packaged_task<int()> throws([]() -> int { throw 4; });
    future<int> wanted = throws.get_future();
    throws();
    try {
      wanted.get();
    } catch (int thrown) {
      seen(thrown);
    }
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{3, 4});
}

TEST_CASE("make_ready_at_thread_exit makes ready at the thread's end") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<int> late{0};
    packaged_task<int()> task([] { return 6; });
    future<int> wanted = task.get_future();
    thread other([&, own = std::move(task)]() mutable {
      own.make_ready_at_thread_exit();
      late = 1;
    });
    check(wanted.get() == 6, "the value");
    seen(late);
    other.join();
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1});
}

}  // namespace mcheck::async_test
