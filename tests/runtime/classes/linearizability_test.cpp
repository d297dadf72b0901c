// SPDX-License-Identifier: MIT
// The judge of class tests against brute force: random calls, each a few loads and stores of two
// registers. Brute force simulates every interleaving of their steps, beginnings and returns, and
// tries every order of the calls. It shares no code with the engine.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <mcheck/atomic.hpp>
#include <mcheck/classes.hpp>

#include "engine/base/random.hpp"
#include "engine/host/search/exploration.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kPrograms = 6;
constexpr std::size_t kReadBoth = kPrograms - 1;

struct RegisterStep {
  bool stores = false;
  std::size_t which = 0;
  int value = 0;
};

// What each call does, by its argument. The last one reads both registers.
using CallPrograms = std::array<std::vector<RegisterStep>, kPrograms>;
CallPrograms call_programs;  // NOLINT: constant during an exploration

class Registers {
 public:
  int run(int program) {
    int result = 0;
    for (const RegisterStep& step : call_programs[static_cast<std::size_t>(program)]) {
      if (step.stores) {
        values_[step.which].store(step.value);
      } else {
        result = result * 4 + values_[step.which].load();
      }
    }
    return result;
  }

 private:
  atomic<int> values_[2]{0, 0};
};

using RandomCalls = std::vector<std::vector<std::size_t>>;  // by thread: programs

CallPrograms random_programs(Random& random) {
  CallPrograms programs;
  for (std::size_t i = 0; i < kReadBoth; ++i) {
    for (std::uint64_t steps = 1 + random.below(2); steps > 0; --steps) {
      programs[i].push_back({.stores = random.below(2) == 0,
                             .which = random.below(2),
                             .value = 1 + static_cast<int>(random.below(2))});
    }
  }
  programs[kReadBoth] = {{.which = 0}, {.which = 1}};
  return programs;
}

RandomCalls random_calls(Random& random) {
  RandomCalls calls(2 + random.below(2));
  for (auto& thread : calls) {
    const std::uint64_t count = calls.size() == 2 ? 1 + random.below(2) : 1;
    for (std::uint64_t i = 0; i < count; ++i) thread.push_back(random.below(kPrograms));
  }
  return calls;
}

// The test as the engine takes it.
std::string text_of(const RandomCalls& calls) {
  std::string text = "0/0:";
  for (const auto& thread : calls) {
    text += "/";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      text += std::string(i == 0 ? "" : ";") + "1:#0,=" + std::to_string(thread[i]);
    }
  }
  return text + "/1:#0,=" + std::to_string(kReadBoth);
}

// All histories of some calls, one after another.
class BruteForce {
 public:
  explicit BruteForce(const RandomCalls& calls) : calls_(calls) {
    for (std::size_t t = 0; t < calls.size(); ++t) {
      first_call_.push_back(call_count_);
      call_count_ += calls[t].size();
    }
    state_.threads.resize(calls.size());
    state_.results.resize(call_count_);
    state_.before.resize(call_count_);
    state_.returned.resize(call_count_);
    interleave();
  }

  [[nodiscard]] bool is_linearizable() const { return linearizable_; }
  // A result that some order gives, but no order that respects the returns.
  [[nodiscard]] bool depends_on_returns() const { return depends_on_returns_; }

 private:
  using Memory = std::array<int, 2>;
  struct ThreadState {
    std::size_t call = 0;
    std::size_t step = 0;  // 0: has not begun; then its program's; then it returns
  };
  struct State {
    Memory memory{};
    std::vector<ThreadState> threads;
    std::vector<int> results;
    std::vector<std::vector<bool>> before;  // by call: which had returned when it began
    std::vector<bool> returned;
  };

  static void run_step(const RegisterStep& step, Memory& memory, int& result) {
    if (step.stores) {
      memory[step.which] = step.value;
    } else {
      result = result * 4 + memory[step.which];
    }
  }

  void interleave() {
    bool any = false;
    for (std::size_t t = 0; t < calls_.size(); ++t) {
      if (state_.threads[t].call == calls_[t].size()) continue;
      any = true;
      const State kept = state_;
      advance(t);
      interleave();
      state_ = kept;
    }
    if (!any) judge();
  }

