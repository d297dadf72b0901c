// SPDX-License-Identifier: MIT
#include "engine/runtime/accesses.hpp"

#include <algorithm>
#include <cstdio>

#include "engine/base/invariant.hpp"
#include "engine/runtime/heap_watch.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/signals.hpp"
#include "engine/runtime/unseen_writes.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/globals.hpp"
#include "engine/world/heap.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

// The same in every process, where possible.
std::string address_text(const void* address) {
  const std::uintptr_t number =
      in_world(address) ? reinterpret_cast<std::uintptr_t>(address) : place_in_image(address);
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

const char* present(const Race::Side& side) {
  if (side.frame)
    return side.freed ? "leaves the function that owns them" : "enters a function that reuses them";
  if (side.freed) return "frees them";
  if (side.unseen) return "writes without a hook";
  if (side.atomic) return side.write ? "writes atomically" : "reads atomically";
  return side.write ? "writes" : "reads";
}

const char* past(const Race::Side& side) {
  if (side.frame)
    return side.freed ? "left the function that owned them" : "entered a function that reused them";
  if (side.freed) return "freed them";
  if (side.unseen) return "wrote without a hook";
  if (side.atomic) return side.write ? "wrote atomically" : "read atomically";
  return side.write ? "wrote" : "read";
}

// shared<T>: an object that is identified by its address.
bool is_data(const Race& race, const Execution& execution) {
  return !unmodified() && execution.find_object_at(race.address) != kNoObject;
}

std::string where(const Race& race, const Execution& execution) {
  if (is_data(race, execution)) {
    return "`" + execution.object_text(execution.find_object_at(race.address)) + "`";
  }
  const std::string bytes = std::to_string(race.size) + (race.size == 1 ? " byte" : " bytes");
  const auto in_place = reinterpret_cast<std::uintptr_t>(race.address) % kPlaceBytes;
  if (in_world(race.address) && in_place < kStackEnd) {
    const ThreadId owner = Machine::current()->thread_at(race.address);
    return bytes + " on the stack of " + execution.thread_text(owner);
  }
  const std::string name = execution.identities().name_of_place(race.address);
  return name.empty() ? bytes + " at " + address_text(race.address)
                      : "`" + name + "` (" + bytes + ")";
}

}  // namespace

MCHECK_HOST_STATE Races* watching_races = nullptr;
MCHECK_HOST_STATE bool plain_points = false;
MCHECK_HOST_STATE Accesses* behind = nullptr;

void race_found() { Machine::current()->race_found(); }

namespace {

// The same for a search for conflicts.
void collect(const void* address, std::size_t size, unsigned kind, const void* caller,
             bool direct = false) {
  Conflicts::After after{};
  {
    const OutsideWorld engine_at_work;
    after = watching_conflicts->access(reinterpret_cast<std::uintptr_t>(address), size,
                                       static_cast<std::uint8_t>(kind), caller, direct);
    if (watching_conflicts->has_found_more()) Machine::current()->tell_conflicts();
  }
  if (after == Conflicts::After::kGoOn) return;
  watching_conflicts = nullptr;
  Machine::current()->end_with_conflict(after == Conflicts::After::kReached);
}

unsigned plain(bool write) { return write ? kAccessWrites : kPlainRead; }

}  // namespace

void announce_access(const void* address, std::size_t size, bool write) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Kind kind = write ? Kind::kWrite : Kind::kRead;
  for (std::uintptr_t at = begin, end = at; at < begin + size; at = end) {
    end = std::min((at | 7) + 1, begin + size);
    const auto bytes = static_cast<std::uint8_t>(end - at);
    Operation operation{.kind = kind, .bytes = static_cast<std::uint8_t>(bytes & 0xf), .b = at % 8};
    operation.object = Machine::current()->identify_bytes(reinterpret_cast<const void*>(at), bytes);
    if (write) operation.a = Machine::current()->write_stamp();
    perform(operation);
  }
}

void unknown_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_conflicts != nullptr) return collect(address, size, plain(write), caller, true);
  if (plain_points) announce_access(address, size, write);
  catch_up();
  const bool one = reinterpret_cast<std::uintptr_t>(address) % 8 + size <= 8;
  const auto races = [&] {
    return one ? watching_races->unknown(address, size, write, caller)
               : watching_races->wide(address, size, write, caller);
  };
  while (races()) [[unlikely]] race_found();
  require_in_block(address, size, write);
  if (operation_is_overdue) [[unlikely]]
    end_overdue();
}

