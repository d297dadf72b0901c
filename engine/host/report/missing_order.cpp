// SPDX-License-Identifier: MIT
#include "engine/host/report/missing_order.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/trace/order/synchronization.hpp"

namespace mcheck {
namespace {

// Each candidate costs a pass over all events.
constexpr std::size_t kMaxCandidates = 400;
constexpr std::size_t kMaxEvents = 5'000;

bool is_atomic(Kind kind) {
  return kind == Kind::kLoad || kind == Kind::kStore || kind == Kind::kFetch ||
         kind == Kind::kCompareExchange || kind == Kind::kAtomicWait || kind == Kind::kAwait;
}

bool acquires(MemoryOrder order) {
  return order != MemoryOrder::kRelaxed && order != MemoryOrder::kRelease;
}
bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

MemoryOrder with_acquire(MemoryOrder order) {
  if (acquires(order)) return order;
  return releases(order) ? MemoryOrder::kAcqRel : MemoryOrder::kAcquire;
}
MemoryOrder with_release(MemoryOrder order) {
  if (releases(order)) return order;
  return acquires(order) ? MemoryOrder::kAcqRel : MemoryOrder::kRelease;
}

bool can_acquire(const Event& event) { return event.operation.kind != Kind::kStore; }
bool can_release(const Event& event) {
  const Kind kind = event.operation.kind;
  if (kind == Kind::kStore || kind == Kind::kFence) return true;
  const bool changes = kind == Kind::kFetch || kind == Kind::kCompareExchange;
  return changes && event.mode != Mode::kRead;
}
bool fails(const Event& event) {
  return event.operation.kind == Kind::kCompareExchange && event.mode == Mode::kRead;
}
MemoryOrder order_of(const Event& event) {
  return fails(event) ? event.operation.failure_order : event.operation.order;
}

// An event with one half of its memory order strengthened.
struct StrongerOrder {
  std::size_t event = 0;
  bool release = false;  // otherwise acquire
};

std::vector<StrongerOrder> candidates(std::span<const Event> events) {
  std::vector<StrongerOrder> list;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (!is_atomic(event.operation.kind) && event.operation.kind != Kind::kFence) continue;
    if (can_release(event) && !releases(order_of(event))) list.push_back({i, true});
    if (can_acquire(event) && !acquires(order_of(event))) list.push_back({i, false});
  }
  return list;
}

bool ordered_with(std::span<const Event> events, const std::vector<StrongerOrder>& stronger,
                  const Race& race) {
  std::vector<Event> changed(events.begin(), events.end());
  for (const StrongerOrder& each : stronger) {
    Event& event = changed[each.event];
    MemoryOrder& order = fails(event) ? event.operation.failure_order : event.operation.order;
    order = each.release ? with_release(order) : with_acquire(order);
  }
  Synchronization synchronization;
  synchronization.follow(changed);
  const auto clock = synchronization.clock_of(race.now.thread);
  const std::size_t before = index(race.before.thread);
  return before < clock.size() && race.before.epoch <= clock[before];
}

// A minimal set that orders the race; empty if even all together do not.
std::vector<StrongerOrder> fewest_stronger(std::span<const Event> events, const Race& race) {
  std::vector<StrongerOrder> needed = candidates(events);
  if (needed.empty() || needed.size() > kMaxCandidates || events.size() > kMaxEvents) return {};
  if (!ordered_with(events, needed, race)) return {};
  for (std::size_t i = 0; i < needed.size();) {
    std::vector<StrongerOrder> fewer = needed;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (ordered_with(events, fewer, race)) {
      needed = std::move(fewer);
    } else {
      ++i;
    }
  }
  return needed;
}

// "T1's store of `ready` (a.cpp:5) were release instead of relaxed"
std::string stronger_text(const Execution& execution, const StrongerOrder& stronger,
                          const LocationOfEvent& place) {
  const Event& event = execution.events()[stronger.event];
  const MemoryOrder now = order_of(event);
  const MemoryOrder then = stronger.release ? with_release(now) : with_acquire(now);
  std::string text = execution.thread_text(event.thread) + "'s " + name_of(event.operation);
  const std::string object = execution.object_text(event.operation.object);
  if (!object.empty()) text += " of `" + object + "`";
  const std::string where = place(event);
  if (!where.empty()) text += " (" + where + ")";
  return text + " were " + name_of(then) + " instead of " + name_of(now);
}

struct HeldLock {
  std::string name;
  bool shared = false;
};

// The locks that the thread holds at its side of the race.
std::map<ObjectId, HeldLock> locks_of(const Execution& execution, const Race::Side& side) {
  std::map<ObjectId, HeldLock> held;
  std::map<ObjectId, int> depth;
  for (const Event& event : execution.events()) {
    if (event.thread != side.thread || event.index + 1 >= side.epoch || event.failed) continue;
    const ObjectId object = event.operation.object;
    const Kind kind = event.operation.kind;
    const bool shared = kind == Kind::kLockShared || kind == Kind::kTryLockShared;
    if (shared || kind == Kind::kLock || kind == Kind::kTryLock) {
      ++depth[object];
      held[object] = {.name = execution.object_text(object), .shared = shared};
    } else if (kind == Kind::kUnlock || kind == Kind::kUnlockShared) {
      if (--depth[object] <= 0) held.erase(object);
    }
  }
  return held;
}

std::string holds_text(const std::string& thread, const std::map<ObjectId, HeldLock>& held) {
  if (held.empty()) return thread + " holds no lock";
  std::string text = thread + " holds";
  const char* separator = " ";
  for (const auto& [object, lock] : held) {
    text += separator + ("`" + lock.name + "`") + (lock.shared ? " as a reader" : "");
    separator = " and ";
  }
  return text;
}

std::string locks_text(const Execution& execution, const Race& race) {
  const auto now = locks_of(execution, race.now);
  const auto before = locks_of(execution, race.before);
  if (now.empty() && before.empty()) {
    return "neither holds a lock, and no join, release and acquire or the like leads from one to "
           "the other";
  }
  const std::string text = holds_text(execution.thread_text(race.now.thread), now) + ", and " +
                           holds_text(execution.thread_text(race.before.thread) + " then", before);
  const bool common =
      std::ranges::any_of(now, [&](const auto& each) { return before.contains(each.first); });
  if (common) return text + ": readers do not exclude each other";
  return text + (now.empty() || before.empty() ? "" : ": none is held by both");
}

}  // namespace

std::string missing_order(const Execution& execution, const Race& race,
                          const LocationOfEvent& place) {
  const std::vector<StrongerOrder> needed = fewest_stronger(execution.events(), race);
  if (needed.empty()) return locks_text(execution, race);
  std::string text = "they would be ordered if ";
  for (std::size_t i = 0; i < needed.size(); ++i) {
    text += (i > 0 ? ", and " : "") + stronger_text(execution, needed[i], place);
  }
  return text;
}

}  // namespace mcheck
