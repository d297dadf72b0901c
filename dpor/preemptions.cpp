// SPDX-License-Identifier: MIT
#include "dpor/preemptions.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/happens_before.hpp"

namespace mcheck {
namespace {

// An event that is a choice, and how far each thread must be before it: before it was enabled, and
// before it can happen with the same result.
struct Choice {
  const Event* event = nullptr;
  std::vector<std::uint32_t> possible;
  std::vector<std::uint32_t> ready;
  bool after_yield = false;
  bool may_wake = false;  // changes an object that others wait for
};

struct Write {
  std::size_t thread = 0;
  std::size_t number = 0;  // among those of its thread
  std::uint32_t version = 0;
};

using Progress = std::vector<std::uint32_t>;

class Linearisations {
 public:
  explicit Linearisations(const Execution& execution) : execution_(execution) { collect(); }

  std::optional<CheapSchedule> find(std::uint32_t limit);

 private:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  // A state of the search, and its predecessor.
  struct Reached {
    Progress progress;
    std::size_t last = kNobody;
    std::uint32_t preemptions = 0;
    std::size_t from = kNobody;
  };

  void collect();
  [[nodiscard]] std::vector<std::uint32_t> choices_in(VectorClock clock) const;
  void note_waits();
  [[nodiscard]] const Choice* next_of(const Progress& progress, std::size_t thread) const;
  [[nodiscard]] static bool covers(const Progress& progress,
                                   const std::vector<std::uint32_t>& needed) {
    for (std::size_t t = 0; t < needed.size(); ++t) {
      if (progress[t] < needed[t]) return false;
    }
    return true;
  }
  [[nodiscard]] bool can_go_on(const Progress& progress, std::size_t thread) const;
  [[nodiscard]] bool may_poll(const Progress& progress, const Event& event) const;
  [[nodiscard]] std::uint32_t newest(const Progress& progress, std::uint32_t version) const;
  void expand(std::size_t reached);
  void step(std::size_t reached, std::size_t thread, std::uint32_t cost);
  [[nodiscard]] CheapSchedule told(std::size_t reached) const;

  const Execution& execution_;
  std::vector<ThreadId> threads_;
  std::vector<std::size_t> place_ = std::vector<std::size_t>(kMaxThreads, kNobody);
  std::vector<std::vector<Choice>> choices_;       // by thread
  std::vector<std::vector<std::uint32_t>> index_;  // by thread: Event::index of each choice
  std::vector<std::uint32_t> roots_;               // by version
  std::vector<std::vector<Write>> writes_;         // by first version
  std::vector<Reached> states_;
  std::deque<std::size_t> open_;
  std::unordered_set<Fingerprint, FingerprintHash> closed_;
  std::size_t steps_ = 0;
};

void Linearisations::collect() {
  const std::span<const Event> events = execution_.events();
  const std::span<const Version> versions = execution_.versions();
  roots_.resize(versions.size());
  writes_.resize(versions.size());
  for (std::uint32_t v = 0; v < versions.size(); ++v) {
    roots_[v] = versions[v].writer == kNone ? v : roots_[versions[v].previous];
  }
  HappensBefore order(Relation::kStrict);
  order.update(events, versions, 0);
  ThreadSet busy;
  for (const Event& event : events) {
    if (!event.eager) busy.add(event.thread);
  }
  for (const ThreadRecord& record : execution_.threads()) {  // by path
    if (!busy.has(record.id)) continue;
    place_[index(record.id)] = threads_.size();
    threads_.push_back(record.id);
    index_.emplace_back();
  }
  for (const Event& event : events) {
    if (!event.eager) index_[place_[index(event.thread)]].push_back(event.index);
  }
  choices_.resize(threads_.size());
  std::vector<bool> yielded(kMaxThreads, false);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.operation.kind == Kind::kYield) yielded[index(event.thread)] = true;
    if (event.eager) continue;
    ++steps_;
    const std::size_t thread = place_[index(event.thread)];
    Choice choice{.event = &event,
                  .possible = choices_in(order.past(i)),
                  .ready = choices_in(order.all(i)),
                  .after_yield = yielded[index(event.thread)]};
    yielded[index(event.thread)] = false;
    choice.ready[thread] = static_cast<std::uint32_t>(choices_[thread].size());
    choice.possible[thread] = choice.ready[thread];
    if (event.version_after != kNone) {
      writes_[roots_[event.version_before]].push_back(
          {thread, choices_[thread].size(), event.version_after});
    }
    choices_[thread].push_back(std::move(choice));
  }
  note_waits();
}

// How many choices of each thread are in the clock.
std::vector<std::uint32_t> Linearisations::choices_in(VectorClock clock) const {
  std::vector<std::uint32_t> counts(threads_.size());
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const std::vector<std::uint32_t>& numbers = index_[t];
    const std::uint32_t seen = clock[index(threads_[t])];
    const auto first_unseen = std::ranges::lower_bound(numbers, seen);
    counts[t] = static_cast<std::uint32_t>(first_unseen - numbers.begin());
  }
  return counts;
}

