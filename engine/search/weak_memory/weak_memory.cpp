// SPDX-License-Identifier: MIT
#include "engine/search/weak_memory/weak_memory.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/sequential_order.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE std::uintptr_t library_begin = 0;
MCHECK_HOST_STATE std::size_t library_size = 0;

// Higher than any number of versions of one object.
constexpr std::uint32_t kNewestPlace = 1u << 30;

// An event stores its way in 16 bits. With more versions there are more alternatives than a search
// accepts, and it says so.
constexpr std::uint32_t kMaxDistance = 0x7fff;
constexpr std::size_t kTooManyWays = 0x10000;

}  // namespace

const void* waited_atomic_key(ObjectId id, const ObjectRecord& object) {
  if (object.address != nullptr) return object.address;
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(index(id)) + 1);
}

bool waits_or_notifies(Kind kind) {
  return kind == Kind::kAtomicWait || kind == Kind::kAwait || kind == Kind::kNotifyOne ||
         kind == Kind::kNotifyAll;
}

bool may_act_on_older_version(const Operation& operation, const ObjectRecord& object) {
  return !operation.in_section && !operation.newest && object.kind == ObjectKind::kAtomic &&
         !acts_on_newest_version(object.address);
}

bool acts_on_newest_version(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - library_begin < library_size;
}

void act_on_newest_versions_in(const void* begin, std::size_t size) {
  library_begin = reinterpret_cast<std::uintptr_t>(begin);
  library_size = size;
}

bool WeakMemory::is_weak(const Operation& operation) const {
  if (!is_memory_step(operation.kind)) return false;
  const ObjectRecord& object = *execution_.find_object(operation.object);
  return may_act_on_older_version(operation, object) &&
         !waited_.has(waited_atomic_key(operation.object, object));
}

bool WeakMemory::covers(const Operation& operation) const {
  if (!is_weak(operation)) return false;
  const Version& newest = execution_.versions()[execution_.version_of(operation.object)];
  return newest.destroyed == 0 && newest.extra == 0;
}

void WeakMemory::note_announced(const Operation& operation) {
  if (!waits_or_notifies(operation.kind)) return;
  const ObjectRecord& object = *execution_.find_object(operation.object);
  if (object.kind == ObjectKind::kAtomic) waited_.add(waited_atomic_key(operation.object, object));
}

void WeakMemory::follow() {
  const std::span<const Event> events = execution_.events();
  if (last_reader_.size() < execution_.versions().size())
    last_reader_.resize(2 * execution_.versions().size(), kNone);
  for (std::size_t i = reader_before_.size(); i < events.size(); ++i) {
    const Event& event = events[i];
    const auto number = static_cast<std::uint32_t>(i);
    const bool reads = event.version_before != kNone && event.operation.kind != Kind::kStore;
    reader_before_.push_back(reads ? std::exchange(last_reader_[event.version_before], number)
                                   : kNone);
    if (is_seq_cst(event)) seq_cst_.push_back(number);
    if (needs_more_than_sequence(event)) weaker_.push_back(number);
    synchronization_.append(event);
    sequential_clocks_.append(event, !is_weak(event.operation) || distance_of(event.way) == 0);
  }
}

void WeakMemory::cut(std::size_t events) {
  const std::span<const Event> all = execution_.events();
  while (reader_before_.size() > events) {
    const Event& event = all[reader_before_.size() - 1];
    const bool reads = event.version_before != kNone && event.operation.kind != Kind::kStore;
    if (reads) last_reader_[event.version_before] = reader_before_.back();
    reader_before_.pop_back();
  }
  for (std::vector<std::uint32_t>* some : {&seq_cst_, &weaker_}) {
    while (!some->empty() && some->back() >= events) some->pop_back();
  }
  if (synchronization_.size() > events) synchronization_.cut(events);
  sequential_clocks_.cut(events);
}

// Whether a write of the version, or a read of it, happens before.
bool WeakMemory::is_known(std::uint32_t version, Synchronization::Clock clock) const {
  const std::span<const Event> events = execution_.events();
  const auto seen = [&](std::uint32_t event) {
    return clock[index(events[event].thread)] > events[event].index;
  };
  const std::uint32_t writer = execution_.versions()[version].writer;
  if (writer == kNone || seen(writer)) return true;
  for (std::uint32_t reader = last_reader_[version]; reader != kNone;
       reader = reader_before_[reader]) {
    if (seen(reader)) return true;
  }
  return false;
}

