// SPDX-License-Identifier: MIT
#include "engine/search/failures/lock_order.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/random.hpp"

namespace mcheck {
namespace {

// Limits of the analysis: beyond them it would take long, and produce more than anyone reads.
constexpr std::size_t kMaxEdges = 200;
constexpr std::size_t kMaxCycleLength = 4;
constexpr std::size_t kMaxFound = 20;

bool is_shared(Kind kind) {
  return kind == Kind::kLockShared || kind == Kind::kTryLockShared || kind == Kind::kUnlockShared;
}

bool acquires(Kind kind) {
  return kind == Kind::kLock || kind == Kind::kLockShared || kind == Kind::kTryLock ||
         kind == Kind::kTryLockShared;
}

bool releases(Kind kind) { return kind == Kind::kUnlock || kind == Kind::kUnlockShared; }

// Filters first: most operations are of other objects.
bool is_of_lock(Kind kind) { return acquires(kind) || releases(kind); }

std::uint64_t mixed(std::uint64_t seed, std::uint64_t word) {
  return Random(seed * 0x9e3779b97f4a7c15ull + word).next();
}

// A single lock forms no cycle.
bool has_several_locks(const Execution& execution) {
  return execution.object_count(ObjectKind::kMutex) +
             execution.object_count(ObjectKind::kSharedMutex) >
         1;
}

// The happens-before order of creation and joins alone: for each event, the last event of each
// thread before it, counted from 1 among all events.
class CreationOrder {
 public:
  explicit CreationOrder(std::span<const Event> events) : past_(events.size()) {
    std::vector<std::vector<std::uint32_t>> now(kMaxThreads);
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i];
      std::vector<std::uint32_t>& clock = now[index(event.thread)];
      clock.resize(kMaxThreads);
      if (event.operation.kind == Kind::kJoin) join(clock, now[event.operation.a]);
      clock[index(event.thread)] = i + 1;
      if (event.operation.kind == Kind::kSpawn) now[event.result] = clock;
      past_[i] = clock;
    }
  }

  [[nodiscard]] bool ordered(std::span<const Event> events, std::uint32_t first,
                             std::uint32_t second) const {
    return past_[second][index(events[first].thread)] > first;
  }

 private:
  static void join(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& other) {
    for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
  }

  std::vector<std::vector<std::uint32_t>> past_;
};

}  // namespace

void LockOrder::acquire(const Event& event, std::uint32_t position) {
  const Operation& operation = event.operation;
  const Held now{event.thread, operation.object, position, is_shared(operation.kind)};
  const bool waits = (operation.kind == Kind::kLock || operation.kind == Kind::kLockShared) &&
                     !operation.may_time_out;
  std::vector<Held> own;
  for (const Held& held : held_) {
    if (held.thread == event.thread) own.push_back(held);
  }
  const bool again =
      std::ranges::any_of(own, [&](const Held& held) { return held.object == operation.object; });
  for (const Held& held : own) {
    if (waits && !again && edges_.size() < kMaxEdges) edges_.push_back({held, now, own});
  }
  held_.push_back(now);
}

// Releases the newest acquisition of the lock.
void LockOrder::release(const Event& event) {
  for (std::size_t i = held_.size(); i > 0; --i) {
    const Held& held = held_[i - 1];
    if (held.thread != event.thread || held.object != event.operation.object) continue;
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    return;
  }
}

void LockOrder::collect(std::span<const Event> events) {
  held_.clear();
  edges_.clear();
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (releases(event.operation.kind)) release(event);
    if (acquires(event.operation.kind) && event.result == 1 && !event.failed) acquire(event, i);
  }
}

// Equal for equal sets of edges, in any order; 0: there are no edges that matter.
std::uint64_t LockOrder::nesting_hash(std::span<const Event> events) {
  held_.clear();
  std::uint64_t sum = 0;
  for (const Event& event : events) {
    const Operation& operation = event.operation;
    if (!is_of_lock(operation.kind)) continue;
    if (releases(operation.kind)) {
      release(event);
    } else if (event.result == 1 && !event.failed) {
      sum += nesting_hash_of(event);
      held_.push_back({event.thread, operation.object, 0, is_shared(operation.kind)});
    }
  }
  return sum;
}

// Of one acquisition, and what its thread holds.
std::uint64_t LockOrder::nesting_hash_of(const Event& event) const {
  const Operation& operation = event.operation;
  std::uint64_t sum = 0;
  std::uint64_t all = 0;
  bool nested = false;
  for (const Held& held : held_) {
    if (held.thread != event.thread) continue;
    if (!std::exchange(nested, true)) all = mixed(index(event.thread), index(operation.object));
    all = mixed(all, Word{index(held.object)} << 1 | (held.shared ? 1u : 0u));
    sum += mixed(all, static_cast<Word>(operation.kind));
  }
  return sum;
}

void LockOrder::analyse(const Execution& execution) {
  if (found_.size() >= kMaxFound || !has_several_locks(execution)) return;
  const std::uint64_t edges = nesting_hash(execution.events());
  if (edges == 0 || !seen_.insert(edges).second) return;
  collect(execution.events());
  std::vector<std::uint32_t> path;
  for (std::uint32_t first = 0; first < edges_.size(); ++first) {
    path.assign(1, first);
    extend(path, execution);
  }
}

// Whether both edges can happen at the same time: different threads, and no gate lock.
bool LockOrder::can_coincide(const Edge& one, const Edge& other) const {
  if (one.first.thread == other.first.thread) return false;
  for (const Held& mine : one.all) {
    for (const Held& its : other.all) {
      if (mine.object == its.object && !(mine.shared && its.shared)) return false;
    }
  }
  return true;
}

// The first edge of a path has the smallest index, so that each cycle is found once.
void LockOrder::extend(std::vector<std::uint32_t>& path, const Execution& execution) {
  const Edge& first = edges_[path.front()];
  const Edge& last = edges_[path.back()];
  const auto leads_to = [](const Edge& from, const Edge& to) {
    const bool excludes = !(from.second.shared && to.first.shared);
    return from.second.object == to.first.object && excludes;
  };
  if (path.size() > 1 && leads_to(last, first)) return add_inversion(path, execution);
  if (path.size() == kMaxCycleLength) return;
  for (std::uint32_t next = path.front() + 1; next < edges_.size(); ++next) {
    const bool all_coincide = std::ranges::all_of(
        path, [&](std::uint32_t each) { return can_coincide(edges_[each], edges_[next]); });
    if (!all_coincide || !leads_to(last, edges_[next])) continue;
    path.push_back(next);
    extend(path, execution);
    path.pop_back();
  }
}

void LockOrder::add_inversion(const std::vector<std::uint32_t>& path, const Execution& execution) {
  std::vector<ObjectId> locks;
  for (const std::uint32_t each : path) locks.push_back(edges_[each].first.object);
  std::ranges::sort(locks);
  if (known_.contains(locks) || found_.size() >= kMaxFound) return;
  const std::span<const Event> events = execution.events();
  const CreationOrder creation(events);
  for (const std::uint32_t one : path) {
    for (const std::uint32_t other : path) {
      const std::uint32_t end = edges_[one].second.event;
      if (one != other && creation.ordered(events, end, edges_[other].first.event)) return;
    }
  }
  known_.insert(locks);
  Inversion inversion{.transitions = transitions_of(execution)};
  for (const std::uint32_t each : path) {
    const auto& [held, wanted, all] = edges_[each];
    inversion.sides.push_back({held.thread, held.object, wanted.object, events[held.event].index,
                               events[wanted.event].index});
  }
  found_.push_back(std::move(inversion));
}

}  // namespace mcheck
