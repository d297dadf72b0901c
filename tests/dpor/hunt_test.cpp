// SPDX-License-Identifier: MIT
// Conflict traps: a thread that accessed bytes that others access, too, is held there until they
// do. The observed conflicts are those of a table program with one variable that matters, x[0].
#include "dpor/hunt.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "dpor/random_walk.hpp"
#include "tests/dpor/sampled.hpp"

namespace {

using table::Word;

constexpr mcheck::StackId kWriter = 1;
constexpr mcheck::StackId kReader = 2;

bool is_on_x(const mcheck::Execution& execution, const mcheck::Event& event) {
  mcheck::Identities& identities = const_cast<mcheck::Execution&>(execution).identities();
  return !event.eager && event.operation.object == identities.object_at(1);
}

// A store to x[0] is at one place, a load at the other. The conflict is reported once, at the end
// of the first execution.
class NearMiss final : public mcheck::Encounters {
 public:
  std::span<const mcheck::Encounter> met() const override { return met_; }
  std::span<const mcheck::Touch> touched() const override { return touched_; }
  void watch(mcheck::StackId stack, bool on) override {
    if (on) {
      watched.insert(stack);
    } else {
      watched.erase(stack);
    }
  }

  void begin() {
    met_.clear();
    touched_.clear();
    seen_ = 0;
    if (++executions_ == 2) met_.push_back({kWriter, kReader, 5, true});
  }
  void look(const mcheck::Execution& execution) {
    for (; seen_ < execution.events().size(); ++seen_) {
      const mcheck::Event& event = execution.events()[seen_];
      if (!is_on_x(execution, event)) continue;
      const bool stores = event.operation.kind == mcheck::Kind::kStore;
      const mcheck::StackId place = stores ? kWriter : kReader;
      if (watched.contains(place)) touched_.push_back({event.thread, place});
    }
  }

  std::set<mcheck::StackId> watched;

 private:
  std::vector<mcheck::Encounter> met_;
  std::vector<mcheck::Touch> touched_;
  std::size_t seen_ = 0;
  int executions_ = 0;
};

// The traps, which observe conflicts as they occur.
class Watched final : public mcheck::Strategy {
 public:
  Watched(mcheck::Hunt& hunt, NearMiss& near) : hunt_(hunt), near_(near) {}
  std::optional<mcheck::Begin> begin_execution() override {
    near_.begin();
    return hunt_.begin_execution();
  }
  mcheck::Pick pick(const mcheck::View& view) override {
    near_.look(view.execution);
    return hunt_.pick(view);
  }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    hunt_.end_execution(execution, ending);
  }
  bool exhaustive() const override { return false; }

 private:
  mcheck::Hunt& hunt_;
  NearMiss& near_;
};

// One thread stores and continues for a while; another reaches a load after many steps, or never.
table::Program far_apart(bool ever) {
  table::Program program;
  program.threads.push_back({{Word::kStore, 0, 0, 1}});
  for (int i = 0; i < 6; ++i) program.threads.back().push_back({Word::kLoad, 1, 0});
  program.threads.emplace_back(20, table::Statement{Word::kLoad, 2, 0});
  if (ever) program.threads.back().push_back({Word::kLoad, 0, 0});
  for (int i = 0; i < 6; ++i) program.threads.back().push_back({Word::kLoad, 2, 0});
  return program;
}

// Whether the first thread that accesses x[0] takes no step until the other accesses it.
std::string is_met(const mcheck::Execution& execution, const table::TableExecutor&) {
  const mcheck::Event* first = nullptr;
  for (const mcheck::Event& event : execution.events()) {
    if (event.eager) continue;
    const bool on_x = is_on_x(execution, event);
    if (first == nullptr) {
      if (on_x) first = &event;
    } else if (on_x || event.thread == first->thread) {
      return on_x ? "yes" : "no";
    }
  }
  return "no";
}

}  // namespace

TEST_CASE("whoever has been where others come is held until they do, however far they are") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    NearMiss near;
    mcheck::Hunt hunt({.seed = seed}, near);
    Watched watched(hunt, near);
    std::vector<std::string> met;
    const auto note = [&](const auto& execution, const auto& executor) {
      return met.emplace_back(is_met(execution, executor));
    };
    (void)sampled::sample(far_apart(true), watched, 2, note);
    INFO("seed " << seed);
    REQUIRE(met.size() == 2);
    CHECK(met[1] == "yes");  // the near miss was observed
  }
  // By chance the store has to come right before the end of the 20 steps, or the load before the
  // store.
  mcheck::RandomWalk walk({.seed = 1});
  CHECK(sampled::sample(far_apart(true), walk, 2000, is_met).counts.at("no") > 1500);
}

TEST_CASE("a place where threads are held in vain is given up, and then the hunt is done") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    NearMiss near;
    mcheck::Hunt hunt({.seed = seed}, near);
    Watched watched(hunt, near);
    std::uint64_t executions = 0;
    const auto note = [&](const auto& execution, const auto&) -> std::string {
      ++executions;
      if (executions == 2) CHECK(near.watched.size() == 2);
      if (executions < 40) CHECK_FALSE(hunt.seems_done());
      return execution.threads().size() == 3 ? "whole" : "part";
    };
    const sampled::Counts ended = sampled::sample(far_apart(false), watched, 200, note).counts;
    CHECK(ended.at("whole") == 200);
    CHECK(near.watched.empty());
    CHECK(hunt.seems_done());
  }
}