  void advance(std::size_t t) {
    ThreadState& thread = state_.threads[t];
    const std::size_t call = first_call_[t] + thread.call;
    const auto& program = call_programs[calls_[t][thread.call]];
    if (thread.step == 0) {
      state_.before[call] = state_.returned;
    } else if (thread.step <= program.size()) {
      run_step(program[thread.step - 1], state_.memory, state_.results[call]);
    } else {
      state_.returned[call] = true;
      ++thread.call;
      thread.step = 0;
      return;
    }
    ++thread.step;
  }

  void judge() {
    if (!judged_.insert({state_.results, state_.memory, state_.before}).second) return;
    std::vector<std::size_t> order(call_count_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool fits = false;
    bool gives = false;
    do {
      if (!keeps_program_order(order) || !gives_results(order)) continue;
      gives = true;
      fits = fits || keeps_returns(order);
    } while (std::next_permutation(order.begin(), order.end()));
    linearizable_ = linearizable_ && fits;
    depends_on_returns_ = depends_on_returns_ || (gives && !fits);
  }

  [[nodiscard]] bool keeps_program_order(const std::vector<std::size_t>& order) const {
    for (std::size_t t = 0; t < calls_.size(); ++t) {
      std::size_t next = first_call_[t];
      for (const std::size_t call : order) {
        if (call < first_call_[t] || call >= first_call_[t] + calls_[t].size()) continue;
        if (call != next++) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool keeps_returns(const std::vector<std::size_t>& order) const {
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        if (state_.before[order[i]][order[j]]) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool gives_results(const std::vector<std::size_t>& order) const {
    Memory memory{};
    std::vector<int> results(call_count_);
    for (const std::size_t call : order) {
      std::size_t t = calls_.size() - 1;
      while (first_call_[t] > call) --t;
      for (const RegisterStep& step : call_programs[calls_[t][call - first_call_[t]]]) {
        run_step(step, memory, results[call]);
      }
    }
    return results == state_.results && memory == state_.memory;
  }

  const RandomCalls& calls_;
  std::vector<std::size_t> first_call_;  // of each thread
  std::size_t call_count_ = 0;
  State state_;
  std::set<std::tuple<std::vector<int>, Memory, std::vector<std::vector<bool>>>> judged_;
  bool linearizable_ = true;
  bool depends_on_returns_ = false;
};

Result explore_calls(const std::string& text, const std::string& strategy) {
  const Subject subject{
      .program = "registers", .test = "classes", .arguments = {text}, .body = [&] {
        detail::run_class_test(text);
      }};
  options how;
  how.strategy = strategy;
  how.minimise = 0;
  return explore_subject(subject, how, {.source_locations = false}).result;
}

}  // namespace
}  // namespace mcheck

MCHECK_CLASS(mcheck::Registers) {
  about.values<int>({0, 1, 2, 3, 4, 5});
  about.constructor<>("Registers");
  about.operation<mcheck::Registers&, int>(
      "run", [](mcheck::Registers& registers, int program) { return registers.run(program); });
}

namespace mcheck {

TEST_CASE("what brute force finds linearizable is verified, and nothing else") {
  const int rounds = std::getenv("MCHECK_DEEP") != nullptr ? 20'000 : 400;
  int linearizable = 0;
  int by_returns = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    call_programs = random_programs(random);
    const RandomCalls calls = random_calls(random);
    const BruteForce expected(calls);
    linearizable += expected.is_linearizable() ? 1 : 0;
    by_returns += expected.depends_on_returns() ? 1 : 0;
    for (const char* strategy : {"trust", "odpor", "dfs"}) {
      const std::string text = text_of(calls);
      const Result result = explore_calls(text, strategy);
      const std::string message =
          result.failures.empty() ? result.reason : result.failures.front().message;
      CAPTURE(seed, strategy, text, message);
      REQUIRE(result.verdict == (expected.is_linearizable() ? Verdict::kVerified : Verdict::kBug));
      if (result.verdict == Verdict::kBug) {
        REQUIRE(result.failures.front().kind == FailureKind::kNotLinearizable);
      }
    }
  }
  // The programs are not all of one sort.
  CHECK(linearizable > rounds / 10);
  CHECK(linearizable < rounds - rounds / 10);
  CHECK(by_returns > rounds / 100);
}

}  // namespace mcheck
