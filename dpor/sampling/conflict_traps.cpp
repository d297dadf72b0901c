// SPDX-License-Identifier: MIT
#include "dpor/sampling/conflict_traps.hpp"

#include <algorithm>

#include "dpor/sampling/probabilities.hpp"

namespace mcheck {
namespace {

// Largest distance in steps of two accesses that count as near.
constexpr std::uint32_t kNearDistance = 32;
constexpr double kNearProbability = 1;
constexpr double kFarProbability = 0.7;
constexpr double kKnownSiteProbability = 0.25;  // of a known site in another pair
constexpr double kHoldDecay = 0.6;
constexpr double kMinTrapProbability = 0.1;
// The search may stop after this many executions without a new conflict.
constexpr std::uint64_t kQuietExecutions = 40;
// A thread is held for this many steps at least, and for the length of the longest execution.
constexpr std::size_t kMinHoldSteps = 200;

}  // namespace

ConflictTraps::ConflictTraps(const SamplerOptions& options, ConflictSource& conflicts)
    : Sampler(options), conflicts_(conflicts), threads_(kMaxThreads) {}

bool ConflictTraps::seems_done() const {
  return sites_.empty() && executions_ >= last_new_conflict_ + kQuietExecutions;
}

void ConflictTraps::start() {
  for (ThreadState& state : threads_) state = {};
  conflicts_seen_ = accesses_seen_ = 0;
  lowest_priority_ = 0;
  change_step_ = longest_execution_ == 0 ? 0 : 1 + random().below(longest_execution_);
}

std::size_t ConflictTraps::choose(const View& view, std::span<const EnabledThread> enabled) {
  observe_conflicts(view);
  for (const EnabledThread& one : enabled) update_priority(view, one);
  const auto priority = [&](const EnabledThread& one) {
    const ThreadState& state = threads_[index(one.thread)];
    return std::pair{!state.held, state.priority};
  };
  const auto best = [&] {
    return static_cast<std::size_t>(std::ranges::max_element(enabled, {}, priority) -
                                    enabled.begin());
  };
  std::size_t chosen = best();
  if (change_step_ != 0 && view.step == change_step_) {
    state_of(enabled[chosen].thread).priority = --lowest_priority_;
    chosen = best();
  }
  if (state_of(enabled[chosen].thread).held) {  // no other thread is enabled
    chosen = longest_held_thread(enabled);
    release(state_of(enabled[chosen].thread));
  }
  return chosen;
}

// Handles what was observed since the last step.
void ConflictTraps::observe_conflicts(const View& view) {
  for (const ObservedConflict& one : conflicts_.observed_conflicts().subspan(conflicts_seen_)) {
    last_new_conflict_ = executions_;
    const double probability = one.distance <= kNearDistance ? kNearProbability : kFarProbability;
    raise_probability(one.before, probability);
    raise_probability(one.now, probability);
  }
  conflicts_seen_ = conflicts_.observed_conflicts().size();
  const std::span<const WatchedAccess> watched_accesses =
      conflicts_.watched_accesses().subspan(accesses_seen_);
  accesses_seen_ = conflicts_.watched_accesses().size();
  for (const WatchedAccess& access : watched_accesses)
    state_of(access.thread).sites.push_back(access.stack);
  for (const ThreadRecord& record : view.execution.threads()) {
    if (!state_of(record.id).sites.empty()) maybe_trap(record.id, view);
    ThreadState& state = state_of(record.id);
    if (state.held && view.step - state.held_since > std::max(kMinHoldSteps, longest_execution_))
      release(state);
  }
}

void ConflictTraps::raise_probability(StackId site, double probability) {
  const auto [entry, is_new] = sites_.try_emplace(site);
  entry->second.probability =
      std::max(entry->second.probability, is_new ? probability : kKnownSiteProbability);
  if (is_new) conflicts_.watch(site, true);
}

// All accesses of the thread since its last operation are held together.
void ConflictTraps::maybe_trap(ThreadId thread, const View& view) {
  ThreadState& state = state_of(thread);
  double probability = 0;
  for (const StackId site : state.sites) {
    const auto found = sites_.find(site);
    if (found != sites_.end()) probability = std::max(probability, found->second.probability);
  }
  constexpr std::uint64_t kResolution = 1000;
  const auto threshold = static_cast<std::uint64_t>(probability * kResolution);
  if (!state.held && random().below(kResolution) < threshold) {
    state.held = true;
    state.held_since = view.step;
    state.held_at = std::move(state.sites);
    ++hold_count_;
  }
  state.sites.clear();
}

void ConflictTraps::release(ThreadState& state) {
  state.held = false;
  std::vector<StackId>& sites = state.held_at;
  std::ranges::sort(sites);
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  for (const StackId site : sites) {
    const auto found = sites_.find(site);
    if (found == sites_.end()) continue;
    found->second.probability *= kHoldDecay;
    if (found->second.probability >= kMinTrapProbability) continue;
    sites_.erase(found);
    conflicts_.watch(site, false);
  }
  state.held_at.clear();
}

void ConflictTraps::update_priority(const View& view, const EnabledThread& enabled) {
  ThreadState& state = state_of(enabled.thread);
  if (!state.has_priority) {
    state.has_priority = true;
    state.priority = static_cast<Priority>(random().next() >> 2) + 1;
  }
  const std::uint32_t yields = view.execution.thread(enabled.thread).yields;
  if (yields == state.yields) return;
  state.yields = yields;
  state.priority = --lowest_priority_;
}

std::size_t ConflictTraps::longest_held_thread(std::span<const EnabledThread> enabled) const {
  const auto first = std::ranges::min_element(enabled, {}, [&](const EnabledThread& one) {
    return threads_[index(one.thread)].held_since;
  });
  return static_cast<std::size_t>(first - enabled.begin());
}

// A thread that is still held at the end was held without effect. A site that no thread reaches any
// more decays as well.
void ConflictTraps::learn(const Execution& execution, Ending) {
  for (ThreadState& state : threads_) {
    if (state.held) release(state);
  }
  longest_execution_ = std::max(longest_execution_, execution.steps());
  ++executions_;
  constexpr double kExecutionDecay = 0.97;
  for (auto site = sites_.begin(); site != sites_.end();) {
    site->second.probability *= kExecutionDecay;
    if (site->second.probability >= kMinTrapProbability) {
      ++site;
      continue;
    }
    conflicts_.watch(site->first, false);
    site = sites_.erase(site);
  }
}

std::vector<std::string> ConflictTraps::guarantees() const {
  return {"threads were held " + count_text(hold_count_, "time") +
          " at accesses with near misses: conflicts that were not found may exist"};
}

}  // namespace mcheck
