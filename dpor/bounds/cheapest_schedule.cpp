// SPDX-License-Identifier: MIT
#include "dpor/bounds/cheapest_schedule.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/order/happens_before.hpp"

namespace mcheck {
namespace {

// An event that is a choice, and how far each thread must be before it: before it was enabled, and
// before it can happen with the same result.
struct Choice {
  const Event* event = nullptr;
  std::vector<std::uint32_t> enabled_after;
  std::vector<std::uint32_t> repeatable_after;
  bool after_yield = false;
  bool may_wake = false;  // changes an object that others wait for
};

struct Write {
  std::size_t thread = 0;
  std::size_t choice_index = 0;  // among those of its thread
  std::uint32_t version = 0;
};

using Progress = std::vector<std::uint32_t>;

class Linearisations {
 public:
  explicit Linearisations(const Execution& execution) : execution_(execution) { collect(); }

  std::optional<CheapSchedule> find(std::uint32_t limit);

 private:
  static constexpr std::size_t kNoThread = ~std::size_t{0};

  // A state of the search, and its predecessor.
  struct SearchNode {
    Progress progress;
    std::size_t last = kNoThread;
    std::uint32_t preemptions = 0;
    std::size_t parent = kNoThread;
  };

  void collect();
  [[nodiscard]] std::vector<std::uint32_t> choices_seen(VectorClock clock) const;
  void mark_wakers();
  [[nodiscard]] const Choice* next_choice(const Progress& progress, std::size_t thread) const;
  [[nodiscard]] static bool covers(const Progress& progress,
                                   const std::vector<std::uint32_t>& required) {
    for (std::size_t t = 0; t < required.size(); ++t) {
      if (progress[t] < required[t]) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_enabled(const Progress& progress, std::size_t thread) const;
  [[nodiscard]] bool may_spin(const Progress& progress, const Event& event) const;
  [[nodiscard]] std::uint32_t newest_version(const Progress& progress, std::uint32_t version) const;
  void expand(std::size_t node);
  void add_node(std::size_t node, std::size_t thread, std::uint32_t cost);
  [[nodiscard]] CheapSchedule schedule_to(std::size_t node) const;

  const Execution& execution_;
  std::vector<ThreadId> threads_;
  std::vector<std::size_t> thread_index_ = std::vector<std::size_t>(kMaxThreads, kNoThread);
  std::vector<std::vector<Choice>> choices_;               // by thread
  std::vector<std::vector<std::uint32_t>> event_indices_;  // by thread: Event::index of each choice
  std::vector<std::uint32_t> first_versions_;              // by version
  std::vector<std::vector<Write>> writes_;                 // by first version
  std::vector<SearchNode> nodes_;
  std::deque<std::size_t> open_;
  std::unordered_set<Fingerprint, FingerprintHash> closed_;
  std::size_t steps_ = 0;
};

void Linearisations::collect() {
  const std::span<const Event> events = execution_.events();
  const std::span<const Version> versions = execution_.versions();
  first_versions_.resize(versions.size());
  writes_.resize(versions.size());
  for (std::uint32_t v = 0; v < versions.size(); ++v) {
    first_versions_[v] = versions[v].writer == kNone ? v : first_versions_[versions[v].previous];
  }
  HappensBefore order(Relation::kStrict);
  order.update(events, versions, 0);
  ThreadSet with_choices;
  for (const Event& event : events) {
    if (!event.eager) with_choices.add(event.thread);
  }
  for (const ThreadRecord& record : execution_.threads()) {  // by path
    if (!with_choices.has(record.id)) continue;
    thread_index_[index(record.id)] = threads_.size();
    threads_.push_back(record.id);
    event_indices_.emplace_back();
  }
  for (const Event& event : events) {
    if (!event.eager) event_indices_[thread_index_[index(event.thread)]].push_back(event.index);
  }
  choices_.resize(threads_.size());
  std::vector<bool> yielded(kMaxThreads, false);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.operation.kind == Kind::kYield) yielded[index(event.thread)] = true;
    if (event.eager) continue;
    ++steps_;
    const std::size_t thread = thread_index_[index(event.thread)];
    Choice choice{.event = &event,
                  .enabled_after = choices_seen(order.past(i)),
                  .repeatable_after = choices_seen(order.all(i)),
                  .after_yield = yielded[index(event.thread)]};
    yielded[index(event.thread)] = false;
    choice.repeatable_after[thread] = static_cast<std::uint32_t>(choices_[thread].size());
    choice.enabled_after[thread] = choice.repeatable_after[thread];
    if (event.version_after != kNone) {
      writes_[first_versions_[event.version_before]].push_back(
          {thread, choices_[thread].size(), event.version_after});
    }
    choices_[thread].push_back(std::move(choice));
  }
  mark_wakers();
}

// How many choices of each thread are in the clock.
std::vector<std::uint32_t> Linearisations::choices_seen(VectorClock clock) const {
  std::vector<std::uint32_t> counts(threads_.size());
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const std::vector<std::uint32_t>& indices = event_indices_[t];
    const std::uint32_t seen = clock[index(threads_[t])];
    const auto first_not_seen = std::ranges::lower_bound(indices, seen);
    counts[t] = static_cast<std::uint32_t>(first_not_seen - indices.begin());
  }
  return counts;
}

// Marks the steps that change an object for which some operation of the trace may have to wait.
void Linearisations::mark_wakers() {
  std::vector<bool> waited_for(first_versions_.size(), false);
  const auto may_have_to_wait = [](const Event& event) {
    if (event.spin_kind != SpinKind::kNotSpinning) return true;
    switch (event.operation.kind) {
      case Kind::kLock:
      case Kind::kLockShared:
      case Kind::kLeave:
      case Kind::kAcquire:
      case Kind::kLatchWait:
      case Kind::kPhaseWait:
      case Kind::kGateWait:
      case Kind::kAwait:
      case Kind::kOnceEnter:
      case Kind::kBeginSection: return true;
      default: return event.operation.may_time_out || event.operation.in_section;
    }
  };
  for (const std::vector<Choice>& list : choices_) {
    for (const Choice& choice : list) {
      const Event& event = *choice.event;
      if (event.version_before != kNone && may_have_to_wait(event))
        waited_for[first_versions_[event.version_before]] = true;
    }
  }
  for (std::vector<Choice>& list : choices_) {
    for (Choice& choice : list) {
      const Event& event = *choice.event;
      choice.may_wake =
          event.version_after != kNone && waited_for[first_versions_[event.version_before]];
    }
  }
}

const Choice* Linearisations::next_choice(const Progress& progress, std::size_t thread) const {
  const std::vector<Choice>& list = choices_[thread];
  return progress[thread] < list.size() ? &list[progress[thread]] : nullptr;
}

std::uint32_t Linearisations::newest_version(const Progress& progress,
                                             std::uint32_t version) const {
  const std::uint32_t first_version = first_versions_[version];
  std::uint32_t newest_version = first_version;
  for (const Write& write : writes_[first_version]) {
    if (progress[write.thread] <= write.choice_index) break;
    newest_version = write.version;
  }
  return newest_version;
}

// Whether the thread, about to perform the event, may only be spinning. With a version that it did
// not read there in this trace nothing is known: if the step may leave the object unchanged, it
// counts as spinning. In loops of several steps the other steps are not examined.
bool Linearisations::may_spin(const Progress& progress, const Event& event) const {
  if (event.spin_kind != SpinKind::kOneStep) return event.spin_kind == SpinKind::kSeveralSteps;
  const std::uint32_t version = newest_version(progress, event.version_before);
  if (version == event.version_before) return false;
  const State state = execution_.state_at(version);
  if (execution_.enabled(event.operation, event.thread, state) != 1) return false;
  const Outcome outcome = execution_.outcome_of(event.operation, event.thread, state, 0);
  return outcome.mode == Mode::kRead || outcome.next == state;
}

// Whether leaving the thread here is a preemption.
bool Linearisations::is_enabled(const Progress& progress, std::size_t thread) const {
  const Choice* next = next_choice(progress, thread);
  if (next == nullptr || next->after_yield || !covers(progress, next->enabled_after)) return false;
  const Event& event = *next->event;
  if (event.version_before == kNone) return true;
  if (may_spin(progress, event)) return false;
  const Operation& operation = event.operation;
  const State state = execution_.state_at(newest_version(progress, event.version_before));
  if (execution_.enabled(operation, event.thread, state) == 0) return false;
  if (operation.kind != Kind::kLeave && !operation.may_time_out) return true;
  return !execution_.outcome_of(operation, event.thread, state, 0).failed;
}

std::optional<CheapSchedule> Linearisations::find(std::uint32_t limit) {
  // Main runs first: beginning with another thread while main is enabled is a preemption.
  nodes_.push_back(
      {.progress = Progress(threads_.size(), 0), .last = thread_index_[index(kMainThread)]});
  open_.push_back(0);
  while (!open_.empty()) {
    const std::size_t node = open_.front();
    open_.pop_front();
    const SearchNode& state = nodes_[node];
    if (state.preemptions > limit) return std::nullopt;
    std::vector<std::uint32_t> key = state.progress;
    key.push_back(static_cast<std::uint32_t>(state.last));
    if (!closed_.insert(fingerprint(key.data(), key.size() * sizeof key[0])).second) continue;
    std::size_t performed = 0;
    for (const std::uint32_t count : state.progress) performed += count;
    if (performed == steps_) return schedule_to(node);
    expand(node);
  }
  return std::nullopt;
}

// The node added last is expanded first: the running thread continues, otherwise the first thread
// runs.
void Linearisations::expand(std::size_t node) {
  const std::size_t last = nodes_[node].last;
  const auto can_repeat = [&](std::size_t thread) {
    const Choice* next = next_choice(nodes_[node].progress, thread);
    return next != nullptr && covers(nodes_[node].progress, next->repeatable_after);
  };
  const bool is_preemption = last != kNoThread && is_enabled(nodes_[node].progress, last);
  const bool last_can_continue = last != kNoThread && can_repeat(last);
  // Leaving the thread here would be a preemption, and can be done one step later at the same cost.
  const bool must_continue =
      last_can_continue && is_preemption && !next_choice(nodes_[node].progress, last)->may_wake;
  for (std::size_t t = threads_.size(); t > 0 && !must_continue; --t) {
    if (t - 1 != last && can_repeat(t - 1)) add_node(node, t - 1, is_preemption ? 1 : 0);
  }
  if (last_can_continue) add_node(node, last, 0);
}

void Linearisations::add_node(std::size_t node, std::size_t thread, std::uint32_t cost) {
  SearchNode next = nodes_[node];
  ++next.progress[thread];
  next.last = thread;
  next.preemptions += cost;
  next.parent = node;
  nodes_.push_back(std::move(next));
  if (cost == 0) {
    open_.push_front(nodes_.size() - 1);
  } else {
    open_.push_back(nodes_.size() - 1);
  }
}

CheapSchedule Linearisations::schedule_to(std::size_t node) const {
  CheapSchedule schedule{.preemptions = nodes_[node].preemptions, .transitions = {}};
  for (std::size_t i = node; nodes_[i].parent != kNoThread; i = nodes_[i].parent) {
    const std::size_t thread = nodes_[i].last;
    const Event& event = *choices_[thread][nodes_[nodes_[i].parent].progress[thread]].event;
    schedule.transitions.push_back(transition_of(event));
  }
  std::ranges::reverse(schedule.transitions);
  return schedule;
}

}  // namespace

std::optional<CheapSchedule> cheapest_schedule(const Execution& execution, std::uint32_t limit) {
  return Linearisations(execution).find(limit);
}

}  // namespace mcheck
