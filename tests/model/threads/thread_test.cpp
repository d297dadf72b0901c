// SPDX-License-Identifier: MIT
// <mcheck/thread.hpp>: thread and jthread. Stopping: stop_token_test.cpp.
#include <chrono>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_set>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::thread_test {
namespace {

using namespace std::chrono_literals;

// Threads of one step each, main not counted.
TwiceExplored steps(int threads) {
  return explored([threads] {
    atomic<int> x{0};
    std::vector<thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&] { ++x; });
    for (thread& each : all) each.join();
  });
}

}  // namespace

TEST_CASE("n threads of one step each have n! schedules") {
  require_verified(steps(0), 1);
  require_verified(steps(1), 1);
  require_verified(steps(3), 6);
  require_verified(steps(5), 120);
}

TEST_CASE("what a thread did is done when it is joined") {
  require_verified(explored([] {
    int x = 0;
    thread other([&] { x = 5; });
    other.join();
    check(x == 5 && !other.joinable(), "done");
  }));
}

TEST_CASE("a thread's function gets its arguments as std::thread passes them") {
  require_verified(explored([] {
    int x = 1;
    thread other([](int& into, const std::string& text,
                    std::unique_ptr<int> own) { into = static_cast<int>(text.size()) + *own; },
                 std::ref(x), "abc", std::make_unique<int>(4));
    other.join();
    check(x == 7, "a reference, a text, a thing that only moves");
    struct Counter {
      void add(int by) { n += by; }
      int n = 0;
    } counter;
    thread member(&Counter::add, &counter, 3);
    member.join();
    check(counter.n == 3, "a member function");
  }));
}

TEST_CASE("threads move, swap, and start threads of their own") {
  require_verified(explored([] {
    atomic<int> x{0};
    thread empty;
    thread outer([&] {
      thread inner([&] { ++x; });
      inner.join();
    });
    swap(empty, outer);
    check(!outer.joinable() && empty.joinable(), "swapped");
    outer = std::move(empty);
    outer.join();
    check(x == 1, "the inner one has run");
  }));
}

TEST_CASE("thread ids are distinct, ordered, hashed and printed") {
  require_verified(explored([] {
    const thread::id main = this_thread::get_id();
    thread other([&] {
      check(this_thread::get_id() != main, "distinct");
      check(thread::id() < this_thread::get_id(), "ordered");
    });
    const thread::id id = other.get_id();
    other.join();
    check(other.get_id() == thread::id() && id != main, "no thread any more");
    std::ostringstream text;
    text << id << ' ' << other.get_id();
    check(text.str() == "1 thread::id of a non-executing thread", "printed");
    check(std::unordered_set<thread::id>{id, main, id}.size() == 2, "hashed");
    check(thread::hardware_concurrency() == jthread::hardware_concurrency(), "the same everywhere");
  }));
}

TEST_CASE("a thread that is joined twice, by itself, or not at all is misuse") {
  require_bug(explored([] {
                thread other([] {});
                other.join();
                other.join();
              }),
              "misuse", "joins a thread object without a thread");
  require_bug(explored([] { thread other([] {}); }), "misuse", "neither joined nor detached");
  require_bug(explored([] {
                thread other([] {});
                other = thread();
              }),
              "misuse", "neither joined nor detached");
  require_bug(explored([] {
                thread other([] {});
                other.detach();
                other.detach();
              }),
              "misuse", "detaches a thread object without a thread");
  require_bug(explored([] {
                atomic<bool> started{false};
                thread other;
                other = thread([&] {
                  started.wait(false);
                  other.join();
                });
                started = true;
                started.notify_one();
                this_thread::sleep_for(1s);
                started.wait(true);
              }),
              "misuse", "joins itself");
}

TEST_CASE("two threads that join each other wait for ever") {
  require_bug(explored([] {
                atomic<int> ready{0};
                thread first;
                thread second([&] {
                  ready.wait(0);
                  first.join();
                });
                first = thread([&] { second.join(); });
                ready = 1;
                ready.notify_all();
                ready.wait(1);
              }),
              "deadlock", "T1");
}

TEST_CASE("a detached thread runs to its end, and leaks if it cannot") {
  const TwiceExplored result = explored([](Seen& seen) {
    static atomic<int> x{0};
    thread([&seen] { seen(++x); }).detach();
    thread([&seen] { seen(++x); }).detach();
  });
  require_verified(result, 2);  // main has ended; 2! orders
  CHECK(result.seen == std::vector<int>{1, 2});
  require_bug(explored([] {
                static binary_semaphore permit{0, "permit"};
                thread([] { permit.acquire(); }).detach();
              }),
              "thread-leak", "main has returned, and T1 waits for a permit of `permit`");
}

TEST_CASE("a thread that has a name is called by it") {
  require_bug(explored([] {
                static binary_semaphore permit{0, "permit"};
                thread worker([] {
                  this_thread::set_name("worker");
                  permit.acquire();
                });
                worker.join();
              }),
              "deadlock", "worker waits for a permit of `permit`");
}

// docs/limits.md: if each iteration is another state, there are endless schedules, yield or not.
TEST_CASE("the first schedule of a loop that spins and counts ends if it yields, and only then") {
  const auto poll = [](bool yields, std::uint64_t executions) {
    return explored(
        [yields] {
          volatile unsigned turns = 0;
          atomic<bool> ready{false};
          thread other([&] { ready = true; });
          while (!ready) {
            turns = turns + 1;
            if (yields) this_thread::yield();
          }
          other.join();
        },
        {.executions = executions, .steps = 50});
  };
  CHECK(poll(true, 1).verdict == verdict::incomplete);  // one execution, and it did not fail
  require_limit(poll(false, 1), "limit-steps", "50 steps");
  require_limit(poll(true, 0), "limit-steps", "50 steps");
}

TEST_CASE("sleeping orders nothing") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<int> x{0};
    thread other([&] { x = 1; });
    this_thread::sleep_for(24h);
    this_thread::sleep_until(std::chrono::steady_clock::time_point());
    seen(x);
    other.join();
  });
  require_verified(result, 2);  // before and after the store
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("a jthread joins itself at its end, and when another takes its place") {
  require_verified(explored([] {
    int n = 0;
    {
      const jthread other([&](int k) { n = k; }, 3);
    }
    check(n == 3, "joined");
    jthread next([&] { n = 4; });
    next = jthread();
    check(n == 4 && !next.joinable(), "joined");
    std::swap(next, next);
    jthread left([&] { n = 5; });
    left.detach();
  }));
}

TEST_CASE("a jthread that is overwritten waits, and deadlocks where its thread cannot end") {
  require_bug(explored([] {
                binary_semaphore permit{0, "permit"};
                jthread other([&] { permit.acquire(); });
                other = jthread();
              }),
              "deadlock", "T1 waits for a permit of `permit`");
}

TEST_CASE("more threads than a word has bits are started and joined") {
  const auto body = [] {
    int n = 0;
    for (int i = 0; i < 200; ++i) {
      thread other([&] { ++n; });
      other.join();
    }
    check(n == 200, "all of them");
  };
  require_verified(explored(body), 1);
}

TEST_CASE("a thread more than mcheck can tell apart is a limit, and no misuse") {
  const auto body = [](int threads) {
    for (int i = 0; i < threads; ++i) thread([] {}).join();
  };
  require_verified(explored([&] { body(255); }), 1);
  require_limit(explored([&] { body(256); }), "limit-threads", "256 in one program");
}

}  // namespace mcheck::thread_test
