// SPDX-License-Identifier: MIT
// Forced schedules in programs for mcheck: <mcheck/gates.hpp> and <mcheck/events.hpp>.
#include <stdexcept>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/events.hpp>
#include <mcheck/gates.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::gates_test {
namespace {

constinit gate global_gate{"global gate"};
constinit atomic<int> number{0};

}  // namespace

TEST_CASE("a gate that another thread opens forces the one order") {
  const auto body = [](Seen& seen) {
    atomic<int> value{0};
    gate stored{"stored"};
    thread other([&] {
      value.store(1);
      stored.open();
    });
    stored.wait();
    seen(value.load());
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("a global gate stays open, and each execution begins with it closed") {
  const auto body = [](Seen& seen) {
    thread other([] {
      number.store(1);
      global_gate.open();
      global_gate.open();
    });
    global_gate.wait();
    global_gate.wait();
    seen(number.load());
    other.join();
    number.store(0);
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("a counting gate opens at the last opening") {
  const auto body = [](Seen& seen) {
    atomic<int> count{0};
    counting_gate both{"both", 2};
    const auto add = [&] {
      count.fetch_add(1);
      both.open();
    };
    thread first(add);
    thread second(add);
    both.wait();
    seen(count.load());
    first.join();
    second.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{2});
}

TEST_CASE("a barrier gate closes again behind its threads") {
  const auto body = [](Seen& seen) {
    atomic<int> count{0};
    barrier_gate all_loaded{"all loaded", 2};
    const auto add_twice = [&] {
      for (int round = 0; round < 2; ++round) {
        const int now = count.load();
        all_loaded.arrive_and_wait();
        count.store(now + 1);
        all_loaded.arrive_and_wait();
      }
    };
    thread other(add_twice);
    add_twice();
    other.join();
    seen(count.load());
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{2});  // each round loses one of two additions
}

TEST_CASE("a turnstile lets one thread through for each opening") {
  const auto body = [](Seen& seen) {
    atomic<int> inside{0};
    turnstile turn{"turn"};
    const auto enter = [&] {
      turn.wait();
      seen(inside.fetch_add(1));
      inside.fetch_sub(1);
      turn.open();
    };
    thread first(enter);
    thread second(enter);
    turn.open();
    first.join();
    second.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{0});
}

TEST_CASE("a condition is evaluated again when what it reads has changed") {
  const auto body = [](Seen& seen) {
    atomic<int> value{0};
    thread other([&] {
      value.store(1);
      value.store(2);
      value.store(3);
    });
    wait_until("value is two", [&] { return value.load() >= 2; });
    seen(value.load());
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{2, 3});
}

TEST_CASE("a condition that changes something, throws, or reads nothing visible is misuse") {
  atomic<int> value{0};
  require_bug(explored([&] { wait_until("c", [&] { return value.fetch_add(1) == 5; }); }), "misuse",
              "the condition `c` of a gate changes something, or blocks (fetch_add)");
  require_bug(explored([&] { wait_until("c", []() -> bool { throw std::logic_error("no"); }); }),
              "misuse", "the condition `c` of a gate throws an exception");
  require_bug(explored([&] { wait_until("c", [] { return false; }); }), "misuse",
              "the condition `c` of a gate does not hold, and reads nothing whose changes");
}

TEST_CASE("an order that no execution can follow is an impossible schedule, and no deadlock") {
  const auto never = [] {
    gate opened{"never opened"};
    thread other([&] { opened.wait(); });
    other.join();
  };
  require_bug(explored(never), "unmet-schedule",
              "T1 waits for gate `never opened`, which no thread can open now");
  const auto too_few = [] {
    counting_gate three{"three", 3};
    three.open();
    three.wait();
  };
  require_bug(explored(too_few), "unmet-schedule", "opened 1 of 3 times");
  const auto condition = [] {
    atomic<int> value{0};
    wait_until("value is one", [&] { return value.load() == 1; });
  };
  require_bug(explored(condition), "unmet-schedule", "main waits until `value is one` holds");
}

TEST_CASE("executions that cannot follow the schedule prove nothing, and others are judged") {
  const auto body = [](Seen& seen) {
    atomic<int> value{0};
    gate is_one{"is one"};
    thread other([&] { value.store(1); });
    if (value.load() == 1) is_one.open();
    is_one.wait();
    seen(value.load());
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("a deadlock of the program is one, whatever waits at a gate") {
  const auto body = [] {
    mutex left{"left"};
    mutex right{"right"};
    gate never{"never"};
    gate locked{"locked"};
    thread waiting([&] { never.wait(); });
    thread other([&] {
      right.lock();
      locked.open();
      left.lock();
    });
    left.lock();
    locked.wait();
    right.lock();
  };
  require_bug(explored(body), "partial-deadlock", "a gate keeps another thread waiting");
}

TEST_CASE("a gate orders no memory: a race between threads that it orders is one") {
  const auto body = [] {
    shared<int> value{0};
    gate stored{"stored"};
    thread other([&] {
      value = 1;
      stored.open();
    });
    stored.wait();
    value = 2;
    other.join();
  };
  require_bug(explored(body), "race", "");
}

TEST_CASE("an event waits for what the schedule names before it") {
  const auto body = [](Seen& seen) {
    MCHECK_SCHEDULE("stored -> loading, loaded -> storing_again");
    atomic<int> value{0};
    thread other([&] {
      value.store(1);
      MCHECK_EVENT("stored");
      MCHECK_EVENT("storing_again");
      value.store(2);
    });
    MCHECK_EVENT("loading");
    seen(value.load());
    MCHECK_EVENT("loaded");
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("an event in brackets has happened when its thread has blocked since") {
  const auto body = [](Seen& seen) {
    MCHECK_SCHEDULE("[waiting] -> notifying");
    mutex guard;
    condition_variable changed;
    int value = 0;
    thread other([&] {
      MCHECK_EVENT("waiting");
      unique_lock<mutex> lock(guard);
      if (value == 0) changed.wait(lock);
      seen(value);
    });
    MCHECK_EVENT("notifying");
    {
      const lock_guard<mutex> lock(guard);
      ++value;
    }
    changed.notify_one();
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("a thread that only may block is not taken to have blocked") {
  const auto body = [](Seen& seen) {
    MCHECK_SCHEDULE("locked -> locking, [locking] -> unlocking");
    mutex guard;
    atomic<int> value{0};
    thread other([&] {
      MCHECK_EVENT("locking");
      const lock_guard<mutex> lock(guard);
      seen(value.load());
    });
    guard.lock();
    MCHECK_EVENT("locked");
    MCHECK_EVENT("unlocking");
    value.store(1);
    guard.unlock();
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{1});
}

TEST_CASE("alternatives, numbers and threads of events") {
  const auto body = [](Seen& seen) {
    MCHECK_SCHEDULE("added#2 & (first@T1 | second@T1) -> looking");
    atomic<int> count{0};
    thread other([&] {
      for (int i = 0; i < 3; ++i) {
        count.fetch_add(1);
        MCHECK_EVENT("added");
      }
      MCHECK_EVENT("second");
    });
    MCHECK_EVENT("looking");
    seen(count.load());
    other.join();
  };
  const TwiceExplored result = explored(body);
  require_verified(result);
  CHECK(result.seen == std::vector{3});
}

TEST_CASE("a wait for no opening at all is no wait, and hides no livelock") {
  const auto body = [] {
    counting_gate others{"others", 0};
    atomic<int> value{0};
    thread spinning([&] {
      others.wait();
      while (value.load() == 1) this_thread::yield();
    });
    thread storing([&] { value.store(1); });
    spinning.join();
    storing.join();
  };
  require_bug(explored(body), "livelock", "");
}

TEST_CASE("a thread that has ended does not block any more") {
  const auto body = [] {
    MCHECK_SCHEDULE("[working] -> later");
    for (int i = 0; i < 70; ++i) thread([] { MCHECK_EVENT("working"); }).join();
  };
  require_verified(explored(body));
}

TEST_CASE("a schedule ends with its scope, and what it waits for then does not matter") {
  const auto body = [](Seen& seen) {
    {
      MCHECK_SCHEDULE("[working] -> later");
      MCHECK_EVENT("working");
    }
    mutex guard;
    thread other([&] { const lock_guard<mutex> lock(guard); });
    other.join();
    seen(1);
  };
  require_verified(explored(body));
}

}  // namespace mcheck::gates_test
