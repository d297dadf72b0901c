// SPDX-License-Identifier: MIT
// Data races on shared<T>, by the rules of C++: each wrong program has a correct variant.
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include <mcheck/mcheck.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::data_race_test {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// One thread writes and sets a flag, the other reads if it sees the flag.
void publish(std::memory_order store, std::memory_order load) {
  shared<int> data{0, "data"};
  atomic<bool> ready{false, "ready"};
  thread other([&] {
    data = 1;
    ready.store(true, store);
  });
  if (ready.load(load)) check(data == 1, "written");
  other.join();
}

void publish_by_fences(std::memory_order first, std::memory_order second) {
  shared<int> data{0, "data"};
  atomic<bool> ready{false, "ready"};
  thread other([&] {
    data = 1;
    mcheck::atomic_thread_fence(first);
    ready.store(true, kRelaxed);
  });
  if (ready.load(kRelaxed)) {
    mcheck::atomic_thread_fence(second);
    check(data == 1, "written");
  }
  other.join();
}

void require_race(const TwiceExplored& result, const std::string& words) {
  require_bug(result, "race", words);
}

}  // namespace

TEST_CASE("two unordered accesses race if one of them writes, whatever comes of it") {
  const auto both = [](auto first, auto second) {
    return explored([=] {
      shared<int> x{0, "x"};
      thread other([&] { first(x); });
      second(x);
      other.join();
    });
  };
  const auto reads = [](shared<int>& x) { (void)x.load(); };
  const auto writes = [](shared<int>& x) { x = 0; };
  require_race(both(reads, writes), "data race on `x`: T1 reads; main wrote before, and nothing");
  require_race(both(writes, reads), "data race on `x`: T1 writes; main read before, and nothing");
  require_race(both(writes, writes), "data race on `x`: T1 writes; main wrote before, and nothing");
  require_verified(both(reads, reads));
}

TEST_CASE("a race is ignored on request, and all orders are run") {
  const TwiceExplored result = explored(
      [](Seen& seen) {
        shared<int> x{1, "x"};
        thread other([&] { x = 2; });
        seen(x);
        other.join();
      },
      {.ignore_races = true});
  require_verified(result, 2);  // before and after the write
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("a race that is suppressed is none, by its variable or a function, and others are") {
  const auto two = [](const std::string& suppressions) {
    return explored(
        [] {
          shared<int> x{0, "known"};
          shared<int> y{0, "unknown"};
          thread other([&] {
            x = 1;
            y = 1;
          });
          x = 2;
          y.store(2);
          other.join();
        },
        {.suppressions = suppressions});
  };
  require_race(two("race:^known$\n"), "data race on `unknown`");
  require_race(two("race:^unknown$\n"), "data race on `known`");
  require_verified(two("race:^known$\nrace:^unknown$\n"));
  require_verified(two("race:data_race_test.cpp\n"));
}

TEST_CASE("a release that is acquired orders, and anything less does not") {
  require_verified(explored([] { publish(kRelease, kAcquire); }));
  require_verified(explored([] { publish(std::memory_order_seq_cst, kAcquire); }));
  require_race(explored([] { publish(kRelaxed, kAcquire); }), "data race on `data`");
  require_race(explored([] { publish(kRelease, kRelaxed); }), "data race on `data`");
}

TEST_CASE("fences on both sides order relaxed operations, and one alone does not") {
  require_verified(explored([] { publish_by_fences(kRelease, kAcquire); }));
  require_race(explored([] { publish_by_fences(kAcquire, kAcquire); }), "data race on `data`");
  require_race(explored([] { publish_by_fences(kRelease, kRelease); }), "data race on `data`");
}

TEST_CASE("one lock for both orders, and two locks do not") {
  const auto guarded = [](bool same) {
    return explored([same] {
      shared<int> x{0, "x"};
      mutex one{"one"};
      mutex two{"two"};
      thread other([&] {
        const std::lock_guard lock(same ? one : two);
        ++x;
      });
      {
        const std::lock_guard lock(one);
        ++x;
      }
      other.join();
      check(x == 2, "both");
    });
  };
  require_verified(guarded(true));
  require_race(guarded(false), "data race on `x`");
}

TEST_CASE("a sleep, a yield and a notify order nothing") {
  require_race(explored([] {
                 shared<int> x{0, "x"};
                 condition_variable changed{"changed"};
                 thread other([&] {
                   x = 1;
                   changed.notify_one();
                 });
                 this_thread::yield();
                 changed.notify_one();
                 (void)x.load();
                 other.join();
               }),
               "data race on `x`");
}

TEST_CASE("what a thread makes is written by it, and has to be published") {
  const auto made = [](std::memory_order store, std::memory_order load) {
    return explored([=] {
      std::unique_ptr<shared<int>> owner;
      atomic<shared<int>*> published{nullptr, "published"};
      thread other([&] {
        owner = std::make_unique<shared<int>>(7, "made");
        published.store(owner.get(), store);
      });
      if (const shared<int>* const seen = published.load(load); seen != nullptr) {
        check(*seen == 7, "whole");
      }
      other.join();
    });
  };
  require_verified(made(kRelease, kAcquire));
  require_race(made(kRelease, kRelaxed), "data race on `made`: main reads; T1 wrote before");
}

TEST_CASE("new data in the memory of old data has no history") {
  require_verified(explored([] {
    alignas(shared<int>) std::byte memory[sizeof(shared<int>)];
    for (int turn = 0; turn < 2; ++turn) {
      auto* const data = new (memory) shared<int>(turn, "data");
      thread other([&] { ++*data; });
      other.join();
      check(*data == turn + 1, "one more");
      data->~shared();
    }
  }));
}

TEST_CASE("a race that only some schedules have is found, and replays") {
  const TwiceExplored result = explored([] {
    shared<int> x{0, "x"};
    atomic<int> turn{0, "turn"};
    thread other([&] {
      if (turn.exchange(1) == 1) x = 1;
    });
    x = 2;
    if (turn.exchange(1) == 0) x = 3;
    other.join();
  });
  require_race(result, "data race on `x`");
}

}  // namespace mcheck::data_race_test
