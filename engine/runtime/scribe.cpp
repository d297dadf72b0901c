// SPDX-License-Identifier: MIT
#include "engine/runtime/scribe.hpp"

#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

void put_text(Packed& packed, const char* text) {
  packed.put(text != nullptr).put_text(text == nullptr ? "" : text);
}

const char* take_text(Packed& packed, Machine& machine) {
  const bool given = packed.take<bool>();
  const std::string text = packed.take_text();
  return given ? machine.keep_text(text.c_str()) : nullptr;
}

}  // namespace

void Scribe::named(ThreadId creator, std::uint32_t nth) {
  const OutsideWorld engine_at_work;
  journal_.write(JournalTag::kNamed, Packed().put(creator).put(nth));
}

void Scribe::named_at(std::uint64_t place) {
  const OutsideWorld engine_at_work;
  journal_.write(JournalTag::kNamedAt, Packed().put(place));
}

void Scribe::accessed(const Bytes& bytes, bool ordered) {
  const OutsideWorld engine_at_work;
  journal_.write(JournalTag::kAccessed, Packed().put(bytes).put(ordered));
}

void Scribe::began(ObjectId id, const ObjectRecord& record, const State& first) {
  if (names_only_) return;
  const OutsideWorld engine_at_work;
  Packed packed;
  packed.put(id).put(record).put(first);
  put_text(packed, record.name);
  journal_.write(JournalTag::kBegan, packed);
}

void Scribe::ended(ObjectId id) {
  if (names_only_) return;
  const OutsideWorld engine_at_work;
  journal_.write(JournalTag::kEnded, Packed().put(id));
}

void Scribe::retired(ObjectId id) {
  if (names_only_) return;
  const OutsideWorld engine_at_work;
  journal_.write(JournalTag::kRetired, Packed().put(id));
}

void Scribe::noted(const Note& note) {
  if (names_only_) return;
  const OutsideWorld engine_at_work;
  Packed packed;
  packed.put(note.value);
  put_text(packed, note.name);
  journal_.write(JournalTag::kNoted, packed);
}

void Scribe::called(ThreadId thread, const char* name) {
  if (names_only_) return;
  const OutsideWorld engine_at_work;
  Packed packed;
  packed.put(thread);
  put_text(packed, name);
  journal_.write(JournalTag::kCalled, packed);
}

bool register_again(Journal::Entry& entry, Execution& execution, Machine& machine) {
  Packed& packed = entry.packed;
  if (entry.tag == JournalTag::kNamed) {
    const auto creator = packed.take<ThreadId>();
    execution.identities().object(creator, packed.take<std::uint32_t>());
  } else if (entry.tag == JournalTag::kNamedAt) {
    execution.identities().object_at(packed.take<std::uint64_t>());
  } else if (entry.tag == JournalTag::kAccessed) {
    const auto bytes = packed.take<Bytes>();
    (void)execution.identities().object_of(bytes, packed.take<bool>());
  } else if (entry.tag == JournalTag::kBegan) {
    const auto id = packed.take<ObjectId>();
    auto record = packed.take<ObjectRecord>();
    const auto first = packed.take<State>();
    record.name = take_text(packed, machine);
    execution.add_object(id, record, first);
  } else if (entry.tag == JournalTag::kEnded) {
    execution.end_object(packed.take<ObjectId>());
  } else if (entry.tag == JournalTag::kRetired) {
    execution.retire_object(packed.take<ObjectId>());
  } else if (entry.tag == JournalTag::kNoted) {
    const auto value = packed.take<std::int64_t>();
    execution.add_note({.name = take_text(packed, machine), .value = value});
  } else if (entry.tag == JournalTag::kCalled) {
    const auto thread = packed.take<ThreadId>();
    execution.name_thread(thread, take_text(packed, machine));
  } else {
    return false;
  }
  return true;
}

}  // namespace mcheck
