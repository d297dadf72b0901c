// SPDX-License-Identifier: MIT
#include "engine/search/progress/progress_monitor.hpp"

#include "engine/search/progress/starvation.hpp"
#include "engine/search/steps/run.hpp"

namespace mcheck {
namespace {

template <class Take>
void for_each(const ThreadSet& threads, Take take) {
  for (unsigned i = 0; i < threads.size(); ++i) take(threads.at(i));
}

bool is_within(const ThreadSet& some, const ThreadSet& all) {
  bool within = true;
  for_each(some, [&](ThreadId thread) { within = within && all.has(thread); });
  return within;
}

std::string names_of(const Execution& execution, const ThreadSet& threads) {
  std::string text;
  for (unsigned i = 0; i < threads.size(); ++i) {
    if (i > 0) text += i + 1 == threads.size() ? " and " : ", ";
    text += execution.thread_text(threads.at(i));
  }
  return text;
}

bool is_in_operation(const ThreadRecord& record) {
  return record.id != kMainThread && record.status == ThreadRecord::Status::kReady;
}

}  // namespace

std::optional<Failure> ProgressMonitor::check_step() {
  if (states_.size() != execution_.steps()) return std::nullopt;
  const std::optional<Fingerprint> all = state_.current();
  if (!all) return std::nullopt;
  State& state = states_.emplace_back();
  state.all = *all;
  state.events = execution_.events().size();
  for (const ThreadRecord& record : execution_.threads()) {
    if (execution_.enabled(record) > 0) state.enabled.add(record.id);
    if (execution_.spins(record)) state.spinning.add(record.id);
    if (is_locked_out(execution_, record)) state.locked_out.add(record.id);
  }
  if (execution_.steps() != progress_check_.step) return std::nullopt;
  const bool by_cycle = progress_check_.by == ProgressProperty::kFairCycle ||
                        progress_check_.by == ProgressProperty::kStarvation;
  if (!by_cycle) return no_progress();
  // A cycle in which others wait for a thread whose assumption is false is no livelock.
  return execution_.stops().empty() ? fair_cycle() : std::nullopt;
}

std::optional<ProgressMonitor::Cycle> ProgressMonitor::cycle_from(std::size_t from) const {
  if (states_[from].all != states_.back().all) return std::nullopt;
  Cycle cycle;
  cycle.begin = states_[from].events;
  cycle.steps = states_.size() - 1 - from;
  cycle.locked_out = states_[from].locked_out;
  for (std::size_t i = from; i < states_.size(); ++i) {
    for_each(states_[i].enabled, [&](ThreadId thread) { cycle.enabled.add(thread); });
    for_each(states_[i].spinning, [&](ThreadId thread) { cycle.spun.add(thread); });
    for_each(states_[from].locked_out, [&](ThreadId thread) {
      if (!states_[i].locked_out.has(thread)) cycle.locked_out.remove(thread);
    });
  }
  cycle.ran = cycle.spun;
  for (const Event& event : execution_.events().subspan(cycle.begin)) {
    cycle.ran.add(event.thread);
    const bool only_reads = execution_.was_idle_read(event) || is_pause(event.operation.kind);
    if (!only_reads) cycle.acted.add(event.thread);
  }
  cycle.progress = progress_since(execution_, cycle.begin);
  return cycle;
}

// "after 6 steps the state is the same again: T1 fails to try_lock `b`, …"
std::string ProgressMonitor::cycle_text(const Cycle& cycle) const {
  std::string text = "after " + std::to_string(cycle.steps) + " steps the state is the same again";
  std::string failed;
  for (const Event& event : execution_.events().subspan(cycle.begin)) {
    if (!event.failed) continue;
    const std::string one = execution_.thread_text(event.thread) + "'s " +
                            name_of(event.operation) + " of `" +
                            execution_.object_text(event.operation.object) + "` fails";
    if (failed.find(one) == std::string::npos) failed += (failed.empty() ? ": " : ", ") + one;
  }
  for_each(cycle.ran, [&](ThreadId thread) {
    if (cycle.acted.has(thread)) return;
    failed += (failed.empty() ? ": " : ", ") + execution_.thread_text(thread) + " spins on `" +
              execution_.object_text(execution_.thread(thread).pending.object) + "`";
  });
  return text + failed;
}

// The threads that do nothing but spin, or wait for a lock all the time.
ThreadSet ProgressMonitor::starved(const Cycle& cycle) const {
  ThreadSet list = cycle.locked_out;
  for_each(cycle.ran, [&](ThreadId thread) {
    if (!cycle.acted.has(thread)) list.add(thread);
  });
  return list;
}

// Also those whose operations fail, that others leave behind, or that are blocked for the whole
// cycle by an object that others use again and again.
ThreadSet ProgressMonitor::unsatisfied(const Cycle& cycle) const {
  ThreadSet list = starved(cycle);
  if (!cycle.progress.empty()) {
    for_each(cycle.ran, [&](ThreadId thread) {
      if (!cycle.progress.has(thread)) list.add(thread);
    });
    return list;
  }
  const std::span<const Event> events = execution_.events().subspan(cycle.begin);
  for (const Event& event : events) {
    if (event.failed) list.add(event.thread);
  }
  for (const ThreadRecord& record : execution_.threads()) {
    const bool waits = record.status == ThreadRecord::Status::kReady &&
                       record.pending.kind != Kind::kJoin && !cycle.enabled.has(record.id) &&
                       !cycle.spun.has(record.id);
    if (!waits) continue;
    for (const Event& event : events) {
      const bool changes = event.version_after != kNone;
      if (changes && event.operation.object == record.pending.object) list.add(record.id);
    }
  }
  return list;
}

bool ProgressMonitor::is_wrong(const Cycle& cycle) const {
  if (!is_within(cycle.enabled, cycle.ran)) return false;
  if (!starved(cycle).empty()) return true;
  return progress_check_.by == ProgressProperty::kFairCycle &&
         !is_within(cycle.ran, cycle.progress);
}

std::optional<Failure> ProgressMonitor::fair_cycle() const {
  for (std::size_t from = states_.size() - 1; from > 0; --from) {
    const std::optional<Cycle> cycle = cycle_from(from - 1);
    if (!cycle || !is_wrong(*cycle)) continue;
    const ThreadSet without = unsatisfied(*cycle);
    ThreadSet content;
    for_each(cycle->ran, [&](ThreadId thread) {
      if (!without.has(thread)) content.add(thread);
    });
    const bool starves = !without.empty() && !content.empty();
    std::string text =
        starves ? names_of(execution_, without) + " makes no progress while " +
                      names_of(execution_, content) + " repeats for ever, and all are scheduled"
                : names_of(execution_, cycle->ran) + " repeat for ever, and each is scheduled";
    return Failure{.kind = starves ? FailureKind::kStarvation : FailureKind::kLivelock,
                   .thread = (starves ? without : cycle->ran).at(0),
                   .message = text + ": " + cycle_text(*cycle)};
  }
  return std::nullopt;
}

std::optional<Failure> ProgressMonitor::no_progress() const {
  const bool alone = progress_check_.by == ProgressProperty::kObstructionFree;
  const std::string what = alone ? "not obstruction-free: " : "not lock-free: ";
  for (const ThreadRecord& record : execution_.threads()) {
    if (!is_in_operation(record) || states_.back().enabled.has(record.id)) continue;
    return Failure{.kind = FailureKind::kNotLockFree,
                   .thread = record.id,
                   .message = what + describe_blocked(execution_, record) +
                              ": if the others stop here, its operation never completes"};
  }
  for (std::size_t from = states_.size() - 1; from > 0; --from) {
    const std::optional<Cycle> cycle = cycle_from(from - 1);
    if (!cycle || (alone && cycle->ran.size() > 1)) continue;
    if (cycle->ran.size() == 1 && cycle->ran.has(kMainThread)) continue;
    const bool one = cycle->ran.size() == 1;
    return Failure{.kind = FailureKind::kNotLockFree,
                   .thread = cycle->ran.at(0),
                   .message = what + names_of(execution_, cycle->ran) +
                              (one ? " repeats, and completes nothing: "
                                   : " repeat, and none of them completes anything: ") +
                              cycle_text(*cycle)};
  }
  return std::nullopt;
}

}  // namespace mcheck
