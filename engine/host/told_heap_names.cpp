// SPDX-License-Identifier: MIT
// Report names of heap objects, and of all names in messages.
#include <algorithm>

#include "engine/host/told_names.hpp"
#include "engine/host/variables.hpp"
#include "engine/world/globals.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

// Longer type names, of templates, are not helpful.
constexpr std::size_t kLongestType = 32;

constexpr int kMostRounds = 8;

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

bool is_within(const std::vector<Range>& ranges, const std::byte* begin, std::size_t size) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return begin >= range.begin && begin + size <= range.begin + range.size;
  });
}

}  // namespace

// Values lead to other memory, which has more values.
void ToldNames::look_at_memory() {
  look_at_globals();
  look_at_locals();
  std::size_t known = heap_.size() + 1;
  for (int round = 0; round < kMostRounds && known != heap_.size(); ++round) {
    known = heap_.size();
    look_at_values();
  }
}

void ToldNames::look_at_globals() {
  const std::vector<Range> ranges = writable_globals();
  DebugInformation& information = executable_information();
  const std::uintptr_t base = 0 - place_in_image(nullptr);
  for (const std::uint64_t place : information.variables()) {
    const DebugType type = information.type_of_variable(place);
    const std::size_t size = information.types().size_of(type).value_or(0);
    const auto* const begin = reinterpret_cast<const std::byte*>(base + place);
    if (type == 0 || !is_within(ranges, begin, size)) continue;
    const std::optional<KnownVariable> known = known_variable_at(begin);
    heap_.scan(base + place, {&information, type}, known ? known->name : "");
  }
}

// Locals of the calls that are active at the end.
void ToldNames::look_at_locals() {
  for (const ThreadRecord& record : execution_.threads()) {
    const CallFrames& waiting = machine_.frames_of(record.id, events_[index(record.id)]);
    const CallFrames& frames = waiting.ends.empty() ? machine_.failure_frames() : waiting;
    if (record.status == ThreadRecord::Status::kFinished) continue;
    for (std::size_t nth = 0; nth + 1 < frames.ends.size(); ++nth) {
      const auto* const call = reinterpret_cast<const void*>(frames.calls[nth]);
      DebugInformation* const information = debug_information_at(call);
      const bool in_place = in_world(reinterpret_cast<const void*>(frames.ends[nth + 1]));
      if (information == nullptr || !in_place) continue;
      const DebugFrame frame{
          .place = place_in_object(call), .low = frames.ends[nth], .high = frames.ends[nth + 1]};
      for (const DebugLocal& local : information->locals_of(frame)) {
        const std::size_t size = information->types().size_of(local.type).value_or(0);
        const bool within = local.begin >= frame.low && local.begin + size <= frame.high;
        if (within) heap_.scan(local.begin, {information, local.type}, local.name);
      }
    }
  }
}

// Values that atomics had during the execution.
void ToldNames::look_at_values() {
  const auto versions = execution_.versions();
  for (const Event& event : execution_.events()) {
    const ObjectRecord* const object = execution_.find_object(event.operation.object);
    const bool holds = object != nullptr && object->kind == ObjectKind::kAtomic;
    const auto pointee = holds ? pointee_at(object->address) : std::nullopt;
    if (!pointee) continue;
    for (const std::uint32_t version : {event.version_before, event.version_after}) {
      if (version != kNone) heap_.add_pointer(versions[version].value, *pointee);
    }
  }
}

std::optional<KnownType> ToldNames::pointee_at(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!in_world(address)) {
    const std::optional<KnownVariable> known = known_variable_at(address);
    if (!known || known->type == 0) return std::nullopt;
    return heap_.pointee_at({known->information, known->type}, known->offset);
  }
  if (const auto found = found_.find(at); found != found_.end() && found->second.certain) {
    const Found& local = found->second;
    return heap_.pointee_at({local.information, local.type}, at - local.begin);
  }
  const std::optional<TypedHeap::Thing> thing = heap_.thing_at(at);
  if (!thing) return std::nullopt;
  const std::size_t size = thing->type.information->types().size_of(thing->type.type).value_or(1);
  return heap_.pointee_at(thing->type, (at - thing->begin) % size);
}

