// SPDX-License-Identifier: MIT
#include "engine/host/states.hpp"

#include <algorithm>
#include <chrono>

#include "dpor/replay.hpp"
#include "engine/search/lasso.hpp"

namespace mcheck {
namespace {

StateGraph graph_of(Machine& machine, Execution& execution, const StateGraph::Limits& limits) {
  machine.suspect_everything(true);  // as in a replay
  StateGraph graph(execution, machine.executor(), limits);
  machine.suspect_everything(false);
  return graph;
}

// Runs the schedule and judges it at its end; no value if it shows no failure.
std::optional<FoundFailure> judged(const Searched& searched, Machine& machine, Execution& execution,
                                   std::vector<Move> moves, JudgedBy by) {
  const Judging judging{.by = by, .step = moves.size()};
  Follow follow(moves);
  const SearchReport once = run_again(searched, machine, execution, follow, judging);
  if (once.failures.empty()) return std::nullopt;
  return FoundFailure{
      .failure = once.failures[0].failure, .schedules = {std::move(moves)}, .judging = judging};
}

const char* name_of(guarantee progress) {
  return progress == guarantee::lock_free ? "lock-free" : "obstruction-free";
}

std::optional<FoundFailure> find_failure(const Searched& searched, Machine& machine,
                                         Execution& execution, const StateGraph& graph,
                                         Result& result) {
  if (graph.failed()) {
    return FoundFailure{.failure = graph.failed()->failure, .schedules = {graph.failed()->moves}};
  }
  const JudgedBy by = searched.how.progress == guarantee::lock_free ? JudgedBy::kLockFree
                                                                    : JudgedBy::kObstructionFree;
  std::optional<std::vector<Move>> way = way_without_progress(graph, by);
  if (!way) return std::nullopt;
  auto found = judged(searched, machine, execution, std::move(*way), by);
  if (!found) result.reason = "a way without progress was found, and is none when it is run again";
  return found;
}

void conclude(const Searched& searched, Machine& machine, const Execution& execution,
              const StateGraph& graph, Result& result) {
  const std::string states = std::to_string(graph.nodes().size()) + " states";
  if (!result.reason.empty()) return;
  if (!graph.is_known()) {
    result.reason = "its states cannot be compared: each execution runs in a process of its own";
  } else if (!graph.is_complete()) {
    result.reason = "stopped after " + states +
                    ": a loop that counts or allocates has no end of "
                    "them; --time";
  } else {
    result.verdict = Verdict::kVerified;
    result.assumptions = machine.assumptions(false, execution.identities());
    result.assumptions.push_back("an operation is all that a thread does, but for main");
    result.remarks.push_back(std::string(name_of(searched.how.progress)) + " in all of its " +
                             states);
  }
}

}  // namespace

std::optional<FoundFailure> circle_instead(const Searched& searched, Machine& machine,
                                           Execution& execution, const FoundFailure& found) {
  constexpr StateGraph::Limits kShort{.states = 20'000, .depth = 300, .seconds = 2};
  const StateGraph graph = graph_of(machine, execution, kShort);
  std::optional<std::vector<Move>> lasso = fair_lasso(graph);
  if (!lasso) return std::nullopt;
  auto circle = judged(searched, machine, execution, std::move(*lasso), JudgedBy::kCircle);
  if (!circle || !is_of_nobody(circle->failure.kind)) return std::nullopt;
  circle->execution = found.execution;
  return circle;
}

Result judge_progress(const Searched& searched, Machine& machine, Execution& execution,
                      bool source_places) {
  const auto started = std::chrono::steady_clock::now();
  const StateGraph graph =
      graph_of(machine, execution, {.states = 1'000'000, .seconds = searched.how.seconds});
  Result result = blank_result(searched.subject, searched.how);
  result.strategy = "states";
  result.bound = -1;
  result.events = graph.steps();
  result.executions = static_cast<std::uint64_t>(
      std::ranges::count_if(graph.nodes(), [](const auto& node) { return node.ended; }));
  const std::optional<FoundFailure> found =
      find_failure(searched, machine, execution, graph, result);
  if (!found) {
    conclude(searched, machine, execution, graph, result);
  } else {
    auto told = tell_failure(searched, machine, execution, *found,
                             {.source_places = source_places, .seconds = searched.how.minimise});
    if (auto* failure = std::get_if<FailureReport>(&told)) {
      result.verdict = is_limit(failure->kind) ? Verdict::kIncomplete : Verdict::kBug;
      if (is_limit(failure->kind)) result.reason = reason_for_limits(1, 1, false);
      result.failures.push_back(std::move(*failure));
    } else {
      result.verdict = Verdict::kNotRepeatable;
      result.reason = std::get<std::string>(told);
    }
  }
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace mcheck
