// SPDX-License-Identifier: MIT
// Atomic sections: every strategy finds what a machine finds that runs each section in one step.
#include <catch2/catch.hpp>
#include <string>

#include "dpor/optimal/optimal_dpor.hpp"
#include "dpor/registry.hpp"
#include "tests/dpor/reductions/section_executor.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::sections_test {
namespace {

using sections::Explored;
using sections::Fault;
using sections::Outcomes;
using sections::Program;

int sample_size() { return is_deep() ? 20 : 1; }

// A partial deadlock is reported while other threads are enabled.
void add_partial_deadlocks(Explored& found, const Outcomes& oracle) {
  for (const std::string& place : found.partial_deadlocks) {
    if (oracle.deadlocks.count(place) != 0) found.outcomes.deadlocks.insert(place);
  }
}

// An execution may end at its first failure, which may hide others.
void forget_hidden_failures(const Explored& found, Outcomes& oracle) {
  if (!found.outcomes.failures.empty()) {
    std::erase_if(oracle.failures, [&](const std::string& failure) {
      return found.outcomes.failures.count(failure) == 0;
    });
  }
}

// With a false assumption it is not defined what a deadlock is.
void forget_deadlocks(const Program& program, Outcomes& outcomes) {
  if (sections::has_assumptions(program)) outcomes.deadlocks.clear();
}

struct Guarantee {
  bool once = false;   // each class once, and no redundant execution
  bool hides = false;  // an execution ends at its first failure
  int programs = 2500;
};

void check(const char* name, Guarantee guarantee) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < guarantee.programs * sample_size(); ++seed) {
    const Program program = sections::random_program(seed);
    auto oracle = sections::outcomes_of(program, 5000);
    if (!oracle) continue;
    INFO("seed " << seed << "\n" << sections::text(program));
    const auto strategy = mcheck::find_strategy(name)->make({});
    Explored found = sections::explore(program, *strategy, 20'000);
    if (!found.complete) continue;
    ++compared;
    add_partial_deadlocks(found, *oracle);
    if (guarantee.hides) forget_hidden_failures(found, *oracle);
    forget_deadlocks(program, *oracle);
    forget_deadlocks(program, found.outcomes);
    INFO("found\n" << sections::text(found.outcomes));
    INFO("expected\n" << sections::text(*oracle));
    REQUIRE(found.outcomes == *oracle);
    if (!guarantee.once) continue;
    REQUIRE(found.executions == found.classes);
    REQUIRE(found.redundant == 0);
  }
}

// The usual rule, except that a section that only reads an object leaves it unchanged.
mcheck::Footprint sections_forget(const mcheck::Operation& operation, mcheck::Mode mode) {
  const bool looks = operation.in_section && operation.kind == mcheck::Kind::kLoad;
  return mcheck::commuting_footprint(operation, looks ? mcheck::Mode::kRead : mode);
}

// The number of programs after which the fault is noticed; 0: it is not.
int programs_until_noticed(mcheck::FootprintRule rule, Fault fault) {
  constexpr int kPrograms = 2000;
  for (int compared = 1; compared <= kPrograms; ++compared) {
    const Program program = sections::random_program(static_cast<std::uint64_t>(compared));
    const auto oracle = sections::outcomes_of(program, 5000);
    if (!oracle || sections::has_assumptions(program)) continue;
    mcheck::OptimalDpor strategy(mcheck::Canary::kHealthy, rule);
    Explored found = sections::explore(program, strategy, 20'000, fault);
    add_partial_deadlocks(found, *oracle);
    if (!found.complete || found.outcomes != *oracle) return compared;
  }
  return 0;
}

}  // namespace

TEST_CASE("every order of programs with atomic sections ends as sections that run at once") {
  check("dfs", {.hides = true, .programs = 300});
}

TEST_CASE("trust finds what becomes of atomic sections, each class once") {
  check("trust", {.once = true});
}

TEST_CASE("the default strategy finds what becomes of atomic sections") { check("optimal", {}); }

TEST_CASE("optimal DPOR finds what becomes of atomic sections, each class once") {
  check("odpor", {.once = true});
}

TEST_CASE("source DPOR finds what becomes of atomic sections") { check("source", {}); }

TEST_CASE("sleep sets find what becomes of atomic sections") { check("sleep", {}); }

TEST_CASE("a fault is noticed: operations in a section do not exclude others from their objects") {
  CHECK(programs_until_noticed(mcheck::commuting_footprint, Fault::kNothing) == 0);
  CHECK(programs_until_noticed(mcheck::commuting_footprint, Fault::kIgnoresSections) > 0);
}

TEST_CASE("it is noticed if a dependency forgets that a section has used an object") {
  CHECK(programs_until_noticed(sections_forget, Fault::kNothing) > 0);
}

namespace {

using sections::Word;

Outcomes found_by(const char* name, const Program& program) {
  const auto strategy = mcheck::find_strategy(name)->make({});
  Explored found = sections::explore(program, *strategy, 10'000);
  REQUIRE(found.complete);
  found.outcomes.deadlocks.insert(found.partial_deadlocks.begin(), found.partial_deadlocks.end());
  return found.outcomes;
}

}  // namespace

TEST_CASE("sections that are blocked wherever they begin are a deadlock") {
  // Thread 0 ends while it holds both locks, and each of the others needs one in its section.
  const Program program{.threads = {{{Word::kLock, 0}, {Word::kLock, 1}},
                                    {{Word::kBegin}, {Word::kLock, 0}, {Word::kEnd}},
                                    {{Word::kBegin}, {Word::kLock, 1}, {Word::kEnd}}}};
  for (const char* const name : {"optimal", "trust", "odpor", "source", "sleep", "dfs"}) {
    INFO(name);
    CHECK(found_by(name, program)
              .deadlocks.count("thread 0 at 2: 0; thread 1 at 0: 0; "
                               "thread 2 at 0: 0; ") == 1);
  }
}

TEST_CASE("a section that waits for another thread is not enabled, and is no deadlock") {
  const Program program{
      .threads = {
          {{Word::kLock, 0}, {Word::kStore, 0, 1}, {Word::kUnlock, 0}},
          {{Word::kBegin}, {Word::kLoad, 0}, {Word::kLock, 0}, {Word::kUnlock, 0}, {Word::kEnd}}}};
  for (const char* const name : {"optimal", "trust", "odpor", "source", "sleep", "dfs"}) {
    INFO(name);
    CHECK(found_by(name, program).deadlocks.empty());
  }
}

TEST_CASE("threads in a circular wait are deadlocked although an atomic section waits") {
  // Threads 0 and 1 lock in opposite orders; thread 2 waits in its section for thread 3, which
  // waits for the end of the section.
  const Program program{
      .threads = {{{Word::kLock, 0}, {Word::kLock, 1}, {Word::kUnlock, 1}, {Word::kUnlock, 0}},
                  {{Word::kLock, 1}, {Word::kLock, 0}, {Word::kUnlock, 0}, {Word::kUnlock, 1}},
                  {{Word::kBegin}, {Word::kStore, 0, 1}, {Word::kWait, 0}, {Word::kEnd}},
                  {{Word::kLoad, 0}, {Word::kNotify, 0}}}};
  for (const char* const name : {"optimal", "trust", "odpor"}) {
    INFO(name);
    CHECK_FALSE(found_by(name, program).deadlocks.empty());
  }
}

}  // namespace mcheck::sections_test
