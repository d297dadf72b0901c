// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/accesses.hpp"

#include <algorithm>
#include <cstdio>

#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/signals.hpp"
#include "engine/runtime/memory/heap_checker.hpp"

namespace mcheck {
namespace {

// The same in every process, where possible.
std::string address_text(const void* address) {
  const std::uintptr_t number = in_program_memory(address)
                                    ? reinterpret_cast<std::uintptr_t>(address)
                                    : offset_in_image(address);
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

const char* present_tense(const Race::Side& side) {
  if (side.frame)
    return side.freed ? "leaves the function that owns them" : "enters a function that reuses them";
  if (side.freed) return "frees them";
  if (side.uninstrumented_write) return "writes without a hook";
  if (side.atomic) return side.write ? "writes atomically" : "reads atomically";
  return side.write ? "writes" : "reads";
}

const char* past_tense(const Race::Side& side) {
  if (side.frame)
    return side.freed ? "left the function that owned them" : "entered a function that reused them";
  if (side.freed) return "freed them";
  if (side.uninstrumented_write) return "wrote without a hook";
  if (side.atomic) return side.write ? "wrote atomically" : "read atomically";
  return side.write ? "wrote" : "read";
}

// shared<T>: an object that is identified by its address.
bool is_shared_data(const Race& race, const Execution& execution) {
  return !unmodified() && execution.find_object_at(race.address) != kNoObject;
}

std::string where_text(const Race& race, const Execution& execution) {
  if (is_shared_data(race, execution)) {
    return "`" + execution.object_text(execution.find_object_at(race.address)) + "`";
  }
  const std::string bytes = std::to_string(race.size) + (race.size == 1 ? " byte" : " bytes");
  const auto in_place = reinterpret_cast<std::uintptr_t>(race.address) % kThreadRegionBytes;
  if (in_program_memory(race.address) && in_place < kStackEnd) {
    const ThreadId owner = Machine::current()->thread_at(race.address);
    return bytes + " on the stack of " + execution.thread_text(owner);
  }
  const std::string name = execution.identities().name_of_address(race.address);
  return name.empty() ? bytes + " at " + address_text(race.address)
                      : "`" + name + "` (" + bytes + ")";
}

}  // namespace

MCHECK_HOST_STATE Races* active_races = nullptr;
MCHECK_HOST_STATE bool plain_points = false;
MCHECK_HOST_STATE Accesses* lagging_accesses = nullptr;

void race_found() { Machine::current()->race_found(); }

namespace {

// The same for a search for conflicts.
void collect_conflict(const void* address, std::size_t size, unsigned kind, const void* caller,
                      bool direct = false) {
  Conflicts::AccessOutcome result{};
  {
    const EngineAllocationScope engine_at_work;
    result = active_conflicts->access(reinterpret_cast<std::uintptr_t>(address), size,
                                      static_cast<std::uint8_t>(kind), caller, direct);
    if (active_conflicts->has_new_conflicts()) Machine::current()->report_conflicts();
  }
  if (result == Conflicts::AccessOutcome::kContinue) return;
  active_conflicts = nullptr;
  Machine::current()->end_with_conflict(result == Conflicts::AccessOutcome::kReached);
}

unsigned plain_kind(bool write) { return write ? kAccessWrites : kPlainRead; }

}  // namespace

void announce_access(const void* address, std::size_t size, bool write) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = begin + size;
  const Kind kind = write ? Kind::kWrite : Kind::kRead;
  for (std::uintptr_t at = begin; at < end; at = (at | 7) + 1) {
    const auto bytes = static_cast<std::uint8_t>(std::min((at | 7) + 1, end) - at);
    Operation operation{.kind = kind, .bytes = static_cast<std::uint8_t>(bytes & 0xf), .b = at % 8};
    operation.object = Machine::current()->identify_bytes(reinterpret_cast<const void*>(at), bytes);
    if (write) operation.a = Machine::current()->write_stamp();
    perform(operation);
  }
}

void slow_plain_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (active_conflicts != nullptr)
    return collect_conflict(address, size, plain_kind(write), caller, true);
  if (plain_points) announce_access(address, size, write);
  catch_up();
  const bool one = reinterpret_cast<std::uintptr_t>(address) % 8 + size <= 8;
  const auto races = [&] {
    return one ? active_races->access_slowly(address, size, write, caller)
               : active_races->access_wide(address, size, write, caller);
  };
  while (races()) [[unlikely]] race_found();
  require_in_block(address, size, write);
  if (operation_is_overdue) [[unlikely]]
    end_overdue();
}

