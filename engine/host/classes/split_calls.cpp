// SPDX-License-Identifier: MIT
#include "engine/host/classes/split_calls.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "engine/host/classes/turn_search.hpp"

namespace mcheck {
namespace {

// The operations of the calls, in the order of an execution in which turns end where calls wait.
CallOrder split_order(std::span<const Event> events) {
  CallOrder order;
  std::map<ThreadId, std::uint8_t> open;
  ThreadId turn = kMainThread;
  for (const Event& event : events) {
    const Kind kind = event.operation.kind;
    if (event.thread == kMainThread) continue;
    if (kind == Kind::kCallBegin) open[event.thread] = static_cast<std::uint8_t>(event.operation.a);
    const auto call = open.find(event.thread);
    if (call == open.end()) continue;
    const bool begins_turn = kind == Kind::kCallBegin || (!event.eager && event.thread != turn);
    if (begins_turn) {
      turn = event.thread;
      order.push_back(call->second);
    } else if (kind == Kind::kCallEnd && event.thread != turn) {
      order.push_back(call->second);  // it was woken and returned within the turn of another call
    }
    if (kind == Kind::kCallEnd) open.erase(call);
  }
  return order;
}

// Threads that are not those of the test: they are started within a call.
bool has_other_threads(std::span<const Event> events) {
  std::set<ThreadId> in_call;
  return std::ranges::any_of(events, [&](const Event& event) {
    if (event.operation.kind == Kind::kCallBegin) in_call.insert(event.thread);
    if (event.operation.kind == Kind::kCallEnd) in_call.erase(event.thread);
    const bool is_of_test = event.thread == kMainThread && in_call.empty();
    return event.operation.kind == Kind::kSpawn && !is_of_test;
  });
}

// Which calls an order takes before which: the first operation of one before the last of the other.
// Executions permit orders that are equal in this alike.
std::set<std::pair<std::uint8_t, std::uint8_t>> precedence_of(const CallOrder& order) {
  std::set<std::pair<std::uint8_t, std::uint8_t>> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) pairs.emplace(order[i], order[j]);
  }
  return pairs;
}

class SplitRecorder final : public TurnRecorder {
 public:
  using TurnRecorder::TurnRecorder;

  [[nodiscard]] bool has_other_threads() const { return has_other_threads_; }
  void add_orders() const {
    for (const auto& [results, orders] : finished_) {
      for (const auto& [precedence, order] : orders) runs_.finished[results].insert(order);
    }
  }

 private:
  void add(const Execution& execution, const std::optional<Failure>&,
           const CallResults* results) override {
    has_other_threads_ = has_other_threads_ || mcheck::has_other_threads(execution.events());
    if (results == nullptr) return;
    CallOrder order = split_order(execution.events());
    auto precedence = precedence_of(order);
    finished_[*results].try_emplace(std::move(precedence), std::move(order));
  }

  std::map<CallResults, std::map<std::set<std::pair<std::uint8_t, std::uint8_t>>, CallOrder>>
      finished_;
  bool has_other_threads_ = false;
};

}  // namespace

void add_split_orders(const Subject& subject, const options& how, SequentialRuns& runs) {
  if (how.condition == consistency::quiescent) {
    runs.uncompared = "with quiescent consistency they are not split";
    return;
  }
  SplitRecorder recorder(runs);
  const std::string incomplete = search_turns(subject, how, Turns::kUntilTheyWait, recorder);
  if (recorder.has_other_threads()) {
    runs.uncompared = "the class starts threads of its own";
  } else if (!incomplete.empty()) {
    runs.uncompared = incomplete;
  } else {
    recorder.add_orders();
  }
}

}  // namespace mcheck
