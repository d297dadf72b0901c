// SPDX-License-Identifier: MIT
#include "engine/runtime/isolation/registration_log.hpp"

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

void put_text(Packed& packed, const char* text) {
  packed.put(text != nullptr).put_text(text == nullptr ? "" : text);
}

const char* take_text(Packed& packed, Machine& machine) {
  const bool given = packed.take<bool>();
  const std::string text = packed.take_text();
  return given ? machine.intern_text(text.c_str()) : nullptr;
}

}  // namespace

void RegistrationLog::object_named(ThreadId creator, std::uint32_t nth) {
  const EngineAllocationScope engine_at_work;
  reply_log_.write(ReplyTag::kObjectNamed, Packed().put(creator).put(nth));
}

void RegistrationLog::object_named_at(std::uint64_t place) {
  const EngineAllocationScope engine_at_work;
  reply_log_.write(ReplyTag::kObjectNamedAt, Packed().put(place));
}

void RegistrationLog::bytes_accessed(const Bytes& bytes, bool ordered) {
  const EngineAllocationScope engine_at_work;
  reply_log_.write(ReplyTag::kBytesAccessed, Packed().put(bytes).put(ordered));
}

void RegistrationLog::object_began(ObjectId id, const ObjectRecord& record, const State& first) {
  if (names_only_) return;
  const EngineAllocationScope engine_at_work;
  Packed packed;
  packed.put(id).put(record).put(first);
  put_text(packed, record.name);
  reply_log_.write(ReplyTag::kObjectBegan, packed);
}

void RegistrationLog::object_ended(ObjectId id) {
  if (names_only_) return;
  const EngineAllocationScope engine_at_work;
  reply_log_.write(ReplyTag::kObjectEnded, Packed().put(id));
}

void RegistrationLog::object_retired(ObjectId id) {
  if (names_only_) return;
  const EngineAllocationScope engine_at_work;
  reply_log_.write(ReplyTag::kObjectRetired, Packed().put(id));
}

void RegistrationLog::note_added(const Note& note) {
  if (names_only_) return;
  const EngineAllocationScope engine_at_work;
  Packed packed;
  packed.put(note.value);
  put_text(packed, note.name);
  reply_log_.write(ReplyTag::kNoteAdded, packed);
}

void RegistrationLog::thread_named(ThreadId thread, const char* name) {
  if (names_only_) return;
  const EngineAllocationScope engine_at_work;
  Packed packed;
  packed.put(thread);
  put_text(packed, name);
  reply_log_.write(ReplyTag::kThreadNamed, packed);
}

bool replay_registration(ReplyLog::Entry& entry, Execution& execution, Machine& machine) {
  Packed& packed = entry.packed;
  if (entry.tag == ReplyTag::kObjectNamed) {
    const auto creator = packed.take<ThreadId>();
    execution.identities().object(creator, packed.take<std::uint32_t>());
  } else if (entry.tag == ReplyTag::kObjectNamedAt) {
    execution.identities().object_at(packed.take<std::uint64_t>());
  } else if (entry.tag == ReplyTag::kBytesAccessed) {
    const auto bytes = packed.take<Bytes>();
    (void)execution.identities().object_of(bytes, packed.take<bool>());
  } else if (entry.tag == ReplyTag::kObjectBegan) {
    const auto id = packed.take<ObjectId>();
    auto record = packed.take<ObjectRecord>();
    const auto first = packed.take<State>();
    record.name = take_text(packed, machine);
    execution.add_object(id, record, first);
  } else if (entry.tag == ReplyTag::kObjectEnded) {
    execution.end_object(packed.take<ObjectId>());
  } else if (entry.tag == ReplyTag::kObjectRetired) {
    execution.retire_object(packed.take<ObjectId>());
  } else if (entry.tag == ReplyTag::kNoteAdded) {
    const auto value = packed.take<std::int64_t>();
    execution.add_note({.name = take_text(packed, machine), .value = value});
  } else if (entry.tag == ReplyTag::kThreadNamed) {
    const auto thread = packed.take<ThreadId>();
    execution.name_thread(thread, take_text(packed, machine));
  } else {
    return false;
  }
  return true;
}

}  // namespace mcheck
