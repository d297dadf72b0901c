// SPDX-License-Identifier: MIT
#include "engine/host/classes/sequential_runs.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "dpor/registry.hpp"
#include "engine/base/host_state.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/model/class_test.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kMaxOrders = 20'000;

using TestKey =
    std::pair<std::vector<std::string>, std::tuple<unsigned, bool, std::uint64_t, consistency>>;

MCHECK_HOST_STATE constinit std::optional<std::pair<TestKey, SequentialRuns>> kept_orders;

// Takes the results of each execution.
class Recorder final : public CallJudge {
 public:
  explicit Recorder(SequentialRuns& runs) : runs_(runs) {}

  std::optional<Failure> judge(std::span<const mcheck_call_result> results) override {
    const EngineAllocationScope engine_at_work;
    if (runs_.calls.empty()) {
      for (const mcheck_call_result& each : results)
        runs_.calls.push_back({each.call, each.thread});
    }
    results_.emplace();
    for (const mcheck_call_result& each : results) results_->push_back(each.result);
    return std::nullopt;
  }

  void end_execution(const Execution& execution, Ending ending,
                     const std::optional<Failure>& failure) {
    ++runs_.orders;
    CallOrder order;
    std::set<Word> open;
    bool times_out = false;
    for (const Event& event : execution.events()) {
      const Kind kind = event.operation.kind;
      times_out = times_out || event.operation.may_time_out;
      if (event.thread == kMainThread) continue;
      if (kind == Kind::kCallBegin) order.push_back(static_cast<std::uint8_t>(event.operation.a));
      if (kind == Kind::kCallBegin) open.insert(event.operation.a);
      if (kind == Kind::kCallEnd) open.erase(event.operation.a);
      if (kind == Kind::kCallBegin) thread_of_[order.back()] = event.thread;
    }
    const bool is_program_order = keeps_program_order(order);
    runs_.waits = runs_.waits || (times_out && is_program_order);
    if (failure && failure->kind != FailureKind::kUnmetSchedule) {
      runs_.failures_in_any_order.insert(failure->kind);
    }
    if (!failure && ending == Ending::kFinished && results_) {
      runs_.finished[*results_].insert(order);  // results of an earlier execution are overwritten
    } else if (!is_program_order) {
      // Not what the threads of the test can do.
    } else if (failure && is_stuck(failure->kind) && !open.empty()) {
      const std::uint8_t last = order.back();
      order.pop_back();
      blocked_[order].insert(last);
      runs_.waits = true;
    } else if (failure && failure->kind != FailureKind::kUnmetSchedule) {
      runs_.failures.emplace(failure->kind, order);
    }
    results_.reset();
  }

  // After an order of calls no thread can go on if each thread with a call left blocks in it.
  void find_stuck_orders() {
    std::map<ThreadId, std::size_t> calls_of;
    for (const auto& [call, thread] : thread_of_) ++calls_of[thread];
    for (const auto& [order, next] : blocked_) {
      std::map<ThreadId, std::size_t> made;
      for (const std::uint8_t call : order) ++made[thread_of_[call]];
      const auto unfinished = std::ranges::count_if(
          calls_of, [&](const auto& one) { return made[one.first] < one.second; });
      if (static_cast<std::size_t>(unfinished) != next.size()) continue;
      runs_.stuck_after.insert({order.begin(), order.end()});
    }
  }

 private:
  // Calls are numbered in the order of the test.
  [[nodiscard]] bool keeps_program_order(const CallOrder& order) {
    std::map<ThreadId, std::uint8_t> last;
    return std::ranges::all_of(order, [&](std::uint8_t call) {
      const auto [earlier, is_first] = last.try_emplace(thread_of_[call], call);
      return is_first || std::exchange(earlier->second, call) < call;
    });
  }

  SequentialRuns& runs_;
  std::optional<CallResults> results_;
  std::map<std::uint8_t, ThreadId> thread_of_;
  std::map<CallOrder, std::set<std::uint8_t>> blocked_;  // the calls that block after the order
};

