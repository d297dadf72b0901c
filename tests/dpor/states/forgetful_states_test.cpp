// SPDX-License-Identifier: MIT
// Canaries: an identity of states that leaves out one thing is noticed within a few hundred random
// tables. One that is not would be a kind of mistake that the comparison cannot see.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "dpor/bounds/depth_first.hpp"
#include "dpor/states/stateful_search.hpp"
#include "tests/dpor/states/compared.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::forgetful_states_test {
namespace {

using mcheck::Word;
using Fault = table::TableExecutor::Fault;

// kNoPart: everything that decides the future of a table is included.
enum class Forgotten : std::uint8_t { kNoPart, kValues, kHolders, kPreemptions };

// An identity of its own, from what a strategy sees.
class ForgetfulSource final : public mcheck::StateSource {
 public:
  ForgetfulSource(const mcheck::View& view, mcheck::Executor& executor, Forgotten forgotten)
      : view_(view), executor_(executor), forgotten_(forgotten) {}

  [[nodiscard]] const mcheck::ThreadNames& names() const override { return names_; }
  [[nodiscard]] std::optional<mcheck::Fingerprint> current() override {
    std::vector<Word> words;
    for (const mcheck::ThreadRecord& record : view_.execution.threads()) {
      words.insert(words.end(), {index(record.id), static_cast<Word>(record.status), record.joined,
                                 record.spurious, record.yielded});
      words.insert(words.end(), {static_cast<Word>(record.pending.kind), record.pending.a,
                                 index(record.pending.object), view_.execution.enabled(record)});
    }
    for (std::uint32_t i = 1; i < view_.execution.identities().object_limit(); ++i) {
      if (view_.execution.find_object(mcheck::ObjectId{i}) == nullptr) continue;
      const mcheck::State state = view_.execution.state_of(mcheck::ObjectId{i});
      words.insert(words.end(), {i, state.section, state.extra});
      if (forgotten_ != Forgotten::kValues) words.push_back(state.value);
      if (forgotten_ == Forgotten::kHolders) continue;
      for (unsigned t = 0; t < state.threads.size(); ++t) {
        words.push_back(index(state.threads.at(t)));
      }
      words.push_back(mcheck::kMaxThreads);
    }
    return executor_.state_of_program()->then(
        mcheck::fingerprint(words.data(), words.size() * sizeof words[0]));
  }

 private:
  const mcheck::View& view_;
  mcheck::Executor& executor_;
  Forgotten forgotten_;
  mcheck::ThreadNames names_;
};

// Stateful search with that identity.
class ForgetfulSearch final : public mcheck::Strategy {
 public:
  ForgetfulSearch(mcheck::Executor& executor, int bound, Forgotten forgotten)
      : executor_(executor), forgotten_(forgotten), bound_(bound), inner_(inner_bound()) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override {
    ForgetfulSource source(view, executor_, forgotten_);
    mcheck::View changed = view;
    changed.states = &source;
    if (!forgets_preemptions()) return inner_.pick(changed);
    // What is left of the bound decides what is offered, but not what is equal.
    std::size_t allowed = view.alternatives.size();
    if (view.preemptions >= static_cast<std::uint32_t>(bound_)) {
      while (allowed > 1 && view.alternatives[allowed - 1].preempts) --allowed;
    }
    changed.alternatives = view.alternatives.first(allowed);
    return inner_.pick(changed);
  }
  void retracted() override { inner_.retracted(); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
  }
  [[nodiscard]] mcheck::Capabilities capabilities() override {
    return {.matching = inner_.capabilities().matching};
  }
  [[nodiscard]] bool exhaustive() const override { return true; }

 private:
  [[nodiscard]] bool forgets_preemptions() const { return forgotten_ == Forgotten::kPreemptions; }
  [[nodiscard]] int inner_bound() const { return forgets_preemptions() ? -1 : bound_; }

  mcheck::Executor& executor_;
  Forgotten forgotten_;
  int bound_;
  mcheck::StatefulSearch inner_;
};

// The number of tables after which it is noticed; 0: it is not.
int tables_until_noticed(Forgotten forgotten, Fault fault = Fault::kHealthy, int bound = -1) {
  constexpr int kTables = 600;
  int compared = 0;
  for (std::uint64_t seed = 1; compared < kTables; ++seed) {
    const auto theme = table::kThemes[seed % table::kThemes.size()];
    const table::Program program =
        table::random_program(seed, table::Shape{.theme = theme, .max_total_statements = 8});
    mcheck::DepthFirst depth_first(bound);
    states::Found all = states::search(program, depth_first, 1000);
    if (!all.complete) continue;
    ++compared;
    table::TableExecutor executor(program, true, fault);
    ForgetfulSearch forgetful(executor, bound, forgotten);
    const states::Found found = states::search(
        executor, [&](const mcheck::Execution& it) { return executor.final_state(it); }, forgetful,
        10'000);
    all.bound_hit = found.bound_hit;
    if (!states::difference(found, all).empty()) return compared;
  }
  return 0;
}

}  // namespace

TEST_CASE("an identity that forgets nothing is not reported") {
  CHECK(tables_until_noticed(Forgotten::kNoPart) == 0);
  CHECK(tables_until_noticed(Forgotten::kNoPart, Fault::kHealthy, 1) == 0);
}

TEST_CASE("an identity that forgets something is noticed") {
  SECTION("the registers of threads") {
    CHECK(tables_until_noticed(Forgotten::kNoPart, Fault::kForgetsRegisters) != 0);
  }
  SECTION("the values of objects") { CHECK(tables_until_noticed(Forgotten::kValues) != 0); }
  SECTION("the threads that hold an object or wait there") {
    CHECK(tables_until_noticed(Forgotten::kHolders) != 0);
  }
  SECTION("the preemptions that are left") {
    CHECK(tables_until_noticed(Forgotten::kPreemptions, Fault::kHealthy, 1) != 0);
  }
}

}  // namespace mcheck::forgetful_states_test
