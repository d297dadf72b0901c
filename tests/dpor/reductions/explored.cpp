// SPDX-License-Identifier: MIT
#include "tests/dpor/reductions/explored.hpp"

#include <vector>

#include "dpor/registry.hpp"
#include "engine/trace/order/class_sum.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "engine/trace/order/trace_class.hpp"
#include "tests/support/table/table_executor.hpp"

namespace explored {
namespace {

std::vector<mcheck::ThreadKey> threads_of(const mcheck::Execution& execution) {
  std::vector<mcheck::ThreadKey> threads;
  for (const mcheck::ThreadRecord& record : execution.threads()) {
    threads.push_back({record.id, execution.identities().path_key(record.id)});
  }
  return threads;
}

mcheck::Fingerprint class_of(const mcheck::Execution& execution) {
  mcheck::HappensBefore order(mcheck::Relation::kCommuting);
  order.update(execution.events(), execution.versions(), 0);
  const std::vector<mcheck::ThreadKey> threads = threads_of(execution);
  mcheck::TraceClassSum sum;
  for (std::size_t i = 0; i < execution.events().size(); ++i) {
    sum.add(execution.events()[i], order.all(i), threads);
  }
  return sum.value();
}

// Records the class and the end of each execution, and forwards everything.
class ExplorationRecorder final : public mcheck::Strategy, public mcheck::Reduction {
 public:
  ExplorationRecorder(mcheck::Strategy& inner, const FinalState& final_state, Explored& notes)
      : inner_(inner), final_state_(final_state), notes_(notes) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    if (ending != mcheck::Ending::kRedundant) record_execution(execution);
    inner_.end_execution(execution, ending);
  }
  // For every strategy: classes belong to complete executions.
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.reduction = this}; }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }

 private:
  void record_execution(const mcheck::Execution& execution) {
    const mcheck::Fingerprint seen = class_of(execution);
    ++notes_.classes[seen];
    const std::uint64_t sum = mcheck::ClassSum().of(execution.events(), execution.versions().size(),
                                                    threads_of(execution));
    notes_.sums[seen].insert(sum);
    for (const mcheck::Event& event : execution.events()) {
      notes_.exceeds_counter_limit = notes_.exceeds_counter_limit ||
                                     event.misuse == mcheck::Misuse::kTooManyPermits ||
                                     event.misuse == mcheck::Misuse::kLatchBelowZero;
    }
    ++notes_.final_states[final_state_(execution)];
    if (execution.stops().empty() && !execution.all_finished()) ++notes_.stuck[seen];
  }

  mcheck::Strategy& inner_;
  const FinalState& final_state_;
  Explored& notes_;
};

}  // namespace

Explored explore(mcheck::Executor& executor, const FinalState& final_state,
                 const MakeStrategy& make, std::uint64_t limit) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  const std::unique_ptr<mcheck::Strategy> strategy = make();
  Explored found;
  ExplorationRecorder recorder(*strategy, final_state, found);
  mcheck::Search search(execution, executor, recorder,
                        {.executions = limit,
                         .stop_after = 0,
                         .backtrack = mcheck::Backtrack::kRestore,
                         .count_classes = true});
  found.report = search.explore();
  return found;
}

Explored explore(const table::Program& program, const MakeStrategy& make, std::uint64_t limit) {
  table::TableExecutor executor(program);
  return explore(
      executor, [&](const mcheck::Execution& execution) { return executor.final_state(execution); },
      make, limit);
}

Explored explore(const script::Program& program, const MakeStrategy& make, std::uint64_t limit) {
  script::ScriptExecutor executor(program);
  return explore(
      executor, [&](const mcheck::Execution& execution) { return executor.final_state(execution); },
      make, limit);
}

MakeStrategy strategy(const char* name) {
  return [name] { return mcheck::find_strategy(name)->make({}); };
}

}  // namespace explored
