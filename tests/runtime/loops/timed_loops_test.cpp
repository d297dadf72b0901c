// SPDX-License-Identifier: MIT
// Loops around timed waits: docs/algorithms/spin_loops.md. The loop has the results of one that
// gives up after a few iterations, if executions that give up are left out.
#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/runtime/loops/spinning.hpp"
#include "tests/support/generators/draw.hpp"

namespace mcheck::timed_loops_test {
namespace {

using namespace spinning;

constexpr int kEndless = -1;
constexpr std::chrono::milliseconds kShort{1};

struct Statement {
  enum class What : std::uint8_t { kSet, kAwait, kTake } what = What::kSet;
  std::size_t variable = 0;
  int value = 0;
  std::size_t condition = 0;
  int notifies = 0;  // nobody, one, all
};
using Program = std::vector<std::vector<Statement>>;

// The last thread waits; with `others`, the first may, too.
Program random_program(std::uint64_t seed, bool others) {
  table::Draw draw(seed);
  Program program(2);
  for (auto& thread : program) {
    const bool last = &thread == &program.back();
    const int count = last ? 1 : 1 + draw.below(2);
    for (int i = 0; i < count; ++i) {
      Statement next;
      if (last || others) next.what = static_cast<Statement::What>(draw.below(3));
      if (last && next.what == Statement::What::kSet) next.what = Statement::What::kAwait;
      next.variable = static_cast<std::size_t>(draw.below(2));
      next.value = 1 + draw.below(2);
      next.condition = static_cast<std::size_t>(draw.below(2));
      next.notifies = draw.below(3);
      thread.push_back(next);
    }
  }
  return program;
}

std::string text_of(const Program& program) {
  std::string text;
  for (const auto& thread : program) {
    for (const Statement& s : thread) {
      const char* names[] = {"set", "await", "take"};
      text += std::string(names[static_cast<int>(s.what)]) + " v" + std::to_string(s.variable) +
              "=" + std::to_string(s.value) + " c" + std::to_string(s.condition) + " n" +
              std::to_string(s.notifies) + "; ";
    }
    text += "\n";
  }
  return text;
}

// A thread that has waited that often gives up, and the execution is discarded.
unsigned run(const Program& program, int most) {
  mcheck::mutex guard;
  mcheck::condition_variable conditions[2];
  int values[2] = {};
  unsigned sum = 0;
  const auto perform = [&](const Statement& s) {
    std::unique_lock lock(guard);
    int& value = values[s.variable];
    mcheck::condition_variable& condition = conditions[s.condition];
    if (s.what == Statement::What::kSet) {
      value = s.value;
    } else {
      if (most == kEndless) {
        while (value != s.value) condition.wait_for(lock, kShort);
      } else {
        for (int iteration = 0; value != s.value && iteration < most; ++iteration) {
          condition.wait_for(lock, kShort);
        }
        mcheck::assume(value == s.value);
      }
      sum = sum * 5 + static_cast<unsigned>(values[1 - s.variable]) + 1;
      if (s.what == Statement::What::kTake) value = 0;
    }
    if (s.notifies == 1) condition.notify_one();
    if (s.notifies == 2) condition.notify_all();
  };
  team(static_cast<unsigned>(program.size()), [&](unsigned i) {
    for (const Statement& s : program[i]) perform(s);
  });
  return (sum * 9 + static_cast<unsigned>(values[0] * 3 + values[1])) % 1024;
}

ExploredResults explore_iterations(const Program& program, int most, mcheck::options how) {
  how.stop_after = 0;
  return spinning::explore_results([&] { return run(program, most); }, how);
}

bool contains(const ExploredResults& all, const ExploredResults& some) {
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    if (some.results[i] && !all.results[i]) return false;
  }
  return true;
}

void check_verified(const std::function<unsigned()>& body, std::vector<unsigned> results) {
  for (const char* strategy : {"trust", "dfs"}) {
    const ExploredResults found = explore_results(body, {.strategy = strategy});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    for (unsigned i = 0; i < found.results.size(); ++i) {
      CHECK(found.results[i] == (std::ranges::find(results, i) != results.end()));
    }
  }
}

}  // namespace

TEST_CASE("a loop around a wait that times out has the results of its first iterations") {
  const std::uint64_t programs = mcheck::kAddressSanitizer ? 4 : 20;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const bool others = seed % 2 == 0;
    const Program program = random_program(seed, others);
    INFO("seed " << seed << "\n" << text_of(program));
    const ExploredResults trust = explore_iterations(program, kEndless, {.strategy = "trust"});
    const ExploredResults few = explore_iterations(program, 1, {.strategy = "trust"});
    CHECK(contains(trust, few));
    if (others) continue;  // without reduction each would count the other's iteration as a change
    const ExploredResults all = explore_iterations(program, kEndless, {.strategy = "dfs"});
    CHECK(all.summary.verdict == trust.summary.verdict);
    CHECK(all.results == trust.results);
  }
}

TEST_CASE("a loop that counts how often its wait times out does every iteration") {
  const auto body = [] {
    mcheck::mutex guard;
    mcheck::condition_variable changed;
    bool ready = false;
    unsigned iterations = 0;
    mcheck::thread other([&] {
      const std::lock_guard lock(guard);
      ready = true;
    });
    {
      std::unique_lock lock(guard);
      for (; !ready && iterations < 6; ++iterations) changed.wait_for(lock, kShort);
    }
    other.join();
    return iterations;
  };
  check_verified(body, {0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("a loop that writes visible data in each iteration does every iteration") {
  const auto body = [] {
    mcheck::mutex guard;
    mcheck::condition_variable changed;
    bool ready = false;
    auto iterations = std::make_unique<unsigned>(0);
    mcheck::thread other([&] {
      const std::lock_guard lock(guard);
      ready = *iterations > 2;
    });
    {
      std::unique_lock lock(guard);
      while (!ready && *iterations < 5) {
        ++*iterations;
        changed.wait_for(lock, kShort);
      }
    }
    other.join();
    return *iterations;
  };
  check_verified(body, {3, 4, 5});
}

TEST_CASE("what is written in each iteration is seen in isolated executions, too") {
  const auto body = [] {
    mcheck::mutex guard;
    mcheck::condition_variable changed;
    bool ready = false;
    auto iterations = std::make_unique<unsigned>(0);
    mcheck::thread other([&] {
      const std::lock_guard lock(guard);
      mcheck::check(*iterations < 5, "it is in time");
      ready = true;
    });
    {
      std::unique_lock lock(guard);
      while (!ready) {
        ++*iterations;
        changed.wait_for(lock, kShort);
      }
    }
    other.join();
    return 0u;
  };
  for (const auto isolate : {mcheck::isolation::none, mcheck::isolation::fork}) {
    const ExploredResults found = explore_results(body, {.strategy = "trust", .isolate = isolate});
    CHECK(found.summary.verdict == mcheck::verdict::bug);
    CHECK(found.summary.failure == "check");
  }
}

TEST_CASE("a repeated timed wait for what never comes is a livelock") {
  check_bug(
      [] {
        mcheck::mutex guard("guard");
        mcheck::condition_variable changed("changed");
        bool ready = false;
        std::unique_lock lock(guard);
        while (!ready) changed.wait_for(lock, kShort);
        return 0;
      },
      "livelock", "main waits at `changed` with a time limit repeatedly, for ever");
}

}  // namespace mcheck::timed_loops_test
