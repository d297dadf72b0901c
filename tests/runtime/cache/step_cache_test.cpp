// SPDX-License-Identifier: MIT
// A search that takes steps from the cache (engine/runtime/cache/step_cache.hpp) logs the same as
// one that runs them: all executions, event by event.
#include <catch2/catch.hpp>
#include <mcheck/mcheck.hpp>
#include <memory>
#include <mutex>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/runtime/cache/step_cache_comparison.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::step_cache_test {
using mcheck::cached_steps::compare_all;
using mcheck::cached_steps::How;

TEST_CASE("random programs are searched in the same way with the step cache and without") {
  const int wanted = is_deep() ? 3000 : mcheck::kAddressSanitizer ? 10 : 120;
  std::uint64_t known = 0;
  for (int seed = 1; seed <= wanted; ++seed) {
    const table::Program program = table::random_program(static_cast<std::uint64_t>(seed), 3);
    INFO("seed " << seed << "\n" << table::text(program));
    const auto body = table::checked(program, seed);
    known += compare_all(body, {.executions = 300, .cached_ends = seed % 3 == 0});
  }
  CHECK((known > 300u * static_cast<unsigned>(wanted) || mcheck::kAddressSanitizer));
}

// Whether the write happens before the read is not in memory: in either case the lock is free, and
// the writer has finished.
TEST_CASE("a race is found where the same step was no race before") {
  const auto body = [] {
    mcheck::shared<int> data{0};
    mcheck::mutex guard;
    const auto pass = [&] { const std::lock_guard lock(guard); };
    mcheck::thread one([&] {
      data = 0;
      pass();
    });
    mcheck::thread two([&] {
      pass();
      (void)static_cast<int>(data);
    });
    one.join();
    two.join();
  };
  const How how{.behaviour = {.ignore_leaks = true}};
  const std::uint64_t known = compare_all(body, how);
  CHECK((known > 0 || mcheck::kAddressSanitizer));
  const mcheck::SearchReport report = mcheck::cached_steps::search(body, how, true);
  CHECK(report.failing > 0);
  CHECK(report.failing < report.executions);
}

TEST_CASE("an object that is no longer used in one execution is used in another") {
  compare_all([] {
    mcheck::atomic<int> left{2};
    const auto guard = std::make_unique<mcheck::mutex>();
    const auto leave = [&] {
      { const std::lock_guard lock(*guard); }
      --left;
    };
    mcheck::thread one(leave);
    mcheck::thread two(leave);
    one.join();
    if (left.load() == 1) guard->lock();
    if (left.load() == 0) guard->~mutex(), new (guard.get()) mcheck::mutex;
    two.join();
  });
}

}  // namespace mcheck::step_cache_test
