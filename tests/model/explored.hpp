// SPDX-License-Identifier: MIT
// Explores every schedule of a body twice, once by restoring memory and once by running again, and
// checks that both give the same result. Then it explores each class of schedules once, and checks
// that verdict and notes are the same. Returns the first result for the test to check.
//
// A body notes what it saw in a Seen: a plain array in the caller's stack, which is not restored.
#pragma once

#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <mcheck/explore.hpp>

namespace mcheck {

class Seen {
 public:
  static constexpr int kMost = 64;

  // REQUIRES: 0 <= value < kMost. Allocates nothing: memory would belong to the program.
  void operator()(int value) { seen_[static_cast<std::size_t>(value)] = true; }

  [[nodiscard]] std::vector<int> values() const {
    std::vector<int> list;
    for (int value = 0; value < kMost; ++value) {
      if (seen_[static_cast<std::size_t>(value)]) list.push_back(value);
    }
    return list;
  }

 private:
  std::array<bool, kMost> seen_{};
};

struct TwiceExplored : summary {
  std::vector<int> seen;  // in order, each once
};

// Explores body(seen) both ways.
inline TwiceExplored explored(const std::function<void(Seen&)>& body, options how = {}) {
  if (how.strategy == options{}.strategy) how.strategy = "dfs";
  const auto run = [&](backtracking backtrack, const char* strategy = nullptr) {
    Seen seen;
    how.backtrack = backtrack;
    if (strategy != nullptr) how.strategy = strategy;
    TwiceExplored result;
    static_cast<summary&>(result) = explore([&] { body(seen); }, how);
    result.seen = seen.values();
    return result;
  };
  const TwiceExplored restored = run(backtracking::restore);
  const TwiceExplored rerun = run(backtracking::rerun);
  INFO("restored: " << restored.message << "; rerun: " << rerun.message);
  CHECK(restored.verdict == rerun.verdict);
  CHECK(restored.executions == rerun.executions);
  CHECK(restored.traces_low == rerun.traces_low);
  CHECK(restored.traces_high == rerun.traces_high);
  CHECK(restored.message == rerun.message);
  CHECK(restored.schedule == rerun.schedule);
  CHECK(restored.seen == rerun.seen);
  if (how.strategy != "dfs" || how.executions > 0) return restored;
  const TwiceExplored reduced = run(backtracking::automatic, "optimal");
  INFO("reduced: " << reduced.message);
  CHECK(reduced.verdict == restored.verdict);
  if (restored.verdict == verdict::verified && how.bound < 0) CHECK(reduced.seen == restored.seen);
  if (restored.verdict == verdict::verified && how.bound < 0) {
    CHECK(reduced.executions <= restored.executions);
  }
  return restored;
}

inline TwiceExplored explored(const std::function<void()>& body, const options& how = {}) {
  return explored([&](Seen&) { body(); }, how);
}

inline void require_verified(const TwiceExplored& result) {
  INFO(result.failure << ": " << result.message);
  REQUIRE(result.verdict == verdict::verified);
}

// All schedules are correct, and there are so many of them.
inline void require_verified(const TwiceExplored& result, std::uint64_t executions) {
  require_verified(result);
  REQUIRE(result.executions == executions);
}

// Some schedule fails with this kind, and a message that contains these words.
inline void require_bug(const TwiceExplored& result, const std::string& kind,
                        const std::string& words) {
  INFO(result.failure << ": " << result.message);
  REQUIRE(result.verdict == verdict::bug);
  REQUIRE(result.failure == kind);
  REQUIRE_THAT(result.message, Catch::Contains(words));
  REQUIRE_FALSE(result.schedule.empty());
}

// Not a failure but a limit of mcheck, reported with a schedule as failures are.
inline void require_limit(const TwiceExplored& result, const std::string& kind,
                          const std::string& words) {
  INFO(result.failure << ": " << result.message);
  REQUIRE(result.verdict == verdict::incomplete);
  REQUIRE(result.failure == kind);
  REQUIRE_THAT(result.message, Catch::Contains(words));
  REQUIRE_FALSE(result.schedule.empty());
}

}  // namespace mcheck
