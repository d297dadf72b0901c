// SPDX-License-Identifier: MIT
// Repeated changes (repeated_changes.hpp): of all kinds, and with all kinds of steps in between.
#include <catch2/catch.hpp>
#include <cstdint>
#include <mcheck/mcheck.hpp>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "tests/runtime/machine/repeated_changes.hpp"

namespace mcheck::repeated_changes_test {
namespace {

using repeating::BatchSize;
using repeating::kMany;
using repeating::require_same_by_all;

struct Padded {
  std::int32_t wide = 0;
  char narrow = 0;

  friend bool operator==(const Padded&, const Padded&) = default;
};

template <class T>
void adds(BatchSize& batch) {
  mcheck::atomic<T> number{T{0}};
  T expected{0};
  for (int i = 0; i < kMany; ++i) {
    mcheck::check(number.fetch_add(static_cast<T>(i * 3)) == expected, "what was there");
    expected = static_cast<T>(expected + static_cast<T>(i * 3));
    batch.sample();
  }
  for (int i = 1; i < kMany; ++i) {
    expected = static_cast<T>(expected - static_cast<T>(i));
    mcheck::check((number -= static_cast<T>(i)) == expected, "what is there");
  }
  for (int i = 0; i < kMany; ++i) {
    expected = static_cast<T>(expected ^ static_cast<T>(i));
    mcheck::check((number ^= static_cast<T>(i)) == expected, "what is there");
  }
  for (int i = 0; i < kMany; ++i) {
    number |= static_cast<T>(i % 8);  // most change nothing
    expected = static_cast<T>(expected | static_cast<T>(i % 8));
  }
  for (int i = 0; i < kMany; ++i) {
    number.fetch_and(static_cast<T>(~i));
    expected = static_cast<T>(expected & static_cast<T>(~i));
  }
  mcheck::check(number.load() == expected, "what is there at last");
}

}  // namespace

TEST_CASE("repeated changes of an mcheck::atomic have the same result") {
  require_same_by_all(adds<std::uint8_t>);
  require_same_by_all(adds<std::int16_t>);
  require_same_by_all(adds<std::uint32_t>);
  require_same_by_all(adds<std::int64_t>);
}

TEST_CASE("so have exchanges, stores, and types that are no integers") {
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<Padded> padded{Padded{}};
    mcheck::atomic<int*> pointer{nullptr};
    mcheck::atomic<bool> flag{false};
    mcheck::atomic<double> real{0};
    int numbers[kMany] = {};
    pointer = numbers;
    for (int i = 1; i < kMany; ++i) {
      const Padded before = padded.exchange({i, static_cast<char>(i)});
      mcheck::check(before == Padded{i - 1, static_cast<char>(i - 1)}, "a struct");
      batch.sample();
    }
    for (int i = 0; i < kMany; ++i) {
      mcheck::check(pointer.fetch_add(1) == numbers + i, "a pointer");
    }
    for (int i = 0; i < kMany; ++i) {
      mcheck::check(flag.exchange(i % 2 == 0) == (i % 2 != 0), "a flag");
    }
    for (int i = 0; i < kMany; ++i) real += 0.5;
    mcheck::check(real == kMany / 2.0, "a real number");
    for (int i = 0; i < kMany; ++i) {
      real.store(i / 3 + 0.25, std::memory_order_release);  // two of three change nothing
    }
    for (int i = 0; i < kMany; ++i) {
      real.store(i % 2 == 0 ? 0.5 : (kMany - 1) / 3 + 0.25);
      batch.sample();
    }
    mcheck::check(real == (kMany - 1) / 3 + 0.25, "the last that was stored");
  });
}

TEST_CASE("whatever comes in between is in its place") {
  require_same_by_all([](BatchSize& batch) {
    mcheck::atomic<int> number{0};
    mcheck::atomic<long> other{0};
    mcheck::mutex lock;
    mcheck::shared<int> data{0};
    int long_lived = 0;
    mcheck::atomic_ref<int> reference(long_lived);
    for (int i = 0; i < kMany; ++i) {
      number.fetch_add(1);
      if (i % 10 == 9) batch.sample();
      if (i % 31 == 0) other += number.load(std::memory_order_acquire);
      if (i % 37 == 0) data.store(data.load() + 1);
      if (i % 41 == 0) lock.lock();
      if (i % 41 == 4) lock.unlock();
      if (i % 43 == 0) *std::make_unique<int>(i) += 1;
      if (i % 47 == 0) mcheck::check(mcheck::choose(2) < 2, "a choice");
      if (i % 53 == 0) reference.fetch_add(1);
      if (i % 59 == 0) mcheck::yield();
      if (i % 61 == 0) mcheck::note("so far", i);
      if (i % 67 == 0) mcheck::atomic_thread_fence(std::memory_order_seq_cst);
      int expected = i + 1;
      if (i % 71 == 0) mcheck::check(number.compare_exchange_strong(expected, i + 1), "as it was");
      expected = -1;
      if (i % 73 == 0) {
        mcheck::check(!number.compare_exchange_weak(expected, 0) && expected == i + 1, "not so");
      }
      if (i % 79 == 0) {
        try {
          throw std::runtime_error(std::to_string(i));
        } catch (const std::runtime_error&) {
        }
      }
    }
    if (number == kMany - 1) return;
    for (int i = 0; i < kMany; ++i) {  // two in turn each differ from the last
      number.fetch_sub(1);
      other.fetch_sub(1);
    }
    for (int i = 0; i < kMany; ++i) {  // nor are these the same operation
      number.fetch_add(1);
      number.fetch_sub(1, std::memory_order_relaxed);
      number.fetch_sub(1);
      number.store(i);
      number.exchange(i + 1);
    }
    for (int i = 0; i < 20; ++i) {  // nor with another memory order
      for (int k = 0; k < 4; ++k) number.fetch_add(1);
      for (int k = 0; k < 4; ++k) number.fetch_add(-1, std::memory_order_relaxed);
      for (int k = 0; k < 4; ++k) number.fetch_sub(k, std::memory_order_acq_rel);
      for (int k = 0; k < 4; ++k) number.fetch_add(k, std::memory_order_release);
      for (int k = 0; k < 4; ++k) number.fetch_add(0, std::memory_order_release);
    }
    mcheck::check(number == kMany, "what is there at last");
  });
}

TEST_CASE("an atomic is not mistaken for another that is created where it was") {
  require_same_by_all([](BatchSize& batch) {
    using Number = mcheck::atomic<int>;
    alignas(Number) unsigned char memory[sizeof(Number)];
    for (int i = 0; i < 4; ++i) {
      auto* made = new (memory) Number(i);
      for (int k = 0; k < 20; ++k) made->fetch_add(1);
      batch.sample();
      if (i % 2 == 0) std::destroy_at(made);  // or its end is not announced
      made = new (memory) Number(100);
      mcheck::check(made->fetch_add(1) == 100, "it begins anew");
      for (int k = 0; k < 20; ++k) made->fetch_add(1);
      mcheck::check(made->load() == 121, "and goes on");
      std::destroy_at(made);
    }
    auto kept = std::make_unique<Number>(0);
    auto* const where = kept.get();
    for (int k = 0; k < 20; ++k) ++*kept;
    for (int k = 0; k < 4; ++k) {
      kept.reset();
      kept = std::make_unique<Number>(k);
      for (int n = 0; n < 20; ++n) ++*kept;
      mcheck::check(*kept == k + 20, "on the heap, too");
    }
    (void)where;
  });
}

}  // namespace mcheck::repeated_changes_test
