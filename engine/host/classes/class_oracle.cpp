// SPDX-License-Identifier: MIT
#include "engine/host/classes/class_oracle.hpp"

#include <string_view>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/host/classes/call_history.hpp"
#include "engine/host/classes/judge_canary.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE constinit ClassOracle* current_oracle = nullptr;

bool is_class_test(const Subject& subject) {
  return !registered_class_tables().empty() && !subject.arguments.empty();
}

// "push(1) -> true; pop() -> none", without the calls before the threads start.
std::string results_text(std::span<const mcheck_call_result> results) {
  std::string text;
  for (const mcheck_call_result& each : results) {
    if (each.thread == 0) continue;
    if (!text.empty()) text += "; ";
    text += each.call;
    if (each.result[0] != '\0') text += std::string(" -> ") + each.result;
  }
  return text;
}

// Why an order that gives the results does not explain them.
std::string_view objection(consistency condition) {
  switch (condition) {
    case consistency::linearizable: return "before one that had returned";
    case consistency::sequential: break;  // every order explains them
    case consistency::quiescent: return "across a moment at which none was running";
  }
  return "";
}

}  // namespace

ClassOracle* class_oracle() { return current_oracle; }

bool is_explained_by_orders(const Failure& failure, const Execution& execution) {
  if (current_oracle == nullptr || !current_oracle->explains(failure, execution)) return false;
  current_oracle->note_explained(failure);
  return true;
}

FoundFailure found_in_class_test(FoundFailure found) {
  if (current_oracle == nullptr) return found;
  if (const auto* schedule = current_oracle->schedule_for(found.failure)) {
    found.schedules.insert(found.schedules.begin(), *schedule);
  }
  return found;
}

SingleExecutionJudgement::SingleExecutionJudgement() {
  if (current_oracle != nullptr) current_oracle->judge_class(false);
}

SingleExecutionJudgement::~SingleExecutionJudgement() {
  if (current_oracle != nullptr) current_oracle->judge_class(true);
}

ClassOracle::ClassOracle(const Subject& subject, const options& how)
    : condition_(how.condition),
      judges_linearizability_(how.linearizable),
      judges_waiting_calls_(how.linearizable_waits),
      judges_class_(strategy_named(how.strategy).endless ||
                    strategy_named(how.strategy).is_reduction) {
  if (judge_canary() == JudgeCanary::kJudgesOneExecution) judges_class_ = false;
  if (!is_class_test(subject)) return;
  runs_ = take_orders(subject, how);
  if (!runs_.is_class_test) {
    runs_ = {};
    return;
  }
  if (judge_canary() == JudgeCanary::kForgetsAnOutcome && runs_.finished.size() > 1) {
    runs_.finished.erase(runs_.finished.begin());
  }
  is_active_ = true;
  current_oracle = this;
  if (runs_.incomplete.empty()) set_call_judge(this);
}

ClassOracle::~ClassOracle() {
  if (!is_active_) return;
  set_call_judge(nullptr);
  current_oracle = nullptr;
}

bool ClassOracle::explains(const Failure& failure, const Execution& execution) const {
  if (is_limit(failure.kind) || failure.kind == FailureKind::kRequest ||
      failure.kind == FailureKind::kRace) {
    return false;
  }
  if (!is_stuck(failure.kind)) return runs_.failures_in_any_order.contains(failure.kind);
  std::set<std::uint8_t> returned;
  std::set<std::uint8_t> begun;
  for (const Event& event : execution.events()) {
    if (event.thread == kMainThread) continue;
    const auto call = static_cast<std::uint8_t>(event.operation.a);
    if (event.operation.kind == Kind::kCallBegin) begun.insert(call);
    if (event.operation.kind == Kind::kCallEnd) returned.insert(call);
  }
  // Main is stuck in its own calls, as it is in some order.
  if (begun == returned && runs_.failures.contains(failure.kind)) return true;
  return runs_.stuck_after.contains(returned);
}

void ClassOracle::note_explained(const Failure& failure) {
  has_explained_failure_ = has_explained_failure_ || !is_stuck(failure.kind);
}

std::string ClassOracle::unjudged() const {
  if (!has_explained_failure_) return "";
  return "in some executions the calls fail as they do one at a time: what comes after that is not "
         "judged";
}

std::string ClassOracle::remark() const {
  if (!is_active_ || !judges_linearizability_ || judges_results()) return "";
  return "the results of the calls are not compared, as some call waits: " + runs_.uncompared;
}

const std::vector<Transition>* ClassOracle::schedule_for(const Failure& failure) const {
  const auto found = schedules_.find(failure.message);
  return found == schedules_.end() ? nullptr : &found->second;
}

std::optional<Failure> ClassOracle::judge_exceptions(
    std::span<const mcheck_call_result> results) const {
  for (const mcheck_call_result& each : results) {
    if (!std::string_view(each.result).starts_with(kThrownPrefix)) continue;
    if (runs_.exceptions.contains(each.result)) continue;
    return Failure{.kind = FailureKind::kUnexplainedException,
                   .thread = current_thread(),
                   .message = std::string(each.call) + " " + each.result +
                              ", which no call does in any order of these calls"};
  }
  return std::nullopt;
}

std::optional<Failure> ClassOracle::judge(std::span<const mcheck_call_result> results) {
  const EngineAllocationScope engine_at_work;
  if (auto failure = judge_exceptions(results)) return failure;
  if (!judges_results()) return std::nullopt;
  CallResults texts;
  for (const mcheck_call_result& each : results) texts.emplace_back(each.result);
  const auto found = runs_.finished.find(texts);
  const std::set<CallOrder>& orders = found == runs_.finished.end() ? no_orders_ : found->second;
  if (orders.empty()) return unexplained(results, false);
  if (judge_canary() == JudgeCanary::kIgnoresReturns) return std::nullopt;
  CallHistory history(Machine::current()->execution(), condition_);
  if (!history.permits(orders)) return unexplained(results, true);
  if (!judges_class_) return std::nullopt;
  const auto worst = history.find_worst_order(orders);
  if (!worst) return std::nullopt;
  Failure failure = unexplained(results, true);
  schedules_.try_emplace(failure.message, history.schedule_of(*worst));
  return failure;
}

Failure ClassOracle::unexplained(std::span<const mcheck_call_result> results, bool is_given) const {
  const std::string why = is_given
                              ? "only orders that take a call " +
                                    std::string(objection(condition_)) + " give these results: "
                              : "no order of the calls gives these results: ";
  return {.kind = FailureKind::kNotLinearizable,
          .thread = current_thread(),
          .message = why + results_text(results)};
}

}  // namespace mcheck
