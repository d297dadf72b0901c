// SPDX-License-Identifier: MIT
// How repeated changes (repeated_changes.hpp) come to an end: by a failure, by other threads, by a
// limit.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <mcheck/mcheck.hpp>
#include <memory>
#include <new>

#include "tests/runtime/machine/repeated_changes.hpp"

namespace mcheck::repeated_changes_end_test {
using repeating::BatchSize;
using repeating::Body;
using repeating::kMany;
using repeating::require_same_by_all;
using repeating::search;

TEST_CASE("using an atomic that has ended, or is none, is reported") {
  using Number = mcheck::atomic<int>;
  for (const bool moved : {false, true}) {
    require_same_by_all([moved](BatchSize& batch) {
      alignas(Number) unsigned char memory[2 * sizeof(Number)];
      auto* made = new (memory) Number(0);
      for (int k = 0; k < 20; ++k) made->fetch_add(1);
      batch.sample();
      if (moved) {
        std::copy(memory, memory + sizeof(Number), memory + sizeof(Number));
        made = std::launder(reinterpret_cast<Number*>(memory + sizeof(Number)));
      } else {
        std::destroy_at(made);
      }
      made->fetch_add(1);
    });
  }
  // Its id says that the engine does not know it.
  require_same_by_all([](BatchSize& batch) {
    alignas(Number) unsigned char memory[sizeof(Number)];
    auto* const made = new (memory) Number(0);
    for (int k = 0; k < 20; ++k) made->fetch_add(1);
    batch.sample();
    volatile unsigned char* const bytes = memory;
    for (std::size_t i = 0; i < sizeof(std::uint32_t); ++i) bytes[i] = 0;
    for (int k = 0; k < 20; ++k) made->fetch_add(1);
    mcheck::check(made->load() == 20, "another one");
  });
}

TEST_CASE("a failure in the middle is found there, and reported with all that came before") {
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    mcheck::thread other([&] { number.exchange(7); });
    for (int i = 0; i < kMany; ++i) {
      const int before = number.fetch_add(1);
      batch.sample();
      mcheck::check(before != 257, "the wrong number");
    }
    other.join();
  });
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    for (int i = 0; i < kMany; ++i) {
      number.store(i);
      batch.sample();
      if (i == 150) mcheck::assume(false);
    }
  });
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    mcheck::shared<int> data{0};
    mcheck::thread other([&] {
      if (number.load(std::memory_order_acquire) > 3) data.store(1);
    });
    for (int i = 0; i < 40; ++i) number.fetch_add(1, std::memory_order_relaxed);
    batch.sample();
    data.store(2);
    for (int i = 0; i < 40; ++i) number.fetch_add(1, std::memory_order_relaxed);
    other.join();
  });
  require_same_by_all(
      [](BatchSize& batch) {
        mcheck::atomic<unsigned> number{0};
        for (;;) {
          ++number;
          batch.sample();
        }
      },
      {.steps = 1500});
}

TEST_CASE("other threads wait for it, spin on it, and come before and after") {
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    mcheck::atomic<int> ready{0};
    for (int i = 0; i < 20; ++i) number.fetch_add(1);
    batch.sample();
    mcheck::thread waits([&] {
      number.wait(20);
      ready.fetch_add(1);
    });
    mcheck::thread polls([&] {
      while (number.load() < 30) mcheck::yield();
      for (int i = 0; i < 3; ++i) ready.fetch_add(1);
    });
    for (int i = 0; i < 10; ++i) number.fetch_add(1);
    number.notify_all();
    mcheck::await(ready, 4);
    waits.join();
    polls.join();
    for (int i = 0; i < 20; ++i) number.fetch_add(1);
    mcheck::check(number == 50, "all of them");
  });
}

// A step that leaves the value as it was may be a spin, whatever was done before.
TEST_CASE("a thread that changes something many times and then nothing any more spins for ever") {
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    for (int i = 1; i <= 20; ++i) number.store(i);
    batch.sample();
    for (volatile bool goes_on = true; goes_on;) number.store(20);
  });
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    for (int i = 1; i <= 20; ++i) number.fetch_add(i);
    batch.sample();
    while (number.fetch_add(0) != 7) {
    }
  });
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    mcheck::thread other([&] { number.exchange(7); });
    for (int i = 1; i <= 20; ++i) number.fetch_xor(1 << i);
    batch.sample();
    while ((number.fetch_or(0) & 1) == 0) {
    }
    other.join();
  });
}

TEST_CASE("without ticks nothing is only noted") {
  const Body body = [](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    for (int i = 1; i <= 20; ++i) number.fetch_add(i);
    batch.sample();
  };
  CHECK((search(body, "dfs", {}).batch > 0) == !mcheck::kAddressSanitizer);
  CHECK(search(body, "dfs", {.patience = 0}).batch == 0);
}

// A computing thread is not interrupted for this; at each tick the engine flushes what it has
// noted.
TEST_CASE(
    "a thread that adds slowly, many times, reaches no limit, and one that stops after that does") {
  const auto for_milliseconds = [](int wanted) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(wanted);
    while (std::chrono::steady_clock::now() < until) {
    }
  };
  const auto found = [&](bool stops) {
    const Body body = [&, stops](BatchSize&) {
      mcheck::atomic<int> number{0};
      for (int i = 0; i < 30; ++i) {
        ++number;
        for_milliseconds(30);
      }
      for (volatile bool goes_on = stops; goes_on;) {
      }
    };
    return search(body, "dfs", {.patience = 0.4}).report;
  };
  CHECK(found(false).failures.empty());
  const mcheck::SearchReport stopped = found(true);
  CHECK(stopped.failures.empty());
  REQUIRE(stopped.limits.size() == 1);
  CHECK(stopped.limits[0].failure.kind == mcheck::FailureKind::kLimitPatience);
  CHECK(stopped.events >= 30);
}

}  // namespace mcheck::repeated_changes_end_test