void wide_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_races == nullptr) return;
  if (plain_points && watching_conflicts == nullptr) announce_access(address, size, write);
  pointless_access(address, size, write, caller);
}

void pointless_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_conflicts != nullptr) return collect(address, size, plain(write), caller);
  catch_up();
  while (watching_races->wide(address, size, write, caller)) race_found();
  require_in_block(address, size, write);
}

void atomic_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_conflicts != nullptr) {
    return collect(address, size, plain(write) | kAccessAtomic, caller);
  }
  catch_up();
  while (watching_races->atomic(address, size, write, caller)) race_found();
  require_in_block(address, size, write);
}

void object_access(const void* object, std::size_t size, unsigned kind, const void* caller) {
  if (watching_conflicts != nullptr) collect(object, size, kind, caller);
}

void lock_access(const void* lock, const void* caller) {
  if (watching_races == nullptr || watching_conflicts != nullptr) return;
  catch_up();
  while (watching_races->atomic(lock, 1, false, caller)) race_found();
  if (Heap::around(lock) != nullptr) require_in_block(lock, 1, false);
}

void memory_allocated(const void* address, std::size_t size) {
  if (watching_writes != nullptr) watching_writes->note_block(address, size);
  if (watching_conflicts != nullptr) {
    watching_conflicts->allocated(reinterpret_cast<std::uintptr_t>(address), size);
    return;
  }
  if (watching_races == nullptr) return;
  catch_up();
  watching_races->allocated(address, size, __builtin_return_address(0));
}

void memory_freed(const void* address, std::size_t size, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_conflicts != nullptr) {
    return collect(address, size, kAccessWrites | kAccessFrees, caller);
  }
  catch_up();
  while (watching_races->freed(address, size, caller)) race_found();
}

void Accesses::make_points(bool on) {
  plain_points = on;
  races_.know_nothing(on);
}

void Accesses::collect_conflicts() {
  conflicts_ = std::make_unique<Conflicts>();
  races_.know_nothing(true);
}

void Accesses::begin() {
  forget_passed();
  order_.cut(0);
  races_.begin();
  if (conflicts_) conflicts_->begin();
  trying_ = false;
  tried_.clear();
  before_try_.reset();
}

void Accesses::enter(ThreadId thread, const Execution& execution) {
  if (only_data_) return;
  if (conflicts_ && trying_) return;  // a trial step has no conflicts
  look(thread, execution);
  watching_races = &races_;
  if (!conflicts_) return;
  conflicts_->enter(thread, execution.thread(thread).events + 1, order_.clock_of(thread));
  watching_conflicts = conflicts_.get();
}

// During a trial the event log lacks the trial's events, and the epoch stays the one before it.
void Accesses::look(ThreadId thread, const Execution& execution) {
  catch_up();
  if (trying_) {
    follow_tried(execution);
  } else {
    order_.follow(execution.events());
  }
  races_.enter(thread, execution.thread(thread).events + 1, order_.clock_of(thread));
}

// One of the eight bytes represents the object.
bool Accesses::data_access(const void* data, bool write, const DataAccess& access,
                           const Execution& execution) {
  look(access.thread, execution);
  return races_.access(data, 1, write, access.caller);
}

void Accesses::data_begins(const void* data, const DataAccess& access, const Execution& execution) {
  look(access.thread, execution);
  races_.allocated(data, 1, access.caller);
  const bool races = data_access(data, true, access, execution);
  MCHECK_INVARIANT(!races, "what begins has not been accessed");
}

bool Accesses::leave() {
  watching_races = nullptr;
  watching_conflicts = nullptr;
  return conflicts_ && !trying_ && conflicts_->leave();
}

void Accesses::save(std::size_t number) {
  catch_up();
  if (saves_.size() <= number) saves_.resize(number + 1);
  saves_[number] = mark();
}

void Accesses::restore(std::size_t number) {
  forget_passed();
  rewind(saves_[number]);
}

void Accesses::forget_passed() {
  behind = nullptr;
  passed_atomics_.clear();
}

