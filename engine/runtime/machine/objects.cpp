// SPDX-License-Identifier: MIT
// Registration of the program's objects.
#include <algorithm>
#include <bit>
#include <bitset>
#include <cstring>

#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform_address.hpp"

namespace mcheck {

bool Machine::is_on_dead_stack(const void* address) const {
  const std::size_t number =
      (reinterpret_cast<std::uintptr_t>(address) - kProgramMemoryBase) / kThreadRegionBytes;
  if (!in_program_memory(address) || number == context_->number) return false;
  const auto context = process_state_.contexts.find(number);
  if (context == process_state_.contexts.end() || !execution_->has_thread(context->second.thread)) {
    return false;
  }
  const ThreadRecord& record = execution_->thread(context->second.thread);
  return record.status == ThreadRecord::Status::kFinished && !record.ended_process;
}

// If the running thread created it in its own region: named by thread and count. In other memory,
// or if it existed before any thread: named by its address, which no thread's progress changes. It
// is certain that the running thread created it only where objects are registered on creation.
ObjectId Machine::identify_at(const void* address, ObjectType type, const State& first,
                              const char* name) {
  if (unmodified()) return identify_by_location(address, type, first, name);
  const EngineAllocationScope engine_at_work;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const bool own = number - thread_region(context_->number).base < kThreadRegionBytes;
  const bool predates_execution =
      number < static_heap_end_ &&
      number >= reinterpret_cast<std::uintptr_t>(thread_region(0).heap());
  Identities& identities = execution_->identities();
  ObjectId id{};
  if (own && !predates_execution) {
    id = identities.object(thread_, ++execution_->thread(thread_).objects);
  } else {
    id = identities.object_at(in_program_memory(address) ? number : offset_in_image(address));
  }
  return execution_->add_object(id, record_of(address, type, name), first);
}

// Registered by the first thread that uses it: named by its address, and by how many objects have
// been there before. A freed block is reused by the thread that freed it, or by a choice that is an
// event, so the number follows from the past.
ObjectId Machine::identify_by_location(const void* address, ObjectType type, const State& first,
                                       const char* name) {
  flush_repeats();
  constexpr unsigned kAddressBits = 48;
  const EngineAllocationScope engine_at_work;
  const Word place = in_program_memory(address) ? reinterpret_cast<std::uintptr_t>(address)
                                                : offset_in_image(address);
  const Word before = execution_->object_count_at(address);
  const ObjectId id = execution_->identities().object_at(place ^ before << kAddressBits);
  State initial = first;
  if (type.kind == ObjectKind::kAtomic && is_unwritten(address, type.bytes)) {
    initial.extra = kUnwritten;
  }
  return execution_->add_object(id, record_of(address, type, name), initial);
}

// As the heap handed it out, with no recorded write: uninstrumented code could have written exactly
// this pattern, but hardly to a whole word.
bool Machine::is_unwritten(const void* address, std::size_t size) const {
  constexpr std::size_t kMinBytes = 4;
  if (size < kMinBytes || !Heap::is_fresh(address, size)) return false;
  catch_up();
  return !accesses_ || !accesses_->races().is_written(address, size);
}

// Only main can be alone: no thread joins it.
bool Machine::main_is_alone() const {
  const auto has_ended = [](const ThreadRecord& record) {
    return record.id == kMainThread || record.joined;
  };
  return thread_ == kMainThread && std::ranges::all_of(execution_->threads(), has_ended);
}

// Named by address: plain bytes exist all the time, whatever objects begin and end in them.
ObjectId Machine::identify_bytes(const void* address, std::size_t size) {
  flush_repeats();
  const bool alone = main_is_alone();
  const EngineAllocationScope engine_at_work;
  const std::uint64_t place = in_program_memory(address) ? reinterpret_cast<std::uintptr_t>(address)
                                                         : offset_in_image(address);
  const ByteObject object = execution_->identities().object_of(bytes_at(place, size), alone);
  const ObjectRecord* const known = execution_->find_object(object.id);
  if (known != nullptr && known->alive) return object.id;
  const auto* const granule = static_cast<const std::byte*>(address) - place % 8;
  ObjectRecord record =
      record_of(granule + std::countr_zero(object.bytes.mask), ObjectKind::kData, nullptr);
  record.is_bytes = true;
  record.bytes = static_cast<std::uint8_t>(std::popcount(object.bytes.mask));
  return execution_->add_object(object.id, record, {});
}

Word Machine::write_stamp() {
  flush_repeats();
  constexpr Word kSpread = 0x9e3779b97f4a7c15;
  return execution_->thread(thread_).events + 1 +
         execution_->identities().path_key(thread_) * kSpread;
}

ObjectRecord Machine::record_of(const void* address, ObjectType type, const char* name) {
  ObjectRecord record;
  record.kind = type.kind;
  record.bytes = type.bytes;
  record.address = address;
  record.name = name == nullptr ? nullptr : intern_text(name);
  return record;
}

// An object was in this memory, or never was.
void Machine::report_dead_object(const void* address) {
  const EngineAllocationScope engine_at_work;
  const ObjectId last = execution_->last_object_at(address);
  const std::string start = execution_->thread_text(thread_) + " uses ";
  const std::string object = "`" + execution_->object_text(last) + "`";
  Heap* const heap = Heap::containing(address);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(address);
  if (block != nullptr && !block->is_live()) {
    report_block(*block);
    end_with(Step::Kind::kFailed, FailureKind::kDestroyedObject,
             start + (last == kNoObject ? "an object" : object) + " in " +
                 heap_checker_.text_of(*block, *execution_) + ", which has been freed");
  }
  if (last != kNoObject) {
    end_with(Step::Kind::kFailed, FailureKind::kDestroyedObject,
             start + object + ", which has been destroyed");
  }
  end_with(Step::Kind::kFailed, FailureKind::kMisuse,
           start + "memory that holds no object: it was destroyed, or never created");
}

ObjectId Machine::identify(detail::Object& object, ObjectType type, const State& first) {
  flush_repeats();
  const ObjectId known = known_object(object);
  if (known != kNoObject) return known;  // if it has ended, the operation will be misuse
  if (object.id != 0 && (in_program_memory(&object) || object.id == detail::kEndedObject)) {
    report_dead_object(&object);
  }
  if (unmodified()) end_object_at(&object);  // whose memory holds a new object
  const ObjectId id = identify_at(&object, type, first, object.name);
  object.id = index(id);
  return id;
}

// If memory differs from the value that the engine has, plain code wrote it, as it may while
// nothing refers to it: another object begins.
ObjectId Machine::identify_address(const void* address, ObjectType type, const State& first,
                                   const char* name) {
  flush_repeats();
  mark_step_uncacheable();  // whether it is registered with this value is not in memory
  const ObjectId known = execution_->find_object_at(address);
  if (known != kNoObject) {
    const ObjectRecord& record = *execution_->find_object(known);
    const bool same = record.kind == type.kind && record.bytes == type.bytes;
    const bool holds_value = type.kind == ObjectKind::kAtomic;
    if (same && (!holds_value || execution_->value_of(known) == first.value)) return known;
    end_object_at(address);
  }
  return identify_by_location(address, type, first, name);
}

ObjectId Machine::identify_guard(const void* address, const State& first) {
  flush_repeats();
  mark_step_uncacheable();
  const ObjectId known = execution_->find_object_at(address);
  return known != kNoObject ? known
                            : identify_by_location(address, ObjectKind::kOnce, first, "static");
}

void Machine::end_object_at(const void* address) {
  flush_repeats();
  const ObjectId known = execution_->find_object_at(address);
  const EngineAllocationScope engine_at_work;
  if (known != kNoObject) execution_->end_object(known);
}

// Whether some thread might use the object at another time: one that has used it and is not known
// to have finished. An end that no other event can precede or follow needs no event. Searches
// backwards: a thread is joined after all its events.
bool Machine::others_use(ObjectId object) {
  std::bitset<kMaxThreads> joined;
  std::size_t others = execution_->threads().size() - 1;
  // A thread often ends several objects in a row.
  if (all_joined_at_ == resumes_ && all_joined_count_ == others) return false;
  const std::span<const Event> events = execution_->events();
  for (auto at = events.rbegin(); at != events.rend(); ++at) {
    const Event& event = *at;
    if (event.thread == thread_) {
      if (event.operation.kind != Kind::kJoin || joined[event.operation.a]) continue;
      joined[event.operation.a] = true;
      if (--others > 0) continue;
      all_joined_at_ = resumes_;
      all_joined_count_ = execution_->threads().size() - 1;
      return false;
    } else if (event.operation.object == object && !joined[index(event.thread)]) {
      return true;
    }
  }
  return false;
}

// Ending an object that no thread uses or waits on is never misuse (see lifetime_outcome()), and
// other threads only see that the object has ended.
bool Machine::ends_unobserved(ObjectId object, bool busy_unless_zero) {
  const bool idle = execution_->value_of(object) == 0 || !busy_unless_zero;
  return idle && execution_->threads_at(object).empty() && !others_use(object);
}

void Machine::retire(detail::Object& object, bool busy_unless_zero) {
  flush_repeats();
  if (object.id == 0) return;
  const ObjectId id{object.id};
  const ObjectRecord* known = execution_->find_object(id);
  if (known == nullptr || known->address != &object || !known->alive)
    return mark_step_uncacheable();
  if (!ends_unobserved(id, busy_unless_zero)) {
    mark_step_uncacheable();  // with equal memory, no thread might use it
    perform({.kind = Kind::kDestroy, .object = id, .a = busy_unless_zero ? 1u : 0u});
    return;
  }
  const EngineAllocationScope engine_at_work;
  execution_->retire_object(id);
  if (records_step_) step_recording_.retired.push_back({id, busy_unless_zero});
}

const char* Machine::intern_text(const char* text) {
  auto& [from, kept] =
      recent_texts_[(reinterpret_cast<std::uintptr_t>(text) >> 2) % recent_texts_.size()];
  if (from != text || std::strcmp(kept, text) != 0) {
    from = text;
    kept = interned_texts_.insert(text).first->c_str();
  }
  return kept;
}

ObjectId Machine::known_object(const detail::Object& object) const {
  if (object.id == 0) return kNoObject;
  const ObjectRecord* const known = execution_->find_object(ObjectId(object.id));
  return known != nullptr && known->address == &object ? ObjectId(object.id) : kNoObject;
}

}  // namespace mcheck