// Installs the recorder, and lets the threads take turns.
class TurnsScope {
 public:
  TurnsScope(Recorder& recorder, consistency condition) {
    set_call_judge(&recorder);
    set_calls_take_turns(condition == consistency::quiescent ? Turns::kInAnyOrder
                                                             : Turns::kInProgramOrder);
  }
  TurnsScope(const TurnsScope&) = delete;
  TurnsScope& operator=(const TurnsScope&) = delete;
  ~TurnsScope() {
    set_calls_take_turns(Turns::kOff);
    set_call_judge(nullptr);
  }
};

}  // namespace

bool is_stuck(FailureKind kind) {
  return is_deadlock(kind) || kind == FailureKind::kPartialDeadlock ||
         kind == FailureKind::kLivelock || kind == FailureKind::kStarvation ||
         kind == FailureKind::kThreadLeak || kind == FailureKind::kUnmetSchedule;
}

SequentialRuns run_calls_in_turns(const Subject& subject, const options& how) {
  SequentialRuns runs;
  Recorder recorder(runs);
  const TurnsScope turns(recorder, how.condition);
  options quiet = how;
  quiet.strategy = options{}.strategy;
  quiet.bound = -1;
  quiet.ignore_races = true;  // gates order the calls, but not their memory
  Identities identities;
  install_variable_names(identities);
  Machine machine(subject.body, behaviour_of(quiet));
  Execution execution(identities);  // one call at a time: every memory model is the same
  const std::unique_ptr<Strategy> strategy = make_strategy(quiet);
  const auto record = [&](Ending ending, const std::optional<Failure>& failure) {
    if (ending == Ending::kLimit) runs.incomplete = "a call goes on for ever";
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
  if (report.stop != SearchReport::Stop::kExhausted && runs.incomplete.empty()) {
    runs.incomplete = report.stop == SearchReport::Stop::kDiverged
                          ? "the calls do not repeat themselves"
                          : "there are too many orders of the calls";
  }
  if (machine.needs_isolation()) runs.incomplete = "the calls use files or processes";
  recorder.find_stuck_orders();
  runs.is_class_test = calls_took_turns();
  return runs;
}

namespace {

TestKey key_of(const Subject& subject, const options& how) {
  return {subject.arguments, {how.spurious, how.timeouts, how.steps, how.condition}};
}

}  // namespace

const SequentialRuns& keep_orders(const Subject& subject, const options& how) {
  kept_orders.reset();
  kept_orders.emplace(key_of(subject, how), run_calls_in_turns(subject, how));
  return kept_orders->second;
}

SequentialRuns take_orders(const Subject& subject, const options& how) {
  const auto kept = std::exchange(kept_orders, std::nullopt);
  if (kept && kept->first == key_of(subject, how)) return kept->second;
  return run_calls_in_turns(subject, how);
}

Json to_json(const SequentialRuns& runs) {
  const auto order_json = [](const CallOrder& order) {
    Json list = Json::array();
    for (const std::uint8_t call : order) list.add(std::uint64_t{call});
    return list;
  };
  Json calls = Json::array();
  for (const TestCall& call : runs.calls) {
    calls.add(Json::object().set("text", call.text).set("thread", call.thread));
  }
  Json finished = Json::array();
  for (const auto& [results, orders] : runs.finished) {
    Json all = Json::array();
    for (const CallOrder& order : orders) all.add(order_json(order));
    finished.add(Json::object().set("results", Json::of(results)).set("orders", all));
  }
  Json failures = Json::array();
  for (const auto& [kind, order] : runs.failures) {
    failures.add(Json::object().set("kind", name_of(kind)).set("order", order_json(order)));
  }
  return Json::object()
      .set("type", "orders")
      .set("count", runs.orders)
      .set("calls", calls)
      .set("finished", finished)
      .set("failures", failures)
      .set("blocks", !runs.stuck_after.empty())
      .set("waits", runs.waits)
      .set("incomplete", runs.incomplete);
}

}  // namespace mcheck
