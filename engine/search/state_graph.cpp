// SPDX-License-Identifier: MIT
#include "engine/search/state_graph.hpp"

#include <algorithm>
#include <chrono>

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostEager = 10'000;

void add(std::vector<Word>& words, const Operation& operation) {
  words.insert(words.end(), {static_cast<Word>(operation.kind), index(operation.object),
                             operation.a, operation.b, operation.may_time_out ? 1u : 0u});
}

void add(std::vector<Word>& words, const ThreadSet& threads) {
  for (unsigned i = 0; i < threads.size(); ++i) words.push_back(index(threads.at(i)));
  words.push_back(kMaxThreads);
}

}  // namespace

std::optional<Fingerprint> state_of_all(const Execution& execution, Executor& executor) {
  const std::optional<Fingerprint> memory = executor.whole();
  if (!memory) return std::nullopt;
  std::vector<Word> words;
  for (const ThreadRecord& record : execution.threads()) {
    words.insert(words.end(), {index(record.id), static_cast<Word>(record.status),
                               record.ended_process ? 1u : 0u, record.spurious, record.children,
                               record.sections, execution.ways(record)});
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
    : execution_(execution), executor_(executor), run_(execution, executor, kMostEager) {
  run_.go_on_without_stopped(false);
  run_.begin();
  const std::optional<std::uint32_t> first = arrive();
  if (!first || !push(*first)) {
    known_ = false;
    complete_ = false;
    return;
  }
  explore(limits);
  while (!stack_.empty()) {
    executor_.forget(stack_.back().save);
    stack_.pop_back();
  }
}

// Adds the current state: its node, and what is enabled there.
std::optional<std::uint32_t> StateGraph::arrive() {
  const std::span<const Alternative> ways = run_.alternatives();
  ways_.assign(ways.begin(), ways.end());
  if (run_.failure() && !failed_) {
    failed_ = {.failure = *run_.failure(), .moves = moves_of(execution_)};
  }
  const std::optional<Fingerprint> state = state_of_all(execution_, executor_);
  if (!state) return std::nullopt;
  const auto [known, is_new] =
      number_of_.try_emplace(*state, static_cast<std::uint32_t>(nodes_.size()));
  is_new_ = is_new;
  if (!is_new) return known->second;
  Node& node = nodes_.emplace_back();
  node.ended = ways_.empty();
  for (const ThreadRecord& record : execution_.threads()) {
    if (record.status != ThreadRecord::Status::kReady) continue;
    node.unfinished.add(record.id);
    if (execution_.ways(record) > 0) node.able.add(record.id);
  }
  return known->second;
}

bool StateGraph::push(std::uint32_t node) {
  const std::optional<Executor::Save> save = executor_.save();
  if (!save) return false;
  Frame& frame = stack_.emplace_back();
  frame.node = node;
  frame.save = *save;
  execution_.mark(frame.mark);
  frame.ways = ways_;
  return true;
}

void StateGraph::explore(const Limits& limits) {
  const Clock::time_point started = Clock::now();
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == frame.ways.size()) {
      executor_.forget(frame.save);
      stack_.pop_back();
      continue;
    }
    if (frame.next > 0) {
      executor_.restore(frame.save);
      execution_.rewind(frame.mark);
      run_.resumed();
    }
    (void)run_.alternatives();
    run_.take(static_cast<std::uint32_t>(frame.next++));
    ++steps_;
    const std::uint32_t from = frame.node;
    const Move move = moves_of(execution_).back();
    const std::optional<std::uint32_t> to = arrive();
    if (!to) return leave_the_rest();
    nodes_[from].edges.push_back({*to, move});
    if (!is_new_ || ways_.empty()) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (nodes_.size() >= limits.states || (limits.seconds > 0 && seconds > limits.seconds)) {
      return leave_the_rest();
    }
    if (stack_.size() >= limits.depth) {
      leave_the_rest();
    } else if (!push(*to)) {
      return leave_the_rest();
    }
  }
}

std::optional<StateGraph::Way> StateGraph::nearest(
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
      Way way{.node = node, .moves = {}};
      for (std::uint32_t at = node; at != 0; at = before[at].from) {
        way.moves.push_back(nodes_[before[at].from].edges[before[at].edge].move);
      }
      std::ranges::reverse(way.moves);
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
