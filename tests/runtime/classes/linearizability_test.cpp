// SPDX-License-Identifier: MIT
// The judge of class tests against brute force: random calls, each a few loads and stores of two
// registers. Brute force simulates every interleaving of their steps, beginnings and returns, and
// tries every order of the calls, for each consistency condition. It shares no code with the
// engine. A judge that is wrong on purpose has to be noticed.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <mcheck/atomic.hpp>
#include <mcheck/classes.hpp>

#include "engine/base/random.hpp"
#include "engine/host/classes/judge_canary.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/model/class_test.hpp"

#include "tests/support/deep.hpp"

namespace mcheck::linearizability_test {
namespace {

constexpr std::size_t kPrograms = 6;
constexpr std::size_t kReadBoth = kPrograms - 1;
constexpr consistency kConditions[] = {consistency::linearizable, consistency::sequential,
                                       consistency::quiescent};

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

// Among the classes of this program, in the order of their registration.
std::string class_number(const std::string& name) {
  const std::span<const char* const> tables = registered_class_tables();
  const auto found = std::ranges::find_if(
      tables, [&](const std::string& table) { return table.starts_with("class\t" + name + "\n"); });
  return std::to_string(found - tables.begin());
}

// The test as the engine takes it.
std::string text_of(const RandomCalls& calls) {
  std::string text = class_number("Registers") + "/0:";
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

  // Whether each history has an order that the condition permits.
  [[nodiscard]] bool satisfies(consistency condition) const {
    return satisfied_[static_cast<std::size_t>(condition)];
  }
  // A result that some order gives, but no order that respects the returns.
  [[nodiscard]] bool depends_on_returns() const { return depends_on_returns_; }
  // Those that differ in results or in what had returned when a call began.
  [[nodiscard]] std::size_t histories() const { return judged_.size(); }

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
    std::vector<std::vector<bool>> quiescent;  // which had returned when none was running
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
      const bool none_runs = std::ranges::all_of(
          state_.threads, [](const ThreadState& each) { return each.step == 0; });
      if (none_runs) state_.quiescent.push_back(state_.returned);
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
    const auto history = std::tuple(state_.results, state_.memory, state_.before, state_.quiescent);
    if (!judged_.insert(history).second) return;
    std::vector<std::size_t> order(call_count_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::array<bool, 3> fits{};
    do {
      if (!gives_results(order)) continue;
      const bool is_program_order = keeps_program_order(order);
      const std::array<bool, 3> permits = {is_program_order && keeps_returns(order),
                                           is_program_order, keeps_quiescence(order)};
      for (std::size_t i = 0; i < fits.size(); ++i) fits[i] = fits[i] || permits[i];
    } while (std::next_permutation(order.begin(), order.end()));
    for (std::size_t i = 0; i < fits.size(); ++i) satisfied_[i] = satisfied_[i] && fits[i];
    depends_on_returns_ = depends_on_returns_ || (fits[1] && !fits[0]);
  }

  // Those that had returned at a quiescent moment are the first ones.
  [[nodiscard]] bool keeps_quiescence(const std::vector<std::size_t>& order) const {
    return std::ranges::all_of(state_.quiescent, [&](const std::vector<bool>& returned) {
      const auto count = std::ranges::count(returned, true);
      return std::all_of(order.begin(), order.begin() + count,
                         [&](std::size_t call) { return returned[call]; });
    });
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
  std::set<std::tuple<std::vector<int>, Memory, std::vector<std::vector<bool>>,
                      std::vector<std::vector<bool>>>>
      judged_;
  std::array<bool, 3> satisfied_ = {true, true, true};  // by condition
  bool depends_on_returns_ = false;
};

Result explore_calls(const std::string& text, const std::string& strategy, consistency condition) {
  const Subject subject{
      .program = "registers", .test = "classes", .arguments = {text}, .body = [&] {
        detail::run_class_test(text);
      }};
  options how;
  how.strategy = strategy;
  how.minimise = 0;
  how.condition = condition;
  return explore_subject(subject, how, {.source_locations = false}).result;
}

}  // namespace
}  // namespace mcheck::linearizability_test

using mcheck::linearizability_test::Registers;

MCHECK_CLASS(Registers) {
  about.values<int>({0, 1, 2, 3, 4, 5});
  about.constructor<>("Registers");
  about.operation<Registers&, int>(
      "run", [](Registers& registers, int program) { return registers.run(program); });
}

namespace mcheck::linearizability_test {

TEST_CASE("what brute force finds consistent is verified, and nothing else") {
  const bool deep = is_deep();
  const int rounds = deep ? 20'000 : 400;
  std::array<int, 3> satisfied{};
  int by_returns = 0;
  std::size_t histories = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    call_programs = random_programs(random);
    const RandomCalls calls = random_calls(random);
    const BruteForce expected(calls);
    by_returns += expected.depends_on_returns() ? 1 : 0;
    histories += expected.histories();
    for (const consistency condition : kConditions) {
      const bool fits = expected.satisfies(condition);
      satisfied[static_cast<std::size_t>(condition)] += fits ? 1 : 0;
      for (const char* strategy : {"trust", "odpor", "dfs"}) {
        // Conditions other than the first need no strategy of their own.
        const bool is_first = condition == consistency::linearizable || strategy[0] == 't';
        if (!is_first && !deep && seed % 8 != 0) continue;
        const std::string text = text_of(calls);
        const Result result = explore_calls(text, strategy, condition);
        const std::string message =
            result.failures.empty() ? result.reason : result.failures.front().message;
        CAPTURE(seed, strategy, text, message, condition);
        REQUIRE(result.verdict == (fits ? Verdict::kVerified : Verdict::kBug));
        if (fits) continue;
        REQUIRE(result.failures.front().kind == FailureKind::kNotLinearizable);
      }
    }
  }
  WARN(histories << " histories of " << rounds << " tests; linearizable, sequentially and "
                 << "quiescently consistent: " << satisfied[0] << ", " << satisfied[1] << ", "
                 << satisfied[2]);
  // The programs are not all of one sort, and the conditions differ: linearizable is the strongest.
  CHECK(satisfied[0] > rounds / 10);
  CHECK(satisfied[1] < rounds - rounds / 10);
  CHECK(satisfied[0] + rounds / 100 < satisfied[1]);
  CHECK(satisfied[0] + rounds / 100 < satisfied[2]);
  CHECK(by_returns > rounds / 100);
}

TEST_CASE("a judge that is wrong on purpose disagrees with brute force") {
  constexpr int kRounds = 400;
  std::array<int, 4> disagreements{};
  for (int seed = 0; seed < kRounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    call_programs = random_programs(random);
    const RandomCalls calls = random_calls(random);
    const BruteForce expected(calls);
    // Each canary has a fault of one direction: the other tests need not be run.
    const bool fits = expected.satisfies(consistency::linearizable);
    for (std::size_t i = 0; i < disagreements.size(); ++i) {
      const auto canary = static_cast<JudgeCanary>(i);
      const bool may_differ =
          canary == JudgeCanary::kForgetsAnOutcome ? fits : expected.depends_on_returns();
      if (!may_differ) continue;
      set_judge_canary(canary);
      const Result result = explore_calls(text_of(calls), "trust", consistency::linearizable);
      set_judge_canary(JudgeCanary::kHealthy);
      disagreements[i] += (result.verdict == Verdict::kVerified) != fits ? 1 : 0;
    }
  }
  CHECK(disagreements[static_cast<std::size_t>(JudgeCanary::kHealthy)] == 0);
  CHECK(disagreements[static_cast<std::size_t>(JudgeCanary::kIgnoresReturns)] > 0);
  CHECK(disagreements[static_cast<std::size_t>(JudgeCanary::kJudgesOneExecution)] > 0);
  CHECK(disagreements[static_cast<std::size_t>(JudgeCanary::kForgetsAnOutcome)] > 0);
}

}  // namespace mcheck::linearizability_test
