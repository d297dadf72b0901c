// SPDX-License-Identifier: MIT
#include "engine/search/progress/state_graph.hpp"

#include <algorithm>
#include <chrono>

#include "engine/search/progress/starvation.hpp"

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMaxEagerSteps = 10'000;

}  // namespace

StateGraph::StateGraph(Execution& execution, Executor& executor, const Limits& limits)
    : execution_(execution),
      executor_(executor),
      run_(execution, executor, kMaxEagerSteps),
      state_(execution, executor) {
  run_.run_past_failures(false);
  run_.begin();
  const std::optional<std::uint32_t> first = visit_state();
  if (!first || !push(*first)) {
    available_ = false;
    complete_ = false;
    return;
  }
  explore(limits);
  while (!stack_.empty()) {
    executor_.forget(stack_.back().snapshot);
    stack_.pop_back();
  }
}

// Adds the current state: its node, and what is enabled there.
std::optional<std::uint32_t> StateGraph::visit_state() {
  const std::span<const Alternative> enabled = run_.alternatives();
  enabled_.assign(enabled.begin(), enabled.end());
  if (run_.failure() && !failed_) {
    failed_ = {.failure = *run_.failure(), .transitions = transitions_of(execution_)};
  }
  const std::optional<Fingerprint> state = state_.current();
  if (!state) return std::nullopt;
  const auto [known, is_new] =
      node_of_.try_emplace(*state, static_cast<std::uint32_t>(graph_.nodes.size()));
  is_new_ = is_new;
  if (!is_new) return known->second;
  TransitionGraph::Node& node = graph_.nodes.emplace_back();
  node.ended = enabled_.empty();
  for (const ThreadRecord& record : execution_.threads()) {
    if (record.status != ThreadRecord::Status::kReady) continue;
    node.unfinished.add(record.id);
    if (execution_.enabled(record) > 0) node.enabled.add(record.id);
    if (execution_.spins(record)) node.spinning.add(record.id);
    if (is_locked_out(execution_, record)) node.locked_out.add(record.id);
  }
  return known->second;
}

bool StateGraph::push(std::uint32_t node) {
  const std::optional<Executor::Snapshot> snapshot = executor_.snapshot();
  if (!snapshot) return false;
  Frame& frame = stack_.emplace_back();
  frame.node = node;
  frame.snapshot = *snapshot;
  execution_.snapshot(frame.execution_snapshot);
  frame.enabled = enabled_;
  return true;
}

void StateGraph::explore(const Limits& limits) {
  const Clock::time_point started = Clock::now();
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == frame.enabled.size()) {
      executor_.forget(frame.snapshot);
      stack_.pop_back();
      continue;
    }
    if (frame.next > 0) {
      executor_.restore(frame.snapshot);
      execution_.rewind(frame.execution_snapshot);
      run_.note_restored();
    }
    (void)run_.alternatives();
    const std::size_t events = execution_.events().size();
    run_.take(static_cast<std::uint32_t>(frame.next++));
    ++steps_;
    const std::uint32_t from = frame.node;
    const Transition move = transitions_of(execution_).back();
    const std::optional<std::uint32_t> to = visit_state();
    if (!to) return mark_incomplete();
    graph_.nodes[from].edges.push_back({.to = *to,
                                        .move = move,
                                        .progress = progress_since(execution_, events),
                                        .only_reads = only_reads_since(execution_, events)});
    if (!is_new_ || enabled_.empty()) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (graph_.nodes.size() >= limits.states || (limits.seconds > 0 && seconds > limits.seconds)) {
      return mark_incomplete();
    }
    if (stack_.size() >= limits.depth) {
      mark_incomplete();
    } else if (!push(*to)) {
      return mark_incomplete();
    }
  }
}

}  // namespace mcheck
