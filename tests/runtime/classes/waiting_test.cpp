// SPDX-License-Identifier: MIT
// Calls that wait, judged as requests and completions, against brute force (waiting_oracle.hpp). A
// judge that is wrong on purpose has to be noticed.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>

#include <catch2/catch.hpp>
#include <mcheck/atomic.hpp>
#include <mcheck/classes.hpp>
#include <mcheck/semaphore.hpp>

#include "engine/base/random.hpp"
#include "engine/host/classes/judge_canary.hpp"
#include "engine/host/classes/sequential_runs.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/model/class_test.hpp"
#include "tests/runtime/classes/waiting_oracle.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::waiting_test {
namespace {

constexpr consistency kConditions[] = {consistency::linearizable, consistency::sequential};

WaitingPrograms waiting_programs;  // NOLINT: constant during an exploration

class WaitingRegisters {
 public:
  int run(int program) {
    int result = 0;
    for (const WaitingStep& step : waiting_programs[static_cast<std::size_t>(program)]) {
      switch (step.kind) {
        case StepKind::kLoad: result = result * 4 + values_[step.which].load(); break;
        case StepKind::kStore: values_[step.which].store(step.value); break;
        case StepKind::kAcquire: permits_.acquire(); break;
        case StepKind::kRelease: permits_.release(); break;
        case StepKind::kTimedAcquire:
          result = result * 4 + (permits_.try_acquire_for(std::chrono::seconds(1)) ? 1 : 0);
          break;
      }
    }
    return result;
  }

 private:
  atomic<int> values_[2]{0, 0};
  counting_semaphore<> permits_{0};
};

// Among the classes of this program, in the order of their registration.
std::string class_number(const std::string& name) {
  const std::span<const char* const> tables = registered_class_tables();
  const auto found = std::ranges::find_if(
      tables, [&](const std::string& table) { return table.starts_with("class\t" + name + "\n"); });
  return std::to_string(found - tables.begin());
}

// The test as the engine takes it.
std::string text_of(const WaitingCalls& calls) {
  std::string text = class_number("WaitingRegisters") + "/0:";
  for (const auto& thread : calls) {
    text += "/";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      text += std::string(i == 0 ? "" : ";") + "1:#0,=" + std::to_string(thread[i]);
    }
  }
  return text + "/1:#0,=" + std::to_string(kReadBothRegisters);
}

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
}  // namespace mcheck::waiting_test

using mcheck::waiting_test::WaitingRegisters;

MCHECK_CLASS(WaitingRegisters) {
  about.values<int>({0, 1, 2, 3, 4, 5});
  about.constructor<>("WaitingRegisters");
  about.operation<WaitingRegisters&, int>(
      "run", [](WaitingRegisters& object, int program) { return object.run(program); });
}

namespace mcheck::waiting_test {

TEST_CASE("what requests and completions explain is verified, and nothing else") {
  const bool deep = is_deep();
  const int rounds = deep ? 20'000 : 200;
  std::array<int, 2> explained{};
  int stuck = 0;
  int by_splits = 0;
  std::size_t histories = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    waiting_programs = random_waiting_programs(random);
    const WaitingCalls calls = random_waiting_calls(random);
    const WaitingBruteForce expected(waiting_programs, calls);
    by_splits += expected.needs_splits() ? 1 : 0;
    stuck += expected.explains_stuck() ? 0 : 1;
    histories += expected.histories();
    for (const consistency condition : kConditions) {
      const bool gives_results = condition == consistency::linearizable ? expected.is_linearizable()
                                                                        : expected.is_sequential();
      explained[static_cast<std::size_t>(condition)] += gives_results ? 1 : 0;
      const bool fits = gives_results && expected.explains_stuck();
      for (const char* strategy : {"trust", "odpor", "dfs"}) {
        const bool is_first = condition == consistency::linearizable || strategy[0] == 't';
        if (!is_first && !deep && seed % 8 != 0) continue;
        const std::string text = text_of(calls);
        const Result result = explore_calls(text, strategy, condition);
        const std::string message =
            result.failures.empty() ? result.reason : result.failures.front().message;
        CAPTURE(seed, strategy, text, message, condition);
        REQUIRE(result.verdict == (fits ? Verdict::kVerified : Verdict::kBug));
        if (fits) continue;
        const bool is_stuck_report = is_stuck(result.failures.front().kind);
        REQUIRE((is_stuck_report ? !expected.explains_stuck() : !gives_results));
      }
    }
  }
  WARN(histories << " histories of " << rounds << " tests; linearizable, sequential: "
                 << explained[0] << ", " << explained[1] << "; " << by_splits
                 << " only as calls are split; " << stuck << " with a lost wake-up");
  // The tests are not all of one sort.
  CHECK(explained[0] > rounds / 10);
  CHECK(explained[1] < rounds - rounds / 10);
  CHECK(explained[0] < explained[1]);
  CHECK(by_splits > rounds / 20);
  CHECK(stuck > 0);
}

TEST_CASE("a judge that splits no calls, or all of them, disagrees with brute force") {
  constexpr int kRounds = 100;
  constexpr JudgeCanary kCanaries[] = {JudgeCanary::kHealthy, JudgeCanary::kKeepsCallsWhole,
                                       JudgeCanary::kSplitsAnywhere};
  std::array<int, std::size(kCanaries)> disagreements{};
  for (int seed = 0; seed < kRounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    waiting_programs = random_waiting_programs(random);
    const WaitingCalls calls = random_waiting_calls(random);
    const WaitingBruteForce expected(waiting_programs, calls);
    const bool fits = expected.is_linearizable() && expected.explains_stuck();
    for (std::size_t i = 0; i < std::size(kCanaries); ++i) {
      set_judge_canary(kCanaries[i]);
      const Result result = explore_calls(text_of(calls), "trust", consistency::linearizable);
      set_judge_canary(JudgeCanary::kHealthy);
      disagreements[i] += (result.verdict == Verdict::kVerified) != fits ? 1 : 0;
    }
  }
  CHECK(disagreements[0] == 0);
  CHECK(disagreements[1] > 0);
  CHECK(disagreements[2] > 0);
}

}  // namespace mcheck::waiting_test