// Whether a read-modify-write made the version: it has to follow the one that it read.
bool WeakMemory::is_update(std::uint32_t version) const {
  const std::uint32_t writer = execution_.versions()[version].writer;
  return writer == kNone || execution_.events()[writer].operation.kind != Kind::kStore;
}

std::span<const std::uint32_t> WeakMemory::ways(const ThreadRecord& record) {
  follow();
  ways_.clear();
  const Operation& operation = record.pending;
  const Synchronization::Clock clock = synchronization_.clock_of(record.id);
  std::uint32_t version = execution_.version_of(operation.object);
  std::uint32_t overwriter = kNone;  // the next newer version
  bool atomic = true;                // a read-modify-write may follow this version
  for (std::uint32_t distance = 0;; ++distance) {
    const Version& it = execution_.versions()[version];
    if (it.extra != 0) break;
    if (distance > kMaxDistance) {
      ways_.resize(kTooManyWays);
      break;
    }
    const std::uint32_t outcomes =
        operation.may_fail ? outcome_count(operation, record.id, execution_.state_at(version)) : 1;
    for (std::uint32_t outcome = 0; outcome < outcomes; ++outcome) {
      const bool writes = memory_step(operation, it.value, outcome).writes;
      if (writes && !atomic) continue;
      if (distance > 0 && !is_consistent(record, {version, overwriter}, outcome)) continue;
      ways_.push_back(weak_way(distance, outcome));
    }
    if (is_known(version, clock)) break;
    atomic = !is_update(version);
    overwriter = version;
    version = it.previous;
  }
  return ways_;
}

std::uint32_t WeakMemory::version_for(const Operation& operation, std::uint32_t way) const {
  std::uint32_t version = execution_.version_of(operation.object);
  for (std::uint32_t i = distance_of(way); i > 0; --i)
    version = execution_.versions()[version].previous;
  return version;
}

// Under sequential consistency, as long as the log is in order.
bool WeakMemory::precedes_next(std::uint32_t version, ThreadId thread) const {
  const Event& writer = execution_.events()[execution_.versions()[version].writer];
  return sequential_clocks_.before_next(thread)[index(writer.thread)] > writer.index;
}

// Whether the seq_cst operations still have one order after the step. Those before have one.
bool WeakMemory::is_consistent(const ThreadRecord& record, const Neighbours& versions,
                               std::uint32_t outcome) {
  const auto& [version, overwriter] = versions;
  const auto added = static_cast<std::uint32_t>(execution_.versions().size());
  const MemoryStep step =
      memory_step(record.pending, execution_.versions()[version].value, outcome);
  const Event event{.operation = record.pending,
                    .thread = record.id,
                    .failed = step.failed,
                    .index = record.events,
                    .version_before = version,
                    .version_after = step.writes ? added : kNone};
  if (seq_cst_.size() + (is_seq_cst(event) ? 1 : 0) < 2) return true;
  if (sequential_clocks_.is_in_order()) {
    if (!precedes_next(overwriter, record.id)) return true;
    if (weaker_.empty() && is_seq_cst(event)) return false;
  }
  std::vector<Event> events(execution_.events().begin(), execution_.events().end());
  events.push_back(event);
  std::vector<std::uint32_t> places;
  places_in_modification_order(execution_, places);
  places.push_back(places[version] + 1);
  return has_sequential_order({.events = events, .places = places});
}

bool only_older_versions(const Execution& execution, std::span<const Alternative> alternatives) {
  const WeakMemory* const memory = execution.weak_memory();
  return memory != nullptr && std::ranges::all_of(alternatives, [&](const Alternative& one) {
           return distance_of(one.outcome) > 0 &&
                  memory->covers(execution.thread(one.thread).pending);
         });
}

void places_in_modification_order(const Execution& execution, std::vector<std::uint32_t>& places) {
  const std::span<const Version> versions = execution.versions();
  places.assign(versions.size(), 0);
  for (const Version& one : versions) {
    const std::uint32_t newest = execution.version_of(one.object);
    if (places[newest] != 0) continue;
    std::uint32_t place = kNewestPlace;
    for (std::uint32_t version = newest; version != kNone; place -= 2) {
      places[version] = place;
      version = versions[version].previous;
    }
  }
}

}  // namespace mcheck