void wide_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (active_races == nullptr) return;
  if (plain_points && active_conflicts == nullptr) announce_access(address, size, write);
  unscheduled_access(address, size, write, caller);
}

void unscheduled_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (active_races == nullptr) return;
  if (active_conflicts != nullptr)
    return collect_conflict(address, size, plain_kind(write), caller);
  catch_up();
  while (active_races->access_wide(address, size, write, caller)) race_found();
  require_in_block(address, size, write);
}

void atomic_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (active_races == nullptr) return;
  if (active_conflicts != nullptr) {
    return collect_conflict(address, size, plain_kind(write) | kAccessAtomic, caller);
  }
  catch_up();
  while (active_races->atomic(address, size, write, caller)) race_found();
  require_in_block(address, size, write);
}

void object_access(const void* object, std::size_t size, unsigned kind, const void* caller) {
  if (active_conflicts != nullptr) collect_conflict(object, size, kind, caller);
}

void lock_access(const void* lock, const void* caller) {
  if (active_races == nullptr || active_conflicts != nullptr) return;
  catch_up();
  while (active_races->atomic(lock, 1, false, caller)) race_found();
  if (Heap::containing(lock) != nullptr) require_in_block(lock, 1, false);
}

void memory_allocated(const void* address, std::size_t size) {
  if (write_check != nullptr) write_check->note_block(address, size);
  if (active_conflicts != nullptr) {
    active_conflicts->allocated(reinterpret_cast<std::uintptr_t>(address), size);
    return;
  }
  if (active_races == nullptr) return;
  catch_up();
  active_races->allocated(address, size, __builtin_return_address(0));
}

void memory_freed(const void* address, std::size_t size, const void* caller) {
  if (active_races == nullptr) return;
  if (active_conflicts != nullptr) {
    return collect_conflict(address, size, kAccessWrites | kAccessFrees, caller);
  }
  catch_up();
  while (active_races->freed(address, size, caller)) race_found();
}

void Accesses::make_scheduling_points(bool on) {
  plain_points = on;
  races_.disable_fast_path(on);
}

void Accesses::collect_conflicts() {
  conflicts_ = std::make_unique<Conflicts>();
  races_.disable_fast_path(true);
}

void Accesses::begin() {
  forget_run_ahead();
  order_.cut(0);
  races_.begin();
  knowledge_.rewind(0, 0);
  if (conflicts_) conflicts_->begin();
  in_trial_ = false;
  trial_events_.clear();
  before_trial_.reset();
}

void Accesses::enter(ThreadId thread, const Execution& execution) {
  if (only_data_) return;
  if (conflicts_ && in_trial_) return;  // a trial step has no conflicts
  enter_epoch(thread, execution);
  active_races = &races_;
  if (!conflicts_) return;
  conflicts_->enter(thread, execution.thread(thread).events + 1, order_.clock_of(thread));
  active_conflicts = conflicts_.get();
}

// During a trial the event log lacks the trial's events, and the epoch stays the one before it.
void Accesses::enter_epoch(ThreadId thread, const Execution& execution) {
  catch_up();
  if (in_trial_) {
    process_trial_events(execution);
  } else {
    order_.follow(execution.events());
  }
  races_.enter(thread, execution.thread(thread).events + 1, order_.clock_of(thread));
}

// One of the eight bytes represents the object.
bool Accesses::data_access(const void* data, bool write, const DataAccess& access,
                           const Execution& execution) {
  enter_epoch(access.thread, execution);
  return races_.access(data, 1, write, access.caller);
}

void Accesses::begin_data(const void* data, const DataAccess& access, const Execution& execution) {
  enter_epoch(access.thread, execution);
  races_.allocated(data, 1, access.caller);
  const bool races = data_access(data, true, access, execution);
  MCHECK_INVARIANT(!races, "a new object has not been accessed");
}

bool Accesses::leave() {
  active_races = nullptr;
  active_conflicts = nullptr;
  return conflicts_ && !in_trial_ && conflicts_->leave();
}

void Accesses::snapshot(std::size_t number) {
  catch_up();
  if (snapshots_.size() <= number) snapshots_.resize(number + 1);
  snapshots_[number] = snapshot();
}

void Accesses::restore(std::size_t number) {
  forget_run_ahead();
  rewind(snapshots_[number]);
}

void Accesses::forget_run_ahead() {
  lagging_accesses = nullptr;
  run_ahead_atomics_.clear();
}

void process_run_ahead() {
  const EngineAllocationScope engine_at_work;
  Machine::current()->flush_repeats();
  lagging_accesses->process_run_ahead_events();
}