// Marks the steps that change an object for which some operation of the trace may have to wait.
void Linearisations::note_waits() {
  std::vector<bool> waited_for(roots_.size(), false);
  const auto may_wait = [](const Event& event) {
    if (event.polling != Polling::kNo) return true;
    switch (event.operation.kind) {
      case Kind::kLock:
      case Kind::kLockShared:
      case Kind::kLeave:
      case Kind::kAcquire:
      case Kind::kLatchWait:
      case Kind::kPhaseWait:
      case Kind::kAwait:
      case Kind::kOnceEnter: return true;
      case Kind::kBeginSection: return true;
      default: return event.operation.may_time_out || event.operation.in_section;
    }
  };
  for (const std::vector<Choice>& list : choices_) {
    for (const Choice& choice : list) {
      const Event& event = *choice.event;
      if (event.version_before != kNone && may_wait(event))
        waited_for[roots_[event.version_before]] = true;
    }
  }
  for (std::vector<Choice>& list : choices_) {
    for (Choice& choice : list) {
      const Event& event = *choice.event;
      choice.may_wake = event.version_after != kNone && waited_for[roots_[event.version_before]];
    }
  }
}

const Choice* Linearisations::next_of(const Progress& progress, std::size_t thread) const {
  const std::vector<Choice>& list = choices_[thread];
  return progress[thread] < list.size() ? &list[progress[thread]] : nullptr;
}

std::uint32_t Linearisations::newest(const Progress& progress, std::uint32_t version) const {
  const std::uint32_t root = roots_[version];
  std::uint32_t newest = root;
  for (const Write& write : writes_[root]) {
    if (progress[write.thread] <= write.number) break;
    newest = write.version;
  }
  return newest;
}

// Whether the thread, about to perform the event, may only be spinning. With a version that it did
// not read there in this trace nothing is known: if the step may leave the object unchanged, it
// counts as spinning. In loops of several steps the other steps are not examined.
bool Linearisations::may_poll(const Progress& progress, const Event& event) const {
  if (event.polling != Polling::kTurns) return event.polling == Polling::kCircles;
  const std::uint32_t version = newest(progress, event.version_before);
  if (version == event.version_before) return false;
  const State state = execution_.state_at(version);
  if (execution_.ways(event.operation, event.thread, state) != 1) return false;
  const Outcome way = execution_.outcome_of(event.operation, event.thread, state, 0);
  return way.mode == Mode::kRead || way.next == state;
}

// Whether leaving the thread here is a preemption.
bool Linearisations::can_go_on(const Progress& progress, std::size_t thread) const {
  const Choice* next = next_of(progress, thread);
  if (next == nullptr || next->after_yield || !covers(progress, next->possible)) return false;
  const Event& event = *next->event;
  if (event.version_before == kNone) return true;
  if (may_poll(progress, event)) return false;
  const Operation& operation = event.operation;
  const State state = execution_.state_at(newest(progress, event.version_before));
  if (execution_.ways(operation, event.thread, state) == 0) return false;
  if (operation.kind != Kind::kLeave && !operation.may_time_out) return true;
  return !execution_.outcome_of(operation, event.thread, state, 0).failed;
}

std::optional<CheapSchedule> Linearisations::find(std::uint32_t limit) {
  // Main runs first: beginning with another thread while main is enabled is a preemption.
  states_.push_back({.progress = Progress(threads_.size(), 0), .last = place_[index(kMainThread)]});
  open_.push_back(0);
  while (!open_.empty()) {
    const std::size_t reached = open_.front();
    open_.pop_front();
    const Reached& state = states_[reached];
    if (state.preemptions > limit) return std::nullopt;
    std::vector<std::uint32_t> key = state.progress;
    key.push_back(static_cast<std::uint32_t>(state.last));
    if (!closed_.insert(fingerprint(key.data(), key.size() * sizeof key[0])).second) continue;
    std::size_t done = 0;
    for (const std::uint32_t count : state.progress) done += count;
    if (done == steps_) return told(reached);
    expand(reached);
  }
  return std::nullopt;
}

// The node added last is expanded first: the running thread continues, otherwise the first thread
// runs.
void Linearisations::expand(std::size_t reached) {
  const std::size_t last = states_[reached].last;
  const auto is_ready = [&](std::size_t thread) {
    const Choice* next = next_of(states_[reached].progress, thread);
    return next != nullptr && covers(states_[reached].progress, next->ready);
  };
  const bool costs = last != kNobody && can_go_on(states_[reached].progress, last);
  const bool goes_on = last != kNobody && is_ready(last);
  // Leaving the thread here would be a preemption, and can be done one step later at the same cost.
  const bool stays = goes_on && costs && !next_of(states_[reached].progress, last)->may_wake;
  for (std::size_t t = threads_.size(); t > 0 && !stays; --t) {
    if (t - 1 != last && is_ready(t - 1)) step(reached, t - 1, costs ? 1 : 0);
  }
  if (goes_on) step(reached, last, 0);
}

void Linearisations::step(std::size_t reached, std::size_t thread, std::uint32_t cost) {
  Reached next = states_[reached];
  ++next.progress[thread];
  next.last = thread;
  next.preemptions += cost;
  next.from = reached;
  states_.push_back(std::move(next));
  if (cost == 0) {
    open_.push_front(states_.size() - 1);
  } else {
    open_.push_back(states_.size() - 1);
  }
}

CheapSchedule Linearisations::told(std::size_t reached) const {
  CheapSchedule schedule{.preemptions = states_[reached].preemptions, .moves = {}};
  for (std::size_t i = reached; states_[i].from != kNobody; i = states_[i].from) {
    const std::size_t thread = states_[i].last;
    const Event& event = *choices_[thread][states_[states_[i].from].progress[thread]].event;
    schedule.moves.push_back(move_of(event));
  }
  std::ranges::reverse(schedule.moves);
  return schedule;
}

}  // namespace

std::optional<CheapSchedule> cheapest_schedule(const Execution& execution, std::uint32_t limit) {
  return Linearisations(execution).find(limit);
}

}  // namespace mcheck
