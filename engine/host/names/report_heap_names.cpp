// SPDX-License-Identifier: MIT
// Report names of heap objects, and of all names in messages.
#include <algorithm>

#include "engine/host/names/report_names.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/memory/regions/globals.hpp"

namespace mcheck {
namespace {

// Longer type names, of templates, are not helpful.
constexpr std::size_t kMaxTypeName = 32;

constexpr int kMaxRounds = 8;

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
void ReportNames::scan_memory() {
  scan_globals();
  scan_locals();
  std::size_t known = heap_.size() + 1;
  for (int round = 0; round < kMaxRounds && known != heap_.size(); ++round) {
    known = heap_.size();
    scan_values();
  }
}

void ReportNames::scan_globals() {
  const std::vector<Range> ranges = writable_globals();
  DebugInformation& information = executable_information();
  const std::uintptr_t base = 0 - offset_in_image(nullptr);
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
void ReportNames::scan_locals() {
  for (const ThreadRecord& record : execution_.threads()) {
    const CallFrames& waiting = machine_.frames_of(record.id, events_[index(record.id)]);
    const CallFrames& frames = waiting.ends.empty() ? machine_.failure_frames() : waiting;
    if (record.status == ThreadRecord::Status::kFinished) continue;
    for (std::size_t nth = 0; nth + 1 < frames.ends.size(); ++nth) {
      const auto* const call = reinterpret_cast<const void*>(frames.calls[nth]);
      DebugInformation* const information = debug_information_at(call);
      const bool in_place = in_program_memory(reinterpret_cast<const void*>(frames.ends[nth + 1]));
      if (information == nullptr || !in_place) continue;
      const DebugFrame frame{
          .place = offset_in_object(call), .low = frames.ends[nth], .high = frames.ends[nth + 1]};
      for (const DebugLocal& local : information->locals_of(frame)) {
        const std::size_t size = information->types().size_of(local.type).value_or(0);
        const bool within = local.begin >= frame.low && local.begin + size <= frame.high;
        if (within) heap_.scan(local.begin, {information, local.type}, local.name);
      }
    }
  }
}

// Values that atomics had during the execution.
void ReportNames::scan_values() {
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

std::optional<KnownType> ReportNames::pointee_at(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!in_program_memory(address)) {
    const std::optional<KnownVariable> known = known_variable_at(address);
    if (!known || known->type == 0) return std::nullopt;
    return heap_.pointee_at({known->information, known->type}, known->offset);
  }
  if (const auto found = found_locals_.find(at);
      found != found_locals_.end() && found->second.certain) {
    const FoundLocal& local = found->second;
    return heap_.pointee_at({local.information, local.type}, at - local.begin);
  }
  const std::optional<TypedHeap::HeapObject> heap_object = heap_.object_at(at);
  if (!heap_object) return std::nullopt;
  const std::size_t size =
      heap_object->type.information->types().size_of(heap_object->type.type).value_or(1);
  return heap_.pointee_at(heap_object->type, (at - heap_object->begin) % size);
}

// Numbers heap objects in the order of their first use.
void ReportNames::number_objects() {
  const auto versions = execution_.versions();
  for (const Event& event : execution_.events()) {
    const ObjectRecord* const object = execution_.find_object(event.operation.object);
    if (object == nullptr || event.operation.object == kNoObject) continue;
    (void)heap_name(reinterpret_cast<std::uintptr_t>(object->address), 0);
    for (const std::uint32_t version : {event.version_before, event.version_after}) {
      if (version == kNone || object->kind != ObjectKind::kAtomic) continue;
      (void)pointer_name(reinterpret_cast<const void*>(versions[version].value));
    }
  }
}

std::string ReportNames::heap_object_text(const TypedHeap::HeapObject& heap_object) const {
  const std::string name = heap_object.type.information->types().name_of(heap_object.type.type);
  if (name.empty() || name.size() > kMaxTypeName || is_reserved_name(name)) return "";
  auto& known = object_numbers_[name];
  const auto entry = known.try_emplace(heap_object.begin, known.size() + 1).first;
  return name + "#" + std::to_string(entry->second);
}

std::string ReportNames::heap_name(std::uintptr_t address, std::size_t bytes) const {
  const std::optional<TypedHeap::HeapObject> heap_object = heap_.object_at(address);
  if (!heap_object) return "";
  DebugTypes& types = heap_object->type.information->types();
  const std::size_t size = types.size_of(heap_object->type.type).value_or(1);
  const std::size_t nth = (address - heap_object->begin) / size;
  const std::size_t offset = (address - heap_object->begin) % size;
  const std::string part = members_text(types, {heap_object->type.type, offset, bytes});
  if (nth >= heap_object->count || (offset + bytes > size && size > 1)) return "";
  if (!heap_object->owner.empty())
    return heap_object->owner + "[" + std::to_string(nth) + "]" + part;
  const std::string text = heap_object_text(*heap_object);
  return text.empty() ? "" : text + part;
}

std::string ReportNames::pointer_name(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::optional<TypedHeap::HeapObject> heap_object = heap_.object_at(at);
  if (!heap_object) {
    const auto last = previous_report().objects.find(at);
    return last == previous_report().objects.end() ? "" : last->second;
  }
  if (heap_object->begin == at && heap_object->owner.empty())
    return objects_[at] = heap_object_text(*heap_object);
  const std::string text = heap_name(at, 0);
  return text.empty() ? "" : "&" + text;
}

std::string ReportNames::substitute(const std::string& message) const {
  std::string text = with_race_name(message);
  for (const auto& [before, now] : replacements_) replace_all(text, before, now);
  return text;
}

// "4 bytes on the stack of main" → "`count` (4 bytes on the stack of main)"
std::string ReportNames::with_race_name(const std::string& message) const {
  const void* const address = machine_.race().address;
  const std::string name = address == nullptr ? "" : place(address);
  if (name.empty()) return message;
  const std::string bytes = bytes_text(machine_.race().size);
  std::string text = message;
  const auto found = found_locals_.find(reinterpret_cast<std::uintptr_t>(address));
  if (found != found_locals_.end()) {
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
