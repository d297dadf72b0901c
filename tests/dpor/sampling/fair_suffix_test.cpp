// SPDX-License-Identifier: MIT
// Programs that spin finish under every random strategy, and the fair suffix begins no earlier than
// it has to.
#include "dpor/sampling/fair_suffix.hpp"

#include <catch2/catch.hpp>

#include "dpor/registry.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck::fair_suffix_test {
namespace {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using mcheck::Outcome;
using mcheck::Step;
using mcheck::ThreadId;

// main starts two threads and joins them: one spins until a flag is set, yielding in between or
// not; the other takes some steps and sets it. With `never` it does not.
class SpinExecutor final : public mcheck::Executor {
 public:
  explicit SpinExecutor(bool yields, bool never) : yields_(yields), never_(never) {}

  void begin(mcheck::Execution& execution) override {
    mcheck::ObjectRecord record;
    record.kind = ObjectKind::kAtomic;
    flag_ = execution.add_object(execution.identities().object_at(1), record, {});
    main_step_number_ = spinner_step_ = setter_step_ = 0;
    children_.clear();
  }
  void create(ThreadId child, const Operation&) override { children_.push_back(child); }
  std::optional<Snapshot> snapshot() override { return std::nullopt; }
  void restore(Snapshot) override {}
  void forget(Snapshot) override {}

  const Step& resume(ThreadId thread, const Outcome& outcome) override {
    if (thread == mcheck::kMainThread) return step_ = main_step();
    return step_ = thread == children_[0] ? explore_spin(outcome) : set();
  }

 private:
  static Step wants(const Operation& operation) {
    Step step;
    step.kind = Step::Kind::kOperation;
    step.operation = operation;
    return step;
  }

  Step main_step() {
    const int at = main_step_number_++;
    if (at < 2) return wants({.kind = Kind::kSpawn});
    if (at < 4) return wants({.kind = Kind::kJoin, .a = mcheck::index(children_[at == 2 ? 0 : 1])});
    return {};
  }

  Step explore_spin(const Outcome& outcome) {
    const bool loaded = spinner_step_ > 0 && (!yields_ || spinner_step_ % 2 == 1);
    if (loaded && outcome.result == 1) return {};
    const bool yield = yields_ && spinner_step_++ % 2 == 1;
    if (!yields_) ++spinner_step_;
    if (yield) return wants({.kind = Kind::kYield});
    return wants({.kind = Kind::kLoad, .object = flag_});
  }

  Step set() {
    const int at = setter_step_++;
    if (at < 5) return wants({.kind = Kind::kChoose, .a = 1});
    if (at == 5) return wants({.kind = Kind::kStore, .object = flag_, .a = never_ ? 0u : 1u});
    return {};
  }

  bool yields_, never_;
  mcheck::ObjectId flag_{};
  int main_step_number_ = 0, spinner_step_ = 0, setter_step_ = 0;
  std::vector<ThreadId> children_;
  Step step_;
};

mcheck::SearchReport explore_spin(mcheck::Strategy& strategy, bool yields, bool never = false) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  SpinExecutor executor(yields, never);
  mcheck::SearchOptions options;
  options.executions = 300;
  options.stop_after = 0;
  mcheck::Search search(execution, executor, strategy, options);
  return search.explore();
}

}  // namespace

TEST_CASE("a loop that spins ends under every random strategy") {
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    for (const bool yields : {false, true}) {
      INFO(entry.name << (yields ? " yields" : " spins"));
      const auto strategy = entry.make({.seed = 1});
      const mcheck::SearchReport report = explore_spin(*strategy, yields);
      CHECK(report.executions == 300);
      CHECK(report.failing == 0);
    }
  }
}

TEST_CASE("a loop that nothing ends is still found to be endless") {
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    INFO(entry.name);
    const auto strategy = entry.make({.seed = 1});
    const mcheck::SearchReport report = explore_spin(*strategy, false, true);
    CHECK(report.failures.empty());
    REQUIRE_FALSE(report.limits.empty());
    CHECK(report.limits[0].failure.kind == mcheck::FailureKind::kLimitSteps);
    CHECK(report.limited > 0);
  }
}

TEST_CASE("executions that needed the fair scheduler are reported, with the consequence") {
  const auto pct = mcheck::find_strategy("pct")->make({.seed = 1});
  (void)explore_spin(*pct, false);
  const std::vector<std::string> remarks_of_spinning = pct->remarks();
  REQUIRE(remarks_of_spinning.size() == 3);
  CHECK(remarks_of_spinning[2].find("a fair scheduler took over after 500 steps") !=
        std::string::npos);
  const auto yielding = mcheck::find_strategy("pct")->make({.seed = 1});
  (void)explore_spin(*yielding, true);
  // A thread that yields comes last, so the setter runs, and no fair suffix is needed.
  const std::vector<std::string> remarks_of_yielding = yielding->remarks();
  REQUIRE(remarks_of_yielding.size() == 3);
  CHECK(remarks_of_yielding[2].starts_with("threads that yield run last"));
}

TEST_CASE("the fair suffix begins late where executions are long, and has room before the limit") {
  mcheck::FairSuffix tail(10'000);
  CHECK(tail.begin_step() == 500);
  tail.note_finished(40);
  CHECK(tail.begin_step() == 500);  // not earlier
  mcheck::FairSuffix longer(10'000);
  longer.note_finished(300);
  CHECK(longer.begin_step() == 3000);  // 10 × 300
  longer.note_finished(4000);          // this one spun
  CHECK(longer.begin_step() == 3000);
  mcheck::FairSuffix longest(10'000);
  longest.note_finished(4000);
  CHECK(longest.begin_step() == 5000);  // half of the limit
  CHECK(mcheck::FairSuffix(100).begin_step() == 50);
}

}  // namespace mcheck::fair_suffix_test
