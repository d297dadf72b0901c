// SPDX-License-Identifier: MIT
#include "engine/host/search/progress_check.hpp"

#include <algorithm>
#include <chrono>

#include "dpor/replay.hpp"
#include "engine/search/progress/lasso.hpp"
#include "engine/search/progress/state_graph.hpp"

namespace mcheck {
namespace {

// The graph is not built again if it turns out that a record was left out which decides something:
// with kExact it shows that there is a cycle, and only with kOff that there is no race.
StateGraph build_graph(Machine& machine, Execution& execution, const StateGraph::Limits& limits,
                       Executor::Matching matching) {
  machine.match_states(matching);
  machine.assume_all_spin(true);  // as in a replay
  StateGraph graph(execution, machine.executor(), limits);
  machine.assume_all_spin(false);
  return graph;
}

// Runs the schedule and judges it at its end; no value if it shows no failure.
std::optional<FoundFailure> run_judged(const SearchRequest& request, Machine& machine,
                                       Execution& execution, std::vector<Transition> transitions,
                                       ProgressProperty by) {
  const ProgressCheck progress_check{.by = by, .step = transitions.size()};
  TransitionReplay follow(transitions);
  const SearchReport once = run_again(request, machine, execution, follow, progress_check);
  if (once.failures.empty()) return std::nullopt;
  return FoundFailure{.failure = once.failures[0].failure,
                      .schedules = {std::move(transitions)},
                      .progress_check = progress_check};
}

const char* name_of(guarantee progress) {
  return progress == guarantee::lock_free ? "lock-free" : "obstruction-free";
}

std::optional<FoundFailure> find_failure(const SearchRequest& request, Machine& machine,
                                         Execution& execution, const StateGraph& graph,
                                         Result& result) {
  if (graph.failed()) {
    return FoundFailure{.failure = graph.failed()->failure,
                        .schedules = {graph.failed()->transitions}};
  }
  const ProgressProperty by = request.how.progress == guarantee::lock_free
                                  ? ProgressProperty::kLockFree
                                  : ProgressProperty::kObstructionFree;
  std::optional<std::vector<Transition>> path = lasso_without_progress(graph.graph(), by);
  if (!path) return std::nullopt;
  auto found = run_judged(request, machine, execution, std::move(*path), by);
  if (!found)
    result.reason =
        "an execution without progress was found, but it made progress when it was run again";
  return found;
}

void set_progress_verdict(const SearchRequest& request, Machine& machine,
                          const Execution& execution, const StateGraph& graph, Result& result) {
  const std::string states = std::to_string(graph.graph().nodes.size()) + " states";
  if (!result.reason.empty()) return;
  if (!graph.is_available()) {
    result.reason = "its states cannot be compared: each execution runs in a process of its own";
  } else if (!graph.is_complete()) {
    result.reason = "stopped after " + states +
                    ": a loop that counts or allocates has no end of "
                    "them; --time";
  } else {
    result.verdict = Verdict::kVerified;
    result.assumptions = machine.assumptions(false, execution);
    result.assumptions.push_back("an operation is all that a thread does, but for main");
    result.remarks.push_back(std::string(name_of(request.how.progress)) + " in all of its " +
                             states);
  }
}

}  // namespace

std::optional<FoundFailure> find_fair_cycle(const SearchRequest& request, Machine& machine,
                                            Execution& execution, const FoundFailure& found) {
  if (request.how.memory == memory_model::rc11)
    return std::nullopt;  // a state would need all versions
  constexpr StateGraph::Limits kShort{.states = 20'000, .depth = 300, .seconds = 2};
  const StateGraph graph = build_graph(machine, execution, kShort, Executor::Matching::kExact);
  std::optional<std::vector<Transition>> lasso =
      fair_lasso(graph.graph(), fair_cycle_rule(request.how));
  if (!lasso) return std::nullopt;
  return judge_fair_cycle(request, machine, execution, std::move(*lasso), found.execution);
}

std::optional<FoundFailure> judge_fair_cycle(const SearchRequest& request, Machine& machine,
                                             Execution& execution, std::vector<Transition> lasso,
                                             std::uint64_t execution_number) {
  auto fair_cycle = run_judged(
      request, machine, execution, std::move(lasso),
      request.how.allow_endless ? ProgressProperty::kStarvation : ProgressProperty::kFairCycle);
  if (!fair_cycle || !is_execution_wide(fair_cycle->failure.kind)) return std::nullopt;
  fair_cycle->execution = execution_number;
  return fair_cycle;
}

Result check_progress(const SearchRequest& request, Machine& machine, Execution& execution,
                      bool source_locations) {
  const auto started = std::chrono::steady_clock::now();
  const StateGraph graph =
      build_graph(machine, execution, {.states = 1'000'000, .seconds = request.how.seconds},
                  Executor::Matching::kOff);
  Result result = empty_result(request.subject, request.how);
  result.strategy = "states";
  result.bound = -1;
  result.events = graph.steps();
  result.executions = static_cast<std::uint64_t>(
      std::ranges::count_if(graph.graph().nodes, [](const auto& node) { return node.ended; }));
  const std::optional<FoundFailure> found =
      find_failure(request, machine, execution, graph, result);
  if (!found) {
    set_progress_verdict(request, machine, execution, graph, result);
  } else {
    auto reported =
        replay_for_report(request, machine, execution, *found,
                          {.source_locations = source_locations, .seconds = request.how.minimise});
    if (auto* failure = std::get_if<FailureReport>(&reported)) {
      result.verdict = is_limit(failure->kind) ? Verdict::kIncomplete : Verdict::kBug;
      if (is_limit(failure->kind)) result.reason = reason_for_limits(1, 1, false);
      result.failures.push_back(std::move(*failure));
    } else {
      result.verdict = Verdict::kNotRepeatable;
      result.reason = std::get<std::string>(reported);
    }
  }
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace mcheck
