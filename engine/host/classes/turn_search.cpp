// SPDX-License-Identifier: MIT
#include "engine/host/classes/turn_search.hpp"

#include <memory>
#include <utility>

#include "dpor/bounds/depth_first.hpp"
#include "dpor/registry.hpp"
#include "engine/host/classes/judge_canary.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kMaxOrders = 20'000;

// Installs the recorder, and lets the threads take turns.
class TurnsScope {
 public:
  TurnsScope(TurnRecorder& recorder, Turns turns) {
    set_call_judge(&recorder);
    set_calls_take_turns(turns);
  }
  TurnsScope(const TurnsScope&) = delete;
  TurnsScope& operator=(const TurnsScope&) = delete;
  ~TurnsScope() {
    set_calls_take_turns(Turns::kOff);
    set_call_judge(nullptr);
  }
};

std::unique_ptr<Strategy> strategy_for(Turns turns, const options& how) {
  if (turns != Turns::kUntilTheyWait) return make_strategy(how);
  const bool is_wrong = judge_canary() == JudgeCanary::kSplitsAnywhere;
  return std::make_unique<DepthFirst>(is_wrong ? DepthFirst::Switches::kAnywhere
                                               : DepthFirst::Switches::kBetweenCalls);
}

}  // namespace

std::optional<Failure> TurnRecorder::judge(std::span<const mcheck_call_result> results) {
  const EngineAllocationScope engine_at_work;
  if (runs_.calls.empty()) {
    for (const mcheck_call_result& each : results) runs_.calls.push_back({each.call, each.thread});
  }
  results_.emplace();
  for (const mcheck_call_result& each : results) results_->push_back(each.result);
  return std::nullopt;
}

void TurnRecorder::end_execution(const Execution& execution, Ending ending,
                                 const std::optional<Failure>& failure) {
  ++runs_.orders;
  const bool is_finished = !failure && ending == Ending::kFinished && results_;
  if (is_finished) {
    for (const std::string& result : *results_) {
      if (result.starts_with(kThrownPrefix)) runs_.exceptions.insert(result);
    }
  }
  add(execution, failure, is_finished ? &*results_ : nullptr);
  results_.reset();
}

std::string search_turns(const Subject& subject, const options& how, Turns turns,
                         TurnRecorder& recorder) {
  const TurnsScope scope(recorder, turns);
  options quiet = how;
  quiet.strategy = options{}.strategy;
  quiet.bound = -1;
  quiet.ignore_races = true;  // turns order the calls, but not their memory
  Identities identities;
  install_variable_names(identities);
  Machine machine(subject.body, behaviour_of(quiet));
  Execution execution(identities);  // one call at a time: every memory model is the same
  const std::unique_ptr<Strategy> strategy = strategy_for(turns, quiet);
  std::string incomplete;
  const auto record = [&](Ending ending, const std::optional<Failure>& failure) {
    if (ending == Ending::kLimit) incomplete = "a call goes on for ever";
    if (ending != Ending::kRedundant && ending != Ending::kProbe) {
      recorder.end_execution(execution, ending, failure);
    }
  };
  const SearchReport report = Search(execution, machine.executor(), *strategy,
                                     {.executions = kMaxOrders,
                                      .steps = quiet.steps,
                                      .fail_at_gates = true,
                                      .stop_after = 0,
                                      .is_auxiliary = true,
                                      .suppressed = [](const Failure&) { return true; },
                                      .on_end = record})
                                  .explore();
  if (report.stop != SearchReport::Stop::kExhausted && incomplete.empty()) {
    incomplete = report.stop == SearchReport::Stop::kDiverged
                     ? "the calls do not repeat themselves"
                     : "there are too many orders of the calls";
  }
  return machine.needs_isolation() ? "the calls use files or processes, or load libraries"
                                   : incomplete;
}

}  // namespace mcheck