// Numbers heap objects in the order of their first use.
void ToldNames::number_things() {
  const auto versions = execution_.versions();
  for (const Event& event : execution_.events()) {
    const ObjectRecord* const object = execution_.find_object(event.operation.object);
    if (object == nullptr || event.operation.object == kNoObject) continue;
    (void)place_in_heap(reinterpret_cast<std::uintptr_t>(object->address), 0);
    for (const std::uint32_t version : {event.version_before, event.version_after}) {
      if (version == kNone || object->kind != ObjectKind::kAtomic) continue;
      (void)pointed(reinterpret_cast<const void*>(versions[version].value));
    }
  }
}

std::string ToldNames::thing_text(const TypedHeap::Thing& thing) const {
  const std::string name = thing.type.information->types().name_of(thing.type.type);
  if (name.empty() || name.size() > kLongestType || is_reserved_name(name)) return "";
  auto& known = numbers_[name];
  const auto entry = known.try_emplace(thing.begin, known.size() + 1).first;
  return name + "#" + std::to_string(entry->second);
}

std::string ToldNames::place_in_heap(std::uintptr_t address, std::size_t bytes) const {
  const std::optional<TypedHeap::Thing> thing = heap_.thing_at(address);
  if (!thing) return "";
  DebugTypes& types = thing->type.information->types();
  const std::size_t size = types.size_of(thing->type.type).value_or(1);
  const std::size_t nth = (address - thing->begin) / size;
  const std::size_t offset = (address - thing->begin) % size;
  const std::string part = members_text(types, {thing->type.type, offset, bytes});
  if (nth >= thing->count || (offset + bytes > size && size > 1)) return "";
  if (!thing->owner.empty()) return thing->owner + "[" + std::to_string(nth) + "]" + part;
  const std::string text = thing_text(*thing);
  return text.empty() ? "" : text + part;
}

std::string ToldNames::pointed(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::optional<TypedHeap::Thing> thing = heap_.thing_at(at);
  if (!thing) {
    const auto last = remembered().things.find(at);
    return last == remembered().things.end() ? "" : last->second;
  }
  if (thing->begin == at && thing->owner.empty()) return things_[at] = thing_text(*thing);
  const std::string text = place_in_heap(at, 0);
  return text.empty() ? "" : "&" + text;
}

std::string ToldNames::in(const std::string& message) const {
  std::string text = place_of_race(message);
  for (const auto& [before, now] : instead_) replace_all(text, before, now);
  return text;
}

// "4 bytes on the stack of main" → "`count` (4 bytes on the stack of main)"
std::string ToldNames::place_of_race(const std::string& message) const {
  const void* const address = machine_.race().address;
  const std::string name = address == nullptr ? "" : place(address);
  if (name.empty()) return message;
  const std::string bytes = bytes_text(machine_.race().size);
  std::string text = message;
  const auto found = found_.find(reinterpret_cast<std::uintptr_t>(address));
  if (found != found_.end()) {
    const std::string stack =
        bytes + " on the stack of " + execution_.thread_text(found->second.owner);
    const std::size_t at = message.find(stack);
    if (at == std::string::npos) return message;
    return text.replace(at, stack.size(), "`" + name + "` (" + stack + ")");
  }
  const std::size_t at = message.find(bytes + " at 0x");
  if (at == std::string::npos) return message;
  const std::size_t digits = at + bytes.size() + std::string(" at 0x").size();
  const std::size_t end = message.find_first_not_of("0123456789abcdef", digits);
  return text.replace(at, std::min(end, message.size()) - at, "`" + name + "` (" + bytes + ")");
}

}  // namespace mcheck
