// SPDX-License-Identifier: MIT
#include "engine/host/told_names.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/host/variables.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/globals.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

// The first steps of a long execution are enough.
constexpr std::size_t kMostLooks = 5'000;

MCHECK_HOST_STATE const ToldNames* the_names = nullptr;

bool on_stack(std::uintptr_t address) {
  return in_world(reinterpret_cast<const void*>(address)) &&
         (address - kWorldBase) % kPlaceBytes < kStackEnd;
}

std::uintptr_t number_of_place(std::uintptr_t address) {
  return (address - kWorldBase) / kPlaceBytes;
}

}  // namespace

ToldNames::Remembered& ToldNames::remembered() {
  MCHECK_HOST_STATE static Remembered* last = nullptr;
  if (last == nullptr) last = new Remembered;
  return *last;
}

ToldNames::ToldNames(const Execution& execution, const Machine& machine, After after)
    : execution_(execution), machine_(machine), events_(kMaxThreads) {
  if (after == After::kNothing) remembered() = {};
  numbers_ = remembered().numbers;
  if (!unmodified()) return;  // otherwise objects without a name are called by their kind
  look_at_events();
  look_at_end();
  tell_apart();
  if (!machine.is_isolated()) look_at_memory();  // otherwise another process had it
  number_things();
  std::vector<std::pair<ObjectId, std::string>> before;
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    if (object == nullptr || object->name != nullptr || object->kind == ObjectKind::kNone) continue;
    const std::string now = place(object->address, extent_of(*object));
    if (now.empty()) continue;
    remembered().places.try_emplace({object->address, extent_of(*object)}, now);
    before.emplace_back(ObjectId{i}, "`" + execution.object_text(ObjectId{i}) + "`");
  }
  the_names = this;
  for (const auto& [object, text] : before) {
    instead_.emplace_back(text, "`" + execution.object_text(object) + "`");
  }
}

ToldNames::~ToldNames() {
  the_names = nullptr;
  remembered().numbers = numbers_;
  remembered().things.merge(things_);
}

const ToldNames* ToldNames::current() { return the_names; }

void ToldNames::look_at_events() {
  for (const Event& event : execution_.events()) {
    const ObjectRecord* const object = execution_.find_object(event.operation.object);
    if (object != nullptr && event.operation.object != kNoObject) look(object->address);
    if (object != nullptr && object->is_bytes) look(accessed_at(*object, event.operation));
    ++events_[index(event.thread)];
  }
}

// The objects of pending operations, and of a race.
void ToldNames::look_at_end() {
  for (const ThreadRecord& record : execution_.threads()) {
    const ObjectRecord* const object = execution_.find_object(record.pending.object);
    if (object != nullptr && record.pending.object != kNoObject) look(object->address);
  }
  const void* const raced = machine_.race().address;
  if (raced == nullptr) return;
  look(raced);
  const ThreadId running = machine_.race().now.thread;
  look_in(machine_.failure_frames(), running, reinterpret_cast<std::uintptr_t>(raced));
}

// The local of a running thread is also in the frames that the thread has at its next operation.
void ToldNames::look(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!on_stack(at)) return;
  for (const ThreadRecord& record : execution_.threads()) {
    look_in(machine_.frames_of(record.id, events_[index(record.id)]), record.id, at);
  }
}

void ToldNames::look_in(const CallFrames& frames, ThreadId owner, std::uintptr_t address) {
  if (frames.ends.empty() || looked_.size() > kMostLooks) return;
  if (!on_stack(frames.ends[0]) || number_of_place(frames.ends[0]) != number_of_place(address)) {
    return;
  }
  if (!looked_.insert({&frames, address}).second) return;
  const auto outer = std::ranges::upper_bound(frames.ends, address);
  if (outer == frames.ends.begin() || outer == frames.ends.end()) return;
  const auto nth = static_cast<std::size_t>(outer - frames.ends.begin()) - 1;
  const auto* const call = reinterpret_cast<const void*>(frames.calls[nth]);
  DebugInformation* const information = debug_information_at(call);
  if (information == nullptr) return;
  const DebugFrame frame{.place = place_in_object(call), .low = frames.ends[nth], .high = *outer};
  const std::optional<DebugLocal> local = information->local_at(frame, address);
  if (!local) return;
  add(address, {.name = local->name,
                .owner = owner,
                .begin = local->begin,
                .type = local->type,
                .information = information,
                .frame = frame.high});
}

void ToldNames::add(std::uintptr_t address, const Found& found) {
  const auto [entry, is_new] = found_.try_emplace(address, found);
  Found& known = entry->second;
  known.certain &= known.name == found.name && known.begin == found.begin &&
                   known.type == found.type && known.frame == found.frame;
}

// Locals of the same name are distinguished by their threads, if these differ; otherwise they get
// no name.
void ToldNames::tell_apart() {
  std::map<std::string, std::set<std::uintptr_t>> same;
  std::map<std::string, std::set<std::uintptr_t>> still_same;
  const auto with_owner = [&](const Found& found) {
    return found.name + " of " + execution_.thread_text(found.owner);
  };
  for (const auto& [address, found] : found_) {
    if (!found.certain) continue;
    same[found.name].insert(found.begin);
    still_same[with_owner(found)].insert(found.begin);
  }
  for (const auto& [address, found] : found_) {
    if (!found.certain) continue;
    if (same[found.name].size() == 1) names_[found.begin] = found.name;
    if (same[found.name].size() == 1) continue;
    const std::string longer = with_owner(found);
    if (still_same[longer].size() == 1) names_[found.begin] = longer;
  }
}

std::string ToldNames::place(const void* address, std::size_t bytes) const {
  const std::string own = own_place(address, bytes);
  if (!own.empty()) return own;
  const auto last = remembered().places.find({address, bytes});
  return last == remembered().places.end() ? "" : last->second;
}

std::string ToldNames::own_place(const void* address, std::size_t bytes) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!on_stack(at)) return place_in_heap(at, bytes);
  const auto found = found_.find(at);
  if (found == found_.end() || !found->second.certain) return "";
  const auto name = names_.find(found->second.begin);
  if (name == names_.end()) return "";
  DebugTypes& types = found->second.information->types();
  const DebugSpan span{found->second.type, at - found->second.begin, bytes};
  return name->second + members_text(types, span);
}

}  // namespace mcheck