void follow_what_passed() {
  const OutsideWorld engine_at_work;
  Machine::current()->tell_repeats();
  behind->follow_passed();
}

// Event by event: the order of an atomic access is that of its own event.
void Accesses::follow_passed() {
  behind = nullptr;
  const std::span<const Event> events = passed_in_->events().first(passed_);
  for (const PassedAtomic& atomic : passed_atomics_) {
    order_.follow(events.first(atomic.event + 1));
    const std::uint32_t epoch = events[atomic.event].index + 2;
    races_.enter(atomic.thread, epoch, order_.clock_of(atomic.thread));
    races_.passed(atomic.address, atomic.size, atomic.write);
  }
  passed_atomics_.clear();
  order_.follow(events);
  races_.enter(runner_, passed_in_->thread(runner_).events + 1, order_.clock_of(runner_));
}

void Accesses::rewind(const Mark& mark) {
  order_.cut(mark.events);
  races_.rewind(mark.races);
}

void Accesses::begin_try(ThreadId thread, const Execution& execution, const Outcome& outcome,
                         std::uint32_t version) {
  const ThreadRecord& record = execution.thread(thread);
  trying_ = true;
  Event& event = tried_.emplace_back();
  event.operation = record.pending;
  event.thread = thread;
  event.index = record.events;
  event.result = outcome.result;
  event.misuse = outcome.misuse;
  event.failed = outcome.failed;
  event.version_before = version;
}

void Accesses::pause_in_try(ThreadId thread, const Operation& pause) {
  Event& event = tried_.emplace_back();
  event.operation = pause;
  event.thread = thread;
}

// Once the thread accesses something, which most trial steps never do.
void Accesses::follow_tried(const Execution& execution) {
  if (!before_try_) {
    order_.follow(execution.events());
    before_try_ = mark();
  }
  for (const Event& event : tried_) order_.append(event);
  tried_.clear();
}

void Accesses::end_try(bool keep) {
  trying_ = false;
  tried_.clear();
  if (!before_try_) return;
  const Mark before = *before_try_;
  before_try_.reset();
  if (keep) {
    order_.cut(before.events);
  } else {
    rewind(before);
  }
}

bool Accesses::has_seen(ThreadId thread, const Event& event, const Execution& execution) {
  catch_up();
  order_.follow(execution.events());
  return order_.clock_of(thread)[index(event.thread)] > event.index;
}

std::string side_text(const Race::Side& side, const Execution& execution) {
  return execution.thread_text(side.thread) + " " + present(side);
}

std::string side_before_text(const Race::Side& side, const Execution& execution) {
  return execution.thread_text(side.thread) + " " + past(side) + " before";
}

namespace {

// The requested size: races are checked in the whole capacity of a block.
std::size_t size_asked_for(const Race::Block& block) {
  Heap* const heap = Heap::around(block.begin);
  const Block* const there = heap == nullptr ? nullptr : heap->block_before(block.begin);
  return there != nullptr && Heap::bytes_of(*there) == block.begin ? there->size : block.size;
}

}  // namespace

std::string block_text(const Race& race, const Execution& execution) {
  const std::string thread = execution.thread_text(race.block.thread);
  if (is_data(race, execution)) return "made by " + thread;
  return "in " + bytes_text(size_asked_for(race.block)) + " that " + thread + " allocated";
}

namespace {

std::string place_in_block(const void* address, const Execution& execution) {
  Heap* const heap = Heap::around(address);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(address);
  if (block == nullptr) return "";
  const auto offset = static_cast<const std::byte*>(address) - Heap::bytes_of(*block);
  return (offset == 0 ? " at the beginning of "
                      : ", " + bytes_text(static_cast<std::size_t>(offset)) + " into ") +
         Machine::current()->heap_watch().text_of(*block, execution);
}

}  // namespace

std::string race_text(const Race& race, const Execution& execution) {
  const bool after_free = race.kind == Race::Kind::kUseAfterFree;
  const char* const use = race.before.frame ? "use of a dead stack: " : "use after free of ";
  return (after_free ? use : "data race on ") + where(race, execution) +
         (after_free ? place_in_block(race.address, execution) : "") + ": " +
         side_text(race.now, execution) + "; " + side_before_text(race.before, execution) +
         (after_free ? "" : ", and nothing orders them");
}

}  // namespace mcheck