// Event by event: the order of an atomic access is that of its own event.
void Accesses::process_run_ahead_events() {
  lagging_accesses = nullptr;
  const std::span<const Event> events = run_ahead_execution_->events().first(run_ahead_events_);
  for (const RunAheadAtomic& atomic : run_ahead_atomics_) {
    order_.follow(events.first(atomic.event + 1));
    const std::uint32_t epoch = events[atomic.event].index + 2;
    races_.enter(atomic.thread, epoch, order_.clock_of(atomic.thread));
    races_.record_atomic(atomic.address, atomic.size, atomic.write);
  }
  run_ahead_atomics_.clear();
  order_.follow(events);
  races_.enter(run_ahead_thread_, run_ahead_execution_->thread(run_ahead_thread_).events + 1,
               order_.clock_of(run_ahead_thread_));
}

void Accesses::rewind(const Snapshot& snapshot) {
  order_.cut(snapshot.events);
  races_.rewind(snapshot.races);
  knowledge_.rewind(snapshot.races.shadow.changes, snapshot.events);
}

void Accesses::begin_trial(ThreadId thread, const Execution& execution, const Outcome& outcome,
                           std::uint32_t version) {
  const ThreadRecord& record = execution.thread(thread);
  in_trial_ = true;
  Event& event = trial_events_.emplace_back();
  event.operation = record.pending;
  event.thread = thread;
  event.index = record.events;
  event.result = outcome.result;
  event.misuse = outcome.misuse;
  event.failed = outcome.failed;
  event.version_before = version;
}

void Accesses::pause_in_trial(ThreadId thread, const Operation& pause) {
  Event& event = trial_events_.emplace_back();
  event.operation = pause;
  event.thread = thread;
}

// Once the thread accesses something, which most trial steps never do.
void Accesses::process_trial_events(const Execution& execution) {
  if (!before_trial_) {
    order_.follow(execution.events());
    before_trial_ = snapshot();
  }
  for (const Event& event : trial_events_) order_.append(event);
  trial_events_.clear();
}

void Accesses::end_trial(bool keep) {
  in_trial_ = false;
  trial_events_.clear();
  if (!before_trial_) return;
  const Snapshot before = *before_trial_;
  before_trial_.reset();
  if (keep) {
    order_.cut(before.events);
  } else {
    rewind(before);
  }
}

bool Accesses::is_ordered_after(ThreadId thread, const Event& event, const Execution& execution) {
  catch_up();
  order_.follow(execution.events());
  return order_.clock_of(thread)[index(event.thread)] > event.index;
}

Fingerprint Accesses::knowledge(const Execution& execution, const ThreadNames& names) {
  catch_up();
  order_.follow(execution.events());
  return knowledge_.current(execution, order_, races_, names);
}

std::string side_text(const Race::Side& side, const Execution& execution) {
  return execution.thread_text(side.thread) + " " + present_tense(side);
}

std::string side_before_text(const Race::Side& side, const Execution& execution) {
  return execution.thread_text(side.thread) + " " + past_tense(side) + " before";
}

namespace {

// The requested size: races are checked in the whole capacity of a block.
std::size_t requested_size(const Race::Block& block) {
  Heap* const heap = Heap::containing(block.begin);
  const Block* const there = heap == nullptr ? nullptr : heap->block_before(block.begin);
  return there != nullptr && Heap::bytes_of(*there) == block.begin ? there->size : block.size;
}

}  // namespace

std::string block_text(const Race& race, const Execution& execution) {
  const std::string thread = execution.thread_text(race.block.thread);
  if (is_shared_data(race, execution)) return "created by " + thread;
  return "in " + bytes_text(requested_size(race.block)) + " that " + thread + " allocated";
}

namespace {

std::string offset_text(const void* address, const Execution& execution) {
  Heap* const heap = Heap::containing(address);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(address);
  if (block == nullptr) return "";
  const auto offset = static_cast<const std::byte*>(address) - Heap::bytes_of(*block);
  return (offset == 0 ? " at the beginning of "
                      : ", " + bytes_text(static_cast<std::size_t>(offset)) + " into ") +
         Machine::current()->heap_checker().text_of(*block, execution);
}

}  // namespace

std::string race_text(const Race& race, const Execution& execution) {
  const bool after_free = race.kind == Race::Kind::kUseAfterFree;
  const char* const use = race.before.frame ? "use of a dead stack: " : "use after free of ";
  return (after_free ? use : "data race on ") + where_text(race, execution) +
         (after_free ? offset_text(race.address, execution) : "") + ": " +
         side_text(race.now, execution) + "; " + side_before_text(race.before, execution) +
         (after_free ? "" : ", and nothing orders them");
}

}  // namespace mcheck
