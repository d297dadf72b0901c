// SPDX-License-Identifier: MIT
// Programs that spin finish under every random strategy, and the fair suffix begins no earlier than
// it has to.
#include "dpor/fair_tail.hpp"

#include <catch2/catch.hpp>

#include "dpor/registry.hpp"
#include "engine/search/search.hpp"

namespace {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using mcheck::Outcome;
using mcheck::Step;
using mcheck::ThreadId;

// main starts two threads and joins them: one spins until a flag is set, yielding in between or
// not; the other takes some steps and sets it. With `never` it does not.
class Polling final : public mcheck::Executor {
 public:
  explicit Polling(bool yields, bool never) : yields_(yields), never_(never) {}

  void begin(mcheck::Execution& execution) override {
    mcheck::ObjectRecord record;
    record.kind = ObjectKind::kAtomic;
    flag_ = execution.add_object(execution.identities().object_at(1), record, {});
    main_ = poller_ = setter_ = 0;
    children_.clear();
  }
  void create(ThreadId child, const Operation&) override { children_.push_back(child); }
  std::optional<Save> save() override { return std::nullopt; }
  void restore(Save) override {}
  void forget(Save) override {}

  const Step& resume(ThreadId thread, const Outcome& outcome) override {
    if (thread == mcheck::kMainThread) return step_ = main_step();
    return step_ = thread == children_[0] ? poll(outcome) : set();
  }

 private:
  static Step wants(const Operation& operation) {
    Step step;
    step.kind = Step::Kind::kOperation;
    step.operation = operation;
    return step;
  }

  Step main_step() {
    const int at = main_++;
    if (at < 2) return wants({.kind = Kind::kSpawn});
    if (at < 4) return wants({.kind = Kind::kJoin, .a = mcheck::index(children_[at == 2 ? 0 : 1])});
    return {};
  }

  Step poll(const Outcome& outcome) {
    const bool loaded = poller_ > 0 && (!yields_ || poller_ % 2 == 1);
    if (loaded && outcome.result == 1) return {};
    const bool yield = yields_ && poller_++ % 2 == 1;
    if (!yields_) ++poller_;
    if (yield) return wants({.kind = Kind::kYield});
    return wants({.kind = Kind::kLoad, .object = flag_});
  }

  Step set() {
    const int at = setter_++;
    if (at < 5) return wants({.kind = Kind::kChoose, .a = 1});
    if (at == 5) return wants({.kind = Kind::kStore, .object = flag_, .a = never_ ? 0u : 1u});
    return {};
  }

  bool yields_, never_;
  mcheck::ObjectId flag_{};
  int main_ = 0, poller_ = 0, setter_ = 0;
  std::vector<ThreadId> children_;
  Step step_;
};

mcheck::SearchReport poll(mcheck::Strategy& strategy, bool yields, bool never = false) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  Polling executor(yields, never);
  mcheck::SearchOptions options;
  options.executions = 300;
  options.stop_after = 0;
  mcheck::Search search(execution, executor, strategy, options);
  return search.explore();
}

}  // namespace

TEST_CASE("a loop that polls comes to its end under every strategy that draws lots") {
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    for (const bool yields : {false, true}) {
      INFO(entry.name << (yields ? " yields" : " spins"));
      const auto strategy = entry.make({.seed = 1});
      const mcheck::SearchReport report = poll(*strategy, yields);
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
    const mcheck::SearchReport report = poll(*strategy, false, true);
    CHECK(report.failures.empty());
    REQUIRE_FALSE(report.limits.empty());
    CHECK(report.limits[0].failure.kind == mcheck::FailureKind::kLimitSteps);
    CHECK(report.limited > 0);
  }
}

TEST_CASE("executions that needed the fair scheduler are told, with what that means") {
  const auto pct = mcheck::find_strategy("pct")->make({.seed = 1});
  (void)poll(*pct, false);
  const std::vector<std::string> told = pct->remarks();
  REQUIRE(told.size() == 3);
  CHECK(told[2].find("a fair scheduler took over after 500 steps") != std::string::npos);
  const auto yielding = mcheck::find_strategy("pct")->make({.seed = 1});
  (void)poll(*yielding, true);
  // A thread that yields comes last, so the setter runs, and no fair suffix is needed.
  const std::vector<std::string> other = yielding->remarks();
  REQUIRE(other.size() == 3);
  CHECK(other[2].starts_with("threads that yield come last"));
}

TEST_CASE("the fair scheduler begins late where executions are long, and leaves itself room") {
  mcheck::FairTail tail(10'000);
  CHECK(tail.begins() == 500);
  tail.finished(40);
  CHECK(tail.begins() == 500);  // not earlier
  mcheck::FairTail longer(10'000);
  longer.finished(300);
  CHECK(longer.begins() == 3000);  // 10 × 300
  longer.finished(4000);           // this one spun
  CHECK(longer.begins() == 3000);
  mcheck::FairTail longest(10'000);
  longest.finished(4000);
  CHECK(longest.begins() == 5000);  // half of the limit
  CHECK(mcheck::FairTail(100).begins() == 50);
}
