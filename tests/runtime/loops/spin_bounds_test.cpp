// SPDX-License-Identifier: MIT
// Spin loops under a bound on preemptions: a switch away from a spinning thread costs nothing, and
// the reduction reaches all that depth-first search reaches within a bound.
#include "engine/platform/processor/raw_copy.hpp"
#include "tests/runtime/loops/spinning.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/draw.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::spin_bounds_test {
namespace {

using namespace spinning;
using mcheck::atomic;

// The results of all threads, as one small number.
unsigned outcome(const table::Program& program) {
  unsigned sum = 0;
  for (const auto& r : table::run(program)) {
    for (const int value : r) sum = sum * 31 + static_cast<unsigned>(value);
  }
  return sum % 1024;
}

using Body = std::function<unsigned()>;

// All results that depth-first search reaches within the bound, and every way to be stuck in it.
void reaches_what_dfs_reaches(const Body& body, int bound) {
  INFO("bound " << bound);
  const ExploredResults all =
      explore_results(body, {.strategy = "dfs", .bound = bound, .stop_after = 0});
  const ExploredResults found =
      explore_results(body, {.strategy = "trust", .bound = bound, .stop_after = 0});
  const auto bug = mcheck::verdict::bug;
  CHECK((found.summary.verdict == bug || all.summary.verdict != bug));
  for (unsigned result = 0; result < all.results.size(); ++result) {
    if (!all.results[result]) continue;
    INFO("result " << result);
    CHECK(found.results[result]);
    // That it was run is not enough: it must count as within the bound.
    const ExploredResults checked = explore_results(
        [&] {
          const unsigned seen = body();
          mcheck::check(seen != result, "another result");
          return seen;
        },
        {.strategy = "trust", .bound = bound});
    CHECK(checked.summary.verdict == bug);
  }
}

// What a thread does in one step, or while it spins.
enum class ActionKind { kStore, kAdd, kLoad, kUntilOne, kUntilEither, kUntilBoth, kTake, kGive };

struct Action {
  ActionKind kind = ActionKind::kLoad;
  std::size_t variable = 0;
  unsigned value = 0;
};

using Team = std::vector<std::vector<Action>>;

Team random_team(std::uint64_t seed) {
  table::Draw draw(seed);
  Team threads(draw.one_in(2) ? 3 : 2);
  for (std::vector<Action>& thread : threads) {
    const int length = 2 + draw.below(threads.size() == 2 ? 3 : 2);
    for (int i = 0; i < length; ++i) {
      const auto kind = static_cast<ActionKind>(draw.below(8));
      const auto variable = static_cast<std::size_t>(draw.below(2));
      thread.push_back({kind, variable, static_cast<unsigned>(1 + draw.below(2))});
    }
  }
  return threads;
}

std::string text(const Team& threads) {
  std::string all;
  for (const std::vector<Action>& thread : threads) {
    for (const Action& it : thread) {
      all += std::to_string(static_cast<int>(it.kind)) + " x" + std::to_string(it.variable) + " " +
             std::to_string(it.value) + "; ";
    }
    all += "\n";
  }
  return all;
}

class Runner {
 public:
  unsigned run(const Team& threads) {
    std::vector<unsigned> seen(threads.size());
    team(static_cast<unsigned>(threads.size()), [&](unsigned who) {
      for (const Action& it : threads[who]) act(it, seen[who]);
    });
    unsigned sum = 0;
    for (const unsigned each : seen) sum = sum * 31 + each;
    return sum % 1024;
  }

 private:
  void act(const Action& it, unsigned& seen) {
    atomic<unsigned>& here = variables_[it.variable];
    atomic<unsigned>& there = variables_[1 - it.variable];
    switch (it.kind) {
      case ActionKind::kStore: here.store(it.value); return;
      case ActionKind::kAdd: seen = 5 * seen + here.fetch_add(1); return;
      case ActionKind::kLoad: seen = 5 * seen + here.load(); return;
      case ActionKind::kUntilOne:
        while (here.load() != it.value) {
        }
        return;
      case ActionKind::kUntilEither:
        while (here.load() != it.value && there.load() != it.value) {
        }
        return;
      case ActionKind::kUntilBoth:
        while (here.load() != it.value || there.load() == 0) {
        }
        return;
      case ActionKind::kTake:
        while (taken_.exchange(true)) {
        }
        return;
      case ActionKind::kGive: taken_.store(false); return;
    }
  }

  std::array<atomic<unsigned>, 2> variables_{0, 0};
  atomic<bool> taken_{false};
};

}  // namespace

TEST_CASE("random spin loops reach within a bound what depth-first search reaches") {
  const std::uint64_t programs = is_deep() ? 2000 : mcheck::kAddressSanitizer ? 20 : 150;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Team threads = random_team(seed);
    INFO("seed " << seed << "\n" << text(threads));
    for (int bound = 0; bound <= 2; ++bound) {
      reaches_what_dfs_reaches([&threads] { return Runner().run(threads); }, bound);
    }
  }
}

TEST_CASE("random programs that spin reach within a bound what depth-first search reaches") {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < (is_deep()                   ? 10'000
                                           : mcheck::kAddressSanitizer ? 10
                                                                       : 500);
       ++seed) {
    const table::Program program = table::random_program(seed, 2 + static_cast<int>(seed % 3));
    if (!has_await(program)) continue;
    if (!table::enumerate(program, -1, 3'000).complete) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    for (int bound = 0; bound <= 2; ++bound) {
      reaches_what_dfs_reaches([&program] { return outcome(program); }, bound);
    }
  }
}

TEST_CASE("leaving a thread that spins is no preemption") {
  // T1 has begun when T2 reads `begun`: nobody was preempted, T1 only waits.
  const auto body = [] {
    atomic<int> begun{0, "begun"};
    atomic<bool> ready{false, "ready"};
    unsigned seen = 0;
    mcheck::thread waiting([&] {
      begun.store(1);
      while (!ready.load()) {
      }
      begun.store(2);
    });
    mcheck::thread other([&] {
      seen = static_cast<unsigned>(begun.load());
      ready.store(true);
    });
    waiting.join();
    other.join();
    return seen;
  };
  reaches_what_dfs_reaches(body, 0);
  const ExploredResults found = explore_results(body, {.strategy = "trust", .bound = 0});
  CHECK(found.results[1]);
}

TEST_CASE("leaving a thread that spins on several variables is no preemption") {
  const auto body = [] {
    atomic<int> begun{0, "begun"};
    atomic<bool> wants{true, "wants"};
    atomic<int> turn{1, "turn"};
    unsigned seen = 0;
    mcheck::thread waiting([&] {
      begun.store(1);
      while (wants.load() && turn.load() == 1) {
      }
      begun.store(2);
    });
    mcheck::thread other([&] {
      seen = static_cast<unsigned>(begun.load());
      turn.store(0);
      seen = 4 * seen + static_cast<unsigned>(begun.load());
    });
    waiting.join();
    other.join();
    return seen;
  };
  for (int bound = 0; bound <= 2; ++bound) reaches_what_dfs_reaches(body, bound);
}

}  // namespace mcheck::spin_bounds_test
