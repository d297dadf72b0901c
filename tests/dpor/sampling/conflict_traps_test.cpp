// SPDX-License-Identifier: MIT
// Conflict traps: a thread that accessed bytes that others access, too, is held there until they
// do. The observed conflicts are those of a table program with one variable that matters, x[0].
#include "dpor/sampling/conflict_traps.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "dpor/sampling/random_walk.hpp"
#include "tests/dpor/sampling/sampled.hpp"

namespace mcheck::conflict_traps_test {
namespace {

using table::Word;

constexpr mcheck::StackId kWriterStack = 1;
constexpr mcheck::StackId kReaderStack = 2;

bool accesses_x(const mcheck::Execution& execution, const mcheck::Event& event) {
  mcheck::Identities& identities = const_cast<mcheck::Execution&>(execution).identities();
  return !event.eager && event.operation.object == identities.object_at(1);
}

// A store to x[0] is at one place, a load at the other. The conflict is reported once, at the end
// of the first execution.
class ConflictLog final : public mcheck::ConflictSource {
 public:
  std::span<const mcheck::ObservedConflict> observed_conflicts() const override {
    return conflicts_;
  }
  std::span<const mcheck::WatchedAccess> watched_accesses() const override { return accesses_; }
  void watch(mcheck::StackId stack, bool on) override {
    if (on) {
      watched.insert(stack);
    } else {
      watched.erase(stack);
    }
  }

  void begin() {
    conflicts_.clear();
    accesses_.clear();
    seen_ = 0;
    if (++executions_ == 2) conflicts_.push_back({kWriterStack, kReaderStack, 5, true});
  }
  void look(const mcheck::Execution& execution) {
    for (; seen_ < execution.events().size(); ++seen_) {
      const mcheck::Event& event = execution.events()[seen_];
      if (!accesses_x(execution, event)) continue;
      const bool stores = event.operation.kind == mcheck::Kind::kStore;
      const mcheck::StackId stack_id = stores ? kWriterStack : kReaderStack;
      if (watched.contains(stack_id)) accesses_.push_back({event.thread, stack_id});
    }
  }

  std::set<mcheck::StackId> watched;

 private:
  std::vector<mcheck::ObservedConflict> conflicts_;
  std::vector<mcheck::WatchedAccess> accesses_;
  std::size_t seen_ = 0;
  int executions_ = 0;
};

// The traps, which observe conflicts as they occur.
class TrapsWithLog final : public mcheck::Strategy {
 public:
  TrapsWithLog(mcheck::ConflictTraps& traps, ConflictLog& log) : traps_(traps), log_(log) {}
  std::optional<mcheck::Begin> begin_execution() override {
    log_.begin();
    return traps_.begin_execution();
  }
  mcheck::Pick pick(const mcheck::View& view) override {
    log_.look(view.execution);
    return traps_.pick(view);
  }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    traps_.end_execution(execution, ending);
  }
  bool exhaustive() const override { return false; }

 private:
  mcheck::ConflictTraps& traps_;
  ConflictLog& log_;
};

// One thread stores and continues for a while; another reaches a load after many steps, or never.
table::Program distant_accesses(bool reaches_x) {
  table::Program program;
  program.threads.push_back({{Word::kStore, 0, 0, 1}});
  for (int i = 0; i < 6; ++i) program.threads.back().push_back({Word::kLoad, 1, 0});
  program.threads.emplace_back(20, table::Statement{Word::kLoad, 2, 0});
  if (reaches_x) program.threads.back().push_back({Word::kLoad, 0, 0});
  for (int i = 0; i < 6; ++i) program.threads.back().push_back({Word::kLoad, 2, 0});
  return program;
}

// Whether the first thread that accesses x[0] takes no step until the other accesses it.
std::string second_arrives(const mcheck::Execution& execution, const table::TableExecutor&) {
  const mcheck::Event* first = nullptr;
  for (const mcheck::Event& event : execution.events()) {
    if (event.eager) continue;
    const bool on_x = accesses_x(execution, event);
    if (first == nullptr) {
      if (on_x) first = &event;
    } else if (on_x || event.thread == first->thread) {
      return on_x ? "yes" : "no";
    }
  }
  return "no";
}

}  // namespace

TEST_CASE("a thread is held at a shared access until another arrives, however far apart they are") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    ConflictLog log;
    mcheck::ConflictTraps traps({.seed = seed}, log);
    TrapsWithLog watched(traps, log);
    std::vector<std::string> observed_conflicts;
    const auto note = [&](const auto& execution, const auto& executor) {
      return observed_conflicts.emplace_back(second_arrives(execution, executor));
    };
    (void)sampled::sample(distant_accesses(true), watched, 2, note);
    INFO("seed " << seed);
    REQUIRE(observed_conflicts.size() == 2);
    CHECK(observed_conflicts[1] == "yes");  // the near miss was observed
  }
  // By chance the store has to come right before the end of the 20 steps, or the load before the
  // store.
  mcheck::RandomWalk walk({.seed = 1});
  CHECK(sampled::sample(distant_accesses(true), walk, 2000, second_arrives).counts.at("no") > 1500);
}

TEST_CASE("a site where threads are held without effect is dropped, and then the search is done") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ConflictLog log;
    mcheck::ConflictTraps traps({.seed = seed}, log);
    TrapsWithLog watched(traps, log);
    std::uint64_t executions = 0;
    const auto note = [&](const auto& execution, const auto&) -> std::string {
      ++executions;
      if (executions == 2) CHECK(log.watched.size() == 2);
      if (executions < 40) CHECK_FALSE(traps.seems_done());
      return execution.threads().size() == 3 ? "whole" : "part";
    };
    const sampled::Counts counts =
        sampled::sample(distant_accesses(false), watched, 200, note).counts;
    CHECK(counts.at("whole") == 200);
    CHECK(log.watched.empty());
    CHECK(traps.seems_done());
  }
}

}  // namespace mcheck::conflict_traps_test
