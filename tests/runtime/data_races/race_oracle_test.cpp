// SPDX-License-Identifier: MIT
// mcheck and an oracle that shares no code with it agree on random programs: whether any execution
// has a data race. MCHECK_DEEP=1: on 100,000.
#include "tests/runtime/data_races/race_oracle.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/runtime/data_races/race_programs.hpp"
#include "tests/support/deep.hpp"

namespace race_programs::race_oracle_test {
namespace {

constexpr int kMostInterleavings = 4'000;

int wanted(int by_default, int deep) {
  if (mcheck::is_deep()) return deep;
  return mcheck::kAddressSanitizer ? by_default / 20 : by_default;
}

// Mostly the default strategy, which runs one execution of each class; sometimes all executions, or
// all states.
const char* strategy_for(std::uint64_t seed) {
  if (seed % 8 == 0) return "dfs";
  if (seed % 8 < 4 && seed % 8 > 1) return "states";
  return seed % 8 == 1 ? "trust" : "optimal";
}

struct Tally {
  int races = 0;
  int free_of_races = 0;
};

// Compares on that many programs that are small enough for the oracle.
Tally compare(int programs, Plain plain) {
  Tally tally;
  const bool mixed = plain == Plain::kHooks;
  for (std::uint64_t seed = 1; tally.races + tally.free_of_races < programs; ++seed) {
    const Program program = draw_program(seed, mixed);
    const Judgement judgement = judge(program, kMostInterleavings);
    if (!judgement.complete && !judgement.races) continue;
    const bool found = finds_race(program, plain, strategy_for(seed));
    if (found != judgement.races) {
      INFO("seed " << seed << (found ? ": mcheck alone finds a race\n" : ": mcheck finds none\n")
                   << text_of(program));
      REQUIRE(found == judgement.races);
    }
    ++(judgement.races ? tally.races : tally.free_of_races);
  }
  return tally;
}

// Simulates a wrong detector: it sees another program. True: the oracle disagrees.
bool is_caught(const std::function<void(Statement&)>& distort, int programs) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(programs); ++seed) {
    const Program program = draw_program(seed, false);
    const Judgement judgement = judge(program, kMostInterleavings);
    if (!judgement.complete && !judgement.races) continue;
    Program distorted = program;
    for (auto& statements : distorted.threads) {
      for (Statement& statement : statements) distort(statement);
    }
    if (finds_race(distorted, Plain::kShared, "optimal") != judgement.races) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("races on shared<T> are those that a naive computation of happens-before finds") {
  const Tally tally = compare(wanted(5'000, 50'000), Plain::kShared);
  CHECK(tally.races * 5 > tally.free_of_races);  // both kinds are tested
  CHECK(tally.free_of_races * 5 > tally.races);
}

TEST_CASE("races of instrumented accesses, mixed ones too, are those of a naive computation") {
  const Tally tally = compare(wanted(5'000, 50'000), Plain::kHooks);
  CHECK(tally.races * 5 > tally.free_of_races);
  CHECK(tally.free_of_races * 5 > tally.races);
}

TEST_CASE("a detector that is wrong about memory orders is caught by the random programs") {
  const auto takes_relaxed_for_acquire = [](Statement& s) {
    if (s.what == Do::kLoad && s.order == Order::kRelaxed) s.order = Order::kAcquire;
  };
  const auto takes_relaxed_for_release = [](Statement& s) {
    if (s.what == Do::kStore && s.order == Order::kRelaxed) s.order = Order::kRelease;
  };
  const auto forgets_fences = [](Statement& s) {
    if (s.what == Do::kFence) s = {.what = Do::kLoad, .order = Order::kRelaxed, .seen = 5};
  };
  const auto forgets_acquire = [](Statement& s) {
    if (s.what == Do::kLoad) s.order = Order::kRelaxed;
  };
  const auto forgets_locks = [](Statement& s) {
    if (s.what == Do::kLock || s.what == Do::kUnlock) s = {.what = Do::kLoad, .seen = 5};
  };
  const auto confuses_failure = [](Statement& s) {
    if (s.what == Do::kCas) s.failure = Order::kAcquire;
  };
  CHECK(is_caught(takes_relaxed_for_acquire, 2'000));
  CHECK(is_caught(takes_relaxed_for_release, 2'000));
  CHECK(is_caught(forgets_fences, 2'000));
  CHECK(is_caught(forgets_acquire, 2'000));
  CHECK(is_caught(forgets_locks, 2'000));
  CHECK(is_caught(confuses_failure, 20'000));
  CHECK_FALSE(is_caught([](Statement&) {}, 500));
}

}  // namespace race_programs::race_oracle_test
