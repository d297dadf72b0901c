// SPDX-License-Identifier: MIT
#include "engine/runtime/accesses.hpp"

#include <cstdio>

#include "engine/runtime/heap_watch.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/world/globals.hpp"
#include "engine/world/heap.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

// The same in every process, where that can be.
std::string address_text(const void* address) {
  const std::uintptr_t number =
      in_world(address) ? reinterpret_cast<std::uintptr_t>(address) : place_in_image(address);
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

const char* present(const Race::Side& side) {
  if (side.freed) return "frees them";
  if (side.atomic) return side.write ? "writes atomically" : "reads atomically";
  return side.write ? "writes" : "reads";
}

const char* past(const Race::Side& side) {
  if (side.freed) return "freed them";
  if (side.atomic) return side.write ? "wrote atomically" : "read atomically";
  return side.write ? "wrote" : "read";
}

}  // namespace

MCHECK_HOST_STATE Races* watching_races = nullptr;
MCHECK_HOST_STATE bool plain_points = false;

void end_with_race() { Machine::current()->end_with_race(); }

void announce_access(const void* address, std::size_t size, bool write) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Kind kind = write ? Kind::kWrite : Kind::kRead;
  for (std::uintptr_t at = begin; at < begin + size; at = (at | 7) + 1) {
    Operation operation{
        .kind = kind,
        .object = Machine::current()->identify_eight(reinterpret_cast<const void*>(at))};
    if (write) operation.a = Machine::current()->write_stamp();
    perform(operation);
  }
}

void unknown_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (plain_points) announce_access(address, size, write);
  const bool one = reinterpret_cast<std::uintptr_t>(address) % 8 + size <= 8;
  const bool races = one ? watching_races->unknown(address, size, write, caller)
                         : watching_races->wide(address, size, write, caller);
  if (races) [[unlikely]]
    end_with_race();
  require_in_block(address, size, write);
}

void wide_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_races == nullptr) return;
  if (plain_points) announce_access(address, size, write);
  if (watching_races->wide(address, size, write, caller)) end_with_race();
  require_in_block(address, size, write);
}

void atomic_access(const void* address, std::size_t size, bool write, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_races->atomic(address, size, write, caller)) end_with_race();
  require_in_block(address, size, write);
}

void lock_access(const void* lock, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_races->atomic(lock, 1, false, caller)) end_with_race();
  if (Heap::around(lock) != nullptr) require_in_block(lock, 1, false);
}

void memory_allocated(const void* address, std::size_t size) {
  if (watching_races != nullptr) watching_races->allocated(address, size);
}

void memory_freed(const void* address, std::size_t size, const void* caller) {
  if (watching_races == nullptr) return;
  if (watching_races->freed(address, size, caller)) end_with_race();
}

void Accesses::make_points(bool on) {
  plain_points = on;
  races_.know_nothing(on);
}

void Accesses::begin() {
  order_.cut(0);
  races_.begin();
  before_try_.reset();
}

// In a try the log does not know what is tried, and the epoch stays the one before it.
void Accesses::enter(ThreadId thread, const Execution& execution) {
  if (!before_try_) order_.follow(execution.events());
  races_.enter(thread, execution.thread(thread).events + 1, order_.clock_of(thread));
  watching_races = &races_;
}

void Accesses::leave() { watching_races = nullptr; }

void Accesses::save(std::size_t number) {
  if (saves_.size() <= number) saves_.resize(number + 1);
  saves_[number] = mark();
}

void Accesses::restore(std::size_t number) { rewind(saves_[number]); }

void Accesses::rewind(const Mark& mark) {
  order_.cut(mark.events);
  races_.rewind(mark.races);
}

void Accesses::begin_try(ThreadId thread, const Execution& execution, const Outcome& outcome) {
  order_.follow(execution.events());
  before_try_ = mark();
  const ThreadRecord& record = execution.thread(thread);
  const ObjectRecord* const object = execution.find_object(record.pending.object);
  Event event;
  event.operation = record.pending;
  event.thread = thread;
  event.index = record.events;
  event.result = outcome.result;
  event.misuse = outcome.misuse;
  event.failed = outcome.failed;
  if (record.pending.object != kNoObject) event.version_before = object->version;
  order_.append(event);
}

void Accesses::pause_in_try(ThreadId thread, const Operation& pause) {
  Event event;
  event.operation = pause;
  event.thread = thread;
  order_.append(event);
}

void Accesses::end_try(bool keep) {
  const Mark before = *before_try_;
  before_try_.reset();
  if (keep) {
    order_.cut(before.events);
  } else {
    rewind(before);
  }
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
  const std::string bytes = std::to_string(race.size) + (race.size == 1 ? " byte" : " bytes");
  const std::string name = execution.identities().name_of_place(race.address);
  std::string where =
      name.empty() ? bytes + " at " + address_text(race.address) : "`" + name + "` (" + bytes + ")";
  if (after_free) where += place_in_block(race.address, execution);
  const auto who = [&](const Race::Side& side) { return execution.thread_text(side.thread) + " "; };
  return (after_free ? "use after free of " : "data race on ") + where + ": " + who(race.now) +
         present(race.now) + "; " + who(race.before) + past(race.before) + " before" +
         (after_free ? "" : ", and nothing orders them");
}

}  // namespace mcheck
