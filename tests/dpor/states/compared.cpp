// SPDX-License-Identifier: MIT
#include "tests/dpor/states/compared.hpp"

#include <cmath>

#include "engine/trace/failures/failure.hpp"

namespace states {
namespace {

// Records the final state of each execution, and forwards everything.
class EndRecorder final : public mcheck::Strategy {
 public:
  EndRecorder(mcheck::Strategy& inner, const FinalState& final_state, Found& found)
      : inner_(inner), final_state_(final_state), found_(found) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void retracted() override { inner_.retracted(); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    if (mcheck::is_execution(ending)) found_.final_states.insert(final_state_(execution));
    inner_.end_execution(execution, ending);
  }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return inner_.capabilities(); }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }

 private:
  mcheck::Strategy& inner_;
  const FinalState& final_state_;
  Found& found_;
};

std::string missing(const std::set<std::string>& some, const std::set<std::string>& all,
                    const char* what) {
  std::string text;
  for (const std::string& one : all) {
    if (!some.contains(one)) text += what + (": " + one) + "\n";
  }
  return text;
}

// Kind and message, except that a lost wake-up is the deadlock that follows from it: a state does
// not know whether, and by whom, there was a notify too early.
std::string text_of(const mcheck::Failure& failure) {
  const bool lost = failure.kind == mcheck::FailureKind::kLostWakeUp;
  const mcheck::FailureKind kind = lost ? mcheck::FailureKind::kDeadlock : failure.kind;
  const std::size_t past = lost ? failure.message.find("; the notify") : std::string::npos;
  return std::string(mcheck::name_of(kind)) + ": " + failure.message.substr(0, past);
}

}  // namespace

Found search(mcheck::Executor& executor, const FinalState& final_state, mcheck::Strategy& strategy,
             std::uint64_t limit) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  Found found;
  EndRecorder recorder(strategy, final_state, found);
  mcheck::Search search(
      execution, executor, recorder,
      {.executions = limit, .stop_after = 0, .backtrack = mcheck::Backtrack::kRestore});
  const mcheck::SearchReport report = search.explore();
  found.complete = report.stop == mcheck::SearchReport::Stop::kExhausted;
  found.schedules = static_cast<double>(report.executions);
  for (const mcheck::FoundFailure& one : report.failures) {
    found.failures.insert(text_of(one.failure));
  }
  const mcheck::Capabilities can = strategy.capabilities();
  if (can.bounded != nullptr) found.bound_hit = can.bounded->bound_hit();
  if (can.matching != nullptr) {
    found.states = can.matching->counts().states;
    found.schedules = can.matching->counts().schedules;
    found.has_cycle = std::isinf(found.schedules);
  }
  return found;
}

Found search(const table::Program& program, mcheck::Strategy& strategy, std::uint64_t limit,
             table::TableExecutor::Fault fault) {
  table::TableExecutor executor(program, true, fault);
  return search(
      executor, [&](const mcheck::Execution& execution) { return executor.final_state(execution); },
      strategy, limit);
}

std::string difference(const Found& by_states, const Found& by_schedules) {
  std::string text;
  if (!by_states.complete) text += "does not end\n";
  if (by_states.schedules != by_schedules.schedules) {
    text += std::to_string(by_states.schedules) + " schedules instead of " +
            std::to_string(by_schedules.schedules) + "\n";
  }
  if (by_states.bound_hit != by_schedules.bound_hit) text += "another bound\n";
  text += missing(by_states.final_states, by_schedules.final_states, "missing");
  text += missing(by_schedules.final_states, by_states.final_states, "unknown");
  text += missing(by_states.failures, by_schedules.failures, "missing failure");
  text += missing(by_schedules.failures, by_states.failures, "unknown failure");
  return text;
}

}  // namespace states
