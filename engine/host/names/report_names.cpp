// SPDX-License-Identifier: MIT
#include "engine/host/names/report_names.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

// The first steps of a long execution are enough.
constexpr std::size_t kMaxScans = 5'000;

MCHECK_HOST_STATE const ReportNames* current_names = nullptr;

bool on_stack(std::uintptr_t address) {
  return in_program_memory(reinterpret_cast<const void*>(address)) &&
         (address - kProgramMemoryBase) % kThreadRegionBytes < kStackEnd;
}

std::uintptr_t region_index(std::uintptr_t address) {
  return (address - kProgramMemoryBase) / kThreadRegionBytes;
}

}  // namespace

ReportNames::PreviousReport& ReportNames::previous_report() {
  MCHECK_HOST_STATE static PreviousReport* last = nullptr;
  if (last == nullptr) last = new PreviousReport;
  return *last;
}

ReportNames::ReportNames(const Execution& execution, const Machine& machine, Baseline baseline)
    : execution_(execution), machine_(machine), events_(kMaxThreads) {
  if (baseline == Baseline::kNothing) previous_report() = {};
  object_numbers_ = previous_report().numbers;
  if (!unmodified()) return;  // otherwise objects without a name are called by their kind
  scan_events();
  scan_end();
  disambiguate();
  if (!machine.is_isolated()) scan_memory();  // otherwise another process had it
  number_objects();
  std::vector<std::pair<ObjectId, std::string>> before;
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    if (object == nullptr || object->name != nullptr || object->kind == ObjectKind::kNone) continue;
    const std::string now = place(object->address, extent_of(*object));
    if (now.empty()) continue;
    previous_report().places.try_emplace({object->address, extent_of(*object)}, now);
    before.emplace_back(ObjectId{i}, "`" + execution.object_text(ObjectId{i}) + "`");
  }
  current_names = this;
  for (const auto& [object, text] : before) {
    replacements_.emplace_back(text, "`" + execution.object_text(object) + "`");
  }
}

ReportNames::~ReportNames() {
  current_names = nullptr;
  previous_report().numbers = object_numbers_;
  previous_report().objects.merge(objects_);
}

const ReportNames* ReportNames::current() { return current_names; }

void ReportNames::scan_events() {
  for (const Event& event : execution_.events()) {
    const ObjectRecord* const object = execution_.find_object(event.operation.object);
    if (object != nullptr && event.operation.object != kNoObject) scan_address(object->address);
    if (object != nullptr && object->is_bytes) scan_address(accessed_at(*object, event.operation));
    ++events_[index(event.thread)];
  }
}

// The objects of pending operations, and of a race.
void ReportNames::scan_end() {
  for (const ThreadRecord& record : execution_.threads()) {
    const ObjectRecord* const object = execution_.find_object(record.pending.object);
    if (object != nullptr && record.pending.object != kNoObject) scan_address(object->address);
  }
  const void* const race_address = machine_.race().address;
  if (race_address == nullptr) return;
  scan_address(race_address);
  const ThreadId running = machine_.race().now.thread;
  scan_frames(machine_.failure_frames(), running, reinterpret_cast<std::uintptr_t>(race_address));
}

// The local of a running thread is also in the frames that the thread has at its next operation.
void ReportNames::scan_address(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!on_stack(at)) return;
  for (const ThreadRecord& record : execution_.threads()) {
    scan_frames(machine_.frames_of(record.id, events_[index(record.id)]), record.id, at);
  }
}

void ReportNames::scan_frames(const CallFrames& frames, ThreadId owner, std::uintptr_t address) {
  if (frames.ends.empty() || scanned_.size() > kMaxScans) return;
  if (!on_stack(frames.ends[0]) || region_index(frames.ends[0]) != region_index(address)) {
    return;
  }
  if (!scanned_.insert({&frames, address}).second) return;
  const auto outer = std::ranges::upper_bound(frames.ends, address);
  if (outer == frames.ends.begin() || outer == frames.ends.end()) return;
  const auto nth = static_cast<std::size_t>(outer - frames.ends.begin()) - 1;
  const auto* const call = reinterpret_cast<const void*>(frames.calls[nth]);
  DebugInformation* const information = debug_information_at(call);
  if (information == nullptr) return;
  const DebugFrame frame{.place = offset_in_object(call), .low = frames.ends[nth], .high = *outer};
  const std::optional<DebugLocal> local = information->local_at(frame, address);
  if (!local) return;
  add(address, {.name = local->name,
                .owner = owner,
                .begin = local->begin,
                .type = local->type,
                .information = information,
                .frame = frame.high});
}

void ReportNames::add(std::uintptr_t address, const FoundLocal& found) {
  const auto [entry, is_new] = found_locals_.try_emplace(address, found);
  FoundLocal& known = entry->second;
  known.certain &= known.name == found.name && known.begin == found.begin &&
                   known.type == found.type && known.frame == found.frame;
}

// Locals of the same name are distinguished by their threads, if these differ; otherwise they get
// no name.
void ReportNames::disambiguate() {
  std::map<std::string, std::set<std::uintptr_t>> same;
  std::map<std::string, std::set<std::uintptr_t>> same_with_owner;
  const auto with_owner = [&](const FoundLocal& found) {
    return found.name + " of " + execution_.thread_text(found.owner);
  };
  for (const auto& [address, found] : found_locals_) {
    if (!found.certain) continue;
    same[found.name].insert(found.begin);
    same_with_owner[with_owner(found)].insert(found.begin);
  }
  for (const auto& [address, found] : found_locals_) {
    if (!found.certain) continue;
    if (same[found.name].size() == 1) names_[found.begin] = found.name;
    if (same[found.name].size() == 1) continue;
    const std::string longer = with_owner(found);
    if (same_with_owner[longer].size() == 1) names_[found.begin] = longer;
  }
}

std::string ReportNames::place(const void* address, std::size_t bytes) const {
  std::string own = current_name(address, bytes);
  if (!own.empty()) return own;
  const auto last = previous_report().places.find({address, bytes});
  return last == previous_report().places.end() ? "" : last->second;
}

std::string ReportNames::current_name(const void* address, std::size_t bytes) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!on_stack(at)) return heap_name(at, bytes);
  const auto found = found_locals_.find(at);
  if (found == found_locals_.end() || !found->second.certain) return "";
  const auto name = names_.find(found->second.begin);
  if (name == names_.end()) return "";
  DebugTypes& types = found->second.information->types();
  const DebugSpan span{found->second.type, at - found->second.begin, bytes};
  return name->second + members_text(types, span);
}

}  // namespace mcheck
