// SPDX-License-Identifier: MIT
#include "engine/host/classes/sequential_runs.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/host/classes/judge_canary.hpp"
#include "engine/host/classes/split_calls.hpp"
#include "engine/host/classes/turn_search.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {
namespace {

using TestKey =
    std::pair<std::vector<std::string>, std::tuple<unsigned, bool, std::uint64_t, consistency>>;

MCHECK_HOST_STATE constinit std::optional<std::pair<TestKey, SequentialRuns>> kept_orders;

// Takes the results of each execution.
class Recorder final : public TurnRecorder {
 public:
  using TurnRecorder::TurnRecorder;

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
  void add(const Execution& execution, const std::optional<Failure>& failure,
           const CallResults* results) override {
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
    if (results != nullptr) {
      runs_.finished[*results].insert(order);  // results of an earlier execution are overwritten
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
  }

  // Calls are numbered in the order of the test.
  [[nodiscard]] bool keeps_program_order(const CallOrder& order) {
    std::map<ThreadId, std::uint8_t> last;
    return std::ranges::all_of(order, [&](std::uint8_t call) {
      const auto [earlier, is_first] = last.try_emplace(thread_of_[call], call);
      return is_first || std::exchange(earlier->second, call) < call;
    });
  }

  std::map<std::uint8_t, ThreadId> thread_of_;
  std::map<CallOrder, std::set<std::uint8_t>> blocked_;  // the calls that block after the order
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
  const Turns turns =
      how.condition == consistency::quiescent ? Turns::kInAnyOrder : Turns::kInProgramOrder;
  runs.incomplete = search_turns(subject, how, turns, recorder);
  recorder.find_stuck_orders();
  runs.is_class_test = calls_took_turns();
  const bool splits = judge_canary() != JudgeCanary::kKeepsCallsWhole;
  if (runs.waits && runs.incomplete.empty() && splits) add_split_orders(subject, how, runs);
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
      .set("uncompared", runs.uncompared)
      .set("incomplete", runs.incomplete);
}

}  // namespace mcheck
