// SPDX-License-Identifier: MIT
#include "engine/search/progress/state_graph.hpp"

#include <algorithm>
#include <chrono>

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMaxEagerSteps = 10'000;

void add(std::vector<Word>& words, const Operation& operation) {
  words.insert(words.end(), {static_cast<Word>(operation.kind), index(operation.object),
                             operation.a, operation.b, operation.may_time_out ? 1u : 0u});
}

void add(std::vector<Word>& words, const ThreadSet& threads) {
  for (unsigned i = 0; i < threads.size(); ++i) words.push_back(index(threads.at(i)));
  words.push_back(kMaxThreads);
}

}  // namespace

std::optional<Fingerprint> full_state(const Execution& execution, Executor& executor) {
  const std::optional<Fingerprint> memory = executor.all_memory();
  if (!memory) return std::nullopt;
  std::vector<Word> words;
  for (const ThreadRecord& record : execution.threads()) {
    words.insert(words.end(), {index(record.id), static_cast<Word>(record.status),
                               record.ended_process ? 1u : 0u, record.spurious, record.children,
                               record.sections, execution.enabled(record)});
    if (record.status == ThreadRecord::Status::kReady) add(words, record.pending);
  }
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* object = execution.find_object(ObjectId{i});
    if (object == nullptr || object->kind == ObjectKind::kNone) continue;
    const State state = execution.state_of(ObjectId{i});
    words.insert(words.end(),
                 {i, object->alive ? 1u : 0u, state.value, state.extra, state.section});
    add(words, state.threads);
  }
  return memory->then(fingerprint(words.data(), words.size() * sizeof words[0]));
}

StateGraph::StateGraph(Execution& execution, Executor& executor, const Limits& limits)
    : execution_(execution), executor_(executor), run_(execution, executor, kMaxEagerSteps) {
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
  const std::optional<Fingerprint> state = full_state(execution_, executor_);
  if (!state) return std::nullopt;
  const auto [known, is_new] =
      node_of_.try_emplace(*state, static_cast<std::uint32_t>(nodes_.size()));
  is_new_ = is_new;
  if (!is_new) return known->second;
  Node& node = nodes_.emplace_back();
  node.ended = enabled_.empty();
  for (const ThreadRecord& record : execution_.threads()) {
    if (record.status != ThreadRecord::Status::kReady) continue;
    node.unfinished.add(record.id);
    if (execution_.enabled(record) > 0) node.enabled.add(record.id);
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
    run_.take(static_cast<std::uint32_t>(frame.next++));
    ++steps_;
    const std::uint32_t from = frame.node;
    const Transition move = transitions_of(execution_).back();
    const std::optional<std::uint32_t> to = visit_state();
    if (!to) return mark_incomplete();
    nodes_[from].edges.push_back({*to, move});
    if (!is_new_ || enabled_.empty()) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (nodes_.size() >= limits.states || (limits.seconds > 0 && seconds > limits.seconds)) {
      return mark_incomplete();
    }
    if (stack_.size() >= limits.depth) {
      mark_incomplete();
    } else if (!push(*to)) {
      return mark_incomplete();
    }
  }
}

std::optional<StateGraph::Path> StateGraph::shortest_path(
    const std::function<bool(std::uint32_t)>& wanted) const {
  struct Reached {
    std::uint32_t from = kNone;
    std::uint32_t edge = 0;
  };
  std::vector<Reached> before(nodes_.size());
  std::vector<std::uint32_t> queue = {0};
  before[0].from = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t node = queue[next];
    if (wanted(node)) {
      Path way{.node = node, .transitions = {}};
      for (std::uint32_t at = node; at != 0; at = before[at].from) {
        way.transitions.push_back(nodes_[before[at].from].edges[before[at].edge].move);
      }
      std::ranges::reverse(way.transitions);
      return way;
    }
    const std::vector<Edge>& edges = nodes_[node].edges;
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      if (before[edges[i].to].from != kNone) continue;
      before[edges[i].to] = {node, i};
      queue.push_back(edges[i].to);
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
