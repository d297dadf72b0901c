// SPDX-License-Identifier: MIT
#include "dpor/states/stateful_search.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "engine/search/progress/lasso.hpp"

namespace mcheck {
namespace {

constexpr double kInfinitelyMany = std::numeric_limits<double>::infinity();

}  // namespace

std::optional<Begin> StatefulSearch::begin_execution() {
  if (std::exchange(is_first_, false)) return Begin{.keep = 0};
  while (!levels_.empty() && levels_.back().taken >= levels_.back().last) leave_level();
  if (levels_.empty() || fair_cycle_) return std::nullopt;
  ++levels_.back().taken;
  return Begin{.keep = levels_.size() - 1};
}

Pick StatefulSearch::pick(const View& view) {
  if (view.step == levels_.size()) return enter(view);
  return take_next(view, levels_[view.step]);
}

Pick StatefulSearch::enter(const View& view) {
  if (!levels_.empty()) note_step(view.execution);
  check_robustness_of_new_events(view.execution);
  Level level;
  if (const std::optional<Fingerprint> state = state_of(view)) {
    const auto [entry, is_new] = table_.find_or_add(*state);
    if (!is_new) {
      ++matched_;
      if (entry->open_at == StateTable::kClosed) {
        levels_.back().schedules += entry->schedules;
      } else {
        levels_.back().schedules = kInfinitelyMany;
        OpenState& from = open_[levels_.back().state];
        from.low = std::min(from.low, entry->open_at);
        add_edge_to(entry->open_at);
      }
      return {.alternative = Pick::kNothing};
    }
    level.state = static_cast<Position>(open_.size());
    entry->open_at = level.state;
    add_open_state(view, *state);
  } else {
    compares_ = false;
  }
  const std::uint32_t alternatives = alternatives_within_bound(view);
  note_bound(level, alternatives < view.alternatives.size());
  level.last = alternatives - 1;
  level.alternatives = alternatives;
  level.events = view.execution.events().size();
  levels_.push_back(level);
  ++transitions_;
  last_taken_ = view.alternatives[0].thread;
  return {.alternative = 0, .returns = level.last > 0};
}

Pick StatefulSearch::take_next(const View& view, Level& level) {
  const std::uint32_t alternatives = alternatives_within_bound(view);
  note_bound(level, alternatives < view.alternatives.size());
  if (std::exchange(level.is_provisional, false)) level.alternatives = alternatives;
  const bool is_last_step = view.step + 1 == levels_.size();
  if (level.alternatives != alternatives && !(is_last_step && alternatives < level.alternatives)) {
    return {.alternative = Pick::kImpossible};
  }
  level.alternatives = alternatives;
  level.last = alternatives - 1;
  level.events = view.execution.events().size();
  if (level.taken > level.last) {
    level.taken = level.last;
    return {.alternative = Pick::kSpins};
  }
  ++transitions_;
  last_taken_ = view.alternatives[level.taken].thread;
  return {.alternative = level.taken, .returns = level.taken < level.last};
}

void StatefulSearch::retracted() {
  --transitions_;
  Level& level = levels_.back();
  if (level.state != kNoState) open_[level.state].spinning.add(last_taken_);
  if (level.taken > 0) return;
  level.last = 0;  // there may be no other alternative
  level.is_provisional = true;
}

void StatefulSearch::end_execution(const Execution& execution, Ending ending) {
  check_robustness_of_new_events(execution);
  if (!is_execution(ending)) return;
  (levels_.empty() ? schedules_ : levels_.back().schedules) += 1;
}

// Up to the last choice the events are those of a call before.
void StatefulSearch::check_robustness_of_new_events(const Execution& execution) {
  if (robustness_) robustness_->follow(execution, levels_.empty() ? 0 : levels_.back().events);
}

std::optional<Fingerprint> StatefulSearch::state_of(const View& view) {
  std::optional<Fingerprint> state = view.states->current();
  if (state && robustness_)
    state = state->then(robustness_->state(view.execution, view.states->names()));
  if (!state || bound_ < 0) return state;
  std::vector<std::uint32_t> preempting = {view.preemptions};
  for (const Alternative& alternative : view.alternatives) {
    if (alternative.preempts) preempting.push_back(index(alternative.thread));
  }
  return state->then(fingerprint(preempting.data(), preempting.size() * sizeof preempting[0]));
}

// Alternatives that preempt come last (engine/search/strategy/strategy.hpp), so those within the
// bound are a prefix.
std::uint32_t StatefulSearch::alternatives_within_bound(const View& view) {
  auto allowed = static_cast<std::uint32_t>(view.alternatives.size());
  if (bound_ < 0 || view.preemptions < static_cast<std::uint32_t>(bound_)) return allowed;
  while (allowed > 1 && view.alternatives[allowed - 1].preempts) --allowed;
  if (allowed < view.alternatives.size()) bound_hit_ = true;
  return allowed;
}

void StatefulSearch::note_bound(const Level& level, bool leaves_out) {
  if (leaves_out && level.state != kNoState) open_[level.state].is_at_bound = true;
}

void StatefulSearch::add_open_state(const View& view, const Fingerprint& state) {
  const auto position = static_cast<Position>(open_.size());
  const std::size_t first_edge = edges_.size();
  if (!levels_.empty()) add_edge_to(position);
  OpenState& open = open_.emplace_back();
  open.state = state;
  open.low = position;
  open.first_edge = first_edge;
  for (const Alternative& alternative : view.alternatives) open.enabled.add(alternative.thread);
  for (const ThreadRecord& record : view.execution.threads()) {
    if (view.execution.spins(record)) open.spinning.add(record.id);
    if (is_locked_out(view.execution, record)) open.locked_out.add(record.id);
  }
}

// The last choice has been taken, and what follows by itself.
void StatefulSearch::note_step(const Execution& execution) {
  Level& level = levels_.back();
  level.move = transition_of(execution.events()[level.events]);
  step_only_reads_ = only_reads_since(execution, level.events);
  step_progress_ = progress_since(execution, level.events);
}

// From the state of the last choice.
void StatefulSearch::add_edge_to(Position to) {
  if (levels_.back().state == kNoState) return;
  if (!step_progress_.empty())
    progress_.push_back({.edge = edges_.size(), .threads = step_progress_});
  edges_.push_back({.from = levels_.back().state,
                    .to = to,
                    .move = *levels_.back().move,
                    .only_reads = step_only_reads_});
}

// All alternatives of the last choice were taken.
void StatefulSearch::leave_level() {
  const Level level = levels_.back();
  double schedules = level.schedules;
  if (level.state != kNoState) {
    const Position low = open_[level.state].low;
    if (low == level.state) {
      schedules = close_component(level.state, schedules);
    } else {
      schedules = kInfinitelyMany;
    }
    const Position above = levels_.size() > 1 ? levels_[levels_.size() - 2].state : kNoState;
    if (above != kNoState) open_[above].low = std::min(open_[above].low, low);
  }
  levels_.pop_back();
  (levels_.empty() ? schedules_ : levels_.back().schedules) += schedules;
}

// All states from the root on are one component. The root is the state of the last choice.
double StatefulSearch::close_component(Position root, double schedules) {
  const std::size_t first_edge = open_[root].first_edge;
  const bool is_cyclic =
      std::any_of(edges_.begin() + static_cast<std::ptrdiff_t>(first_edge), edges_.end(),
                  [&](const OpenEdge& edge) { return edge.from >= root && edge.to <= edge.from; });
  if (is_cyclic) {
    schedules = kInfinitelyMany;
    has_cycle_ = true;
    if (!fair_cycle_) look_for_fair_cycle(root);
    has_cycle_at_bound_ |= std::any_of(open_.begin() + root, open_.end(),
                                       [](const OpenState& open) { return open.is_at_bound; });
  }
  for (; open_.size() > root; open_.pop_back()) {
    StateTable::Entry& entry = table_.at(open_.back().state);
    entry.open_at = StateTable::kClosed;
    entry.schedules = schedules;
  }
  edges_.resize(first_edge);
  while (!progress_.empty() && progress_.back().edge >= first_edge) progress_.pop_back();
  return schedules;
}

void StatefulSearch::look_for_fair_cycle(Position root) {
  TransitionGraph graph;
  graph.nodes.resize(open_.size() - root);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const OpenState& open = open_[root + i];
    graph.nodes[i].enabled = open.enabled;
    graph.nodes[i].spinning = open.spinning;
    graph.nodes[i].locked_out = open.locked_out;
  }
  const std::size_t first_edge = open_[root].first_edge;
  auto progress = std::ranges::lower_bound(progress_, first_edge, {}, &ProgressOnEdge::edge);
  for (std::size_t i = first_edge; i < edges_.size(); ++i) {
    const bool has_progress = progress != progress_.end() && progress->edge == i;
    const ThreadSet threads = has_progress ? (progress++)->threads : ThreadSet();
    const OpenEdge& edge = edges_[i];
    if (edge.from < root || edge.to < root) continue;
    graph.nodes[edge.from - root].edges.push_back({.to = edge.to - root,
                                                   .move = edge.move,
                                                   .progress = threads,
                                                   .only_reads = edge.only_reads});
  }
  const std::optional<std::vector<Transition>> lasso = fair_lasso(graph, rule_);
  if (!lasso) {
    is_endless_ |= rule_ == FairCycleRule::kStarvation || has_progress_marks(graph);
    return;
  }
  std::vector<Transition>& all = fair_cycle_.emplace();
  for (std::size_t i = 0; i + 1 < levels_.size(); ++i) all.push_back(*levels_[i].move);
  all.insert(all.end(), lasso->begin(), lasso->end());
}

StateMatching::Counts StatefulSearch::counts() const {
  return {.states = table_.size(),
          .transitions = transitions_,
          .matched = matched_,
          .schedules = schedules_};
}

std::string StatefulSearch::why_not_exhaustive() const {
  if (!has_cycle_at_bound_) return "";
  return "within the bound some threads repeat what they do for ever, and no other thread may run: "
         "whether that is a livelock was not decided (try a larger bound, or none)";
}

std::vector<std::string> StatefulSearch::remarks() const {
  if (!compares_) return {"states could not be compared here: every schedule was run"};
  if (!is_endless_) return {};
  return {rule_ == FairCycleRule::kStarvation
              ? "some executions never end: in those that are fair, no thread starves"
              : "some executions never end: in those that are fair, each thread that runs makes "
                "progress"};
}

}  // namespace mcheck
