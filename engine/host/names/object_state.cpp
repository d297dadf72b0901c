// SPDX-License-Identifier: MIT
#include "engine/host/names/object_state.hpp"

#include "engine/host/names/value_text.hpp"

namespace mcheck {
namespace {

std::string names_of(const Execution& execution, const ThreadSet& threads) {
  std::string text;
  for (unsigned i = 0; i < threads.size(); ++i) {
    text += (i == 0 ? "" : ", ") + execution.thread_text(threads.at(i));
  }
  return text;
}

std::string waiting_text(const Execution& execution, const ThreadSet& threads) {
  if (threads.empty()) return "";
  return names_of(execution, threads) + (threads.size() == 1 ? " waits" : " wait");
}

std::string lock_text(const Execution& execution, const State& state) {
  if (!state.threads.empty()) return "shared by " + names_of(execution, state.threads);
  if (state.value == 0) return "free";
  return "held by " + execution.thread_text(ThreadId(state.value - 1)) +
         (state.extra > 1 ? ", " + std::to_string(state.extra) + " times" : "");
}

// The lower half holds the number of participants (ObjectKind::kBarrier).
std::string barrier_text(const State& state) {
  const Word participants = state.extra & 0xffffffffu;
  return std::to_string(participants - state.value) + " of " + std::to_string(participants) +
         " arrived";
}

std::string memory_text(const Execution& execution, const ObjectRecord& object, const State& state,
                        AddressNames& addresses) {
  if (object.is_bytes || state.extra == kUnwritten) return "";
  const std::string waits = waiting_text(execution, state.threads);
  return word_text(state.value, object.bytes, addresses) + (waits.empty() ? "" : ", " + waits);
}

std::string text_of(const Execution& execution, const ObjectRecord& object, const State& state,
                    AddressNames& addresses) {
  if (state.destroyed) return "destroyed";
  switch (object.kind) {
    case ObjectKind::kNone: return "";
    case ObjectKind::kMutex:
    case ObjectKind::kSharedMutex: return lock_text(execution, state);
    case ObjectKind::kCondition:
      return state.threads.empty() ? "no thread waits" : waiting_text(execution, state.threads);
    case ObjectKind::kSemaphore:
      return std::to_string(state.value) + (state.value == 1 ? " permit" : " permits");
    case ObjectKind::kLatch:
      return state.value == 0 ? "open" : std::to_string(state.value) + " still expected";
    case ObjectKind::kBarrier: return barrier_text(state);
    case ObjectKind::kOrderedEvent:
    case ObjectKind::kGate:
      return state.value == 0   ? "not opened"
             : state.value == 1 ? "opened once"
                                : "opened " + std::to_string(state.value) + " times";
    case ObjectKind::kAtomic:
    case ObjectKind::kData: return memory_text(execution, object, state, addresses);
    case ObjectKind::kCall: return "";
    case ObjectKind::kOnce:
      return state.value == 0 ? "not yet run" : state.value == 1 ? "running" : "done";
    case ObjectKind::kEvent: return state.value == 0 ? "not ready" : "ready";
    case ObjectKind::kSection:
      return state.value == 0 ? "none" : "of " + execution.thread_text(ThreadId(state.value - 1));
  }
  return "";
}

}  // namespace

std::optional<NewerVersions> newer_versions(const Execution& execution, const Event& event) {
  if (execution.weak_memory() == nullptr || event.version_before == kNone) return std::nullopt;
  const std::span<const Version> versions = execution.versions();
  const std::uint32_t own =
      event.version_after != kNone ? event.version_after : event.version_before;
  const auto number = static_cast<std::uint32_t>(&event - execution.events().data());
  std::optional<NewerVersions> newer;
  for (std::uint32_t version = execution.version_of(event.operation.object); version != own;
       version = versions[version].previous) {
    if (version == kNone) return std::nullopt;  // of an object that has ended
    if (versions[version].writer == kNone || versions[version].writer >= number) continue;
    if (!newer) newer = {.newest = version, .next = version};
    newer->next = version;
  }
  return newer;
}

std::string state_text(const Execution& execution, const Event& event, AddressNames& addresses) {
  const ObjectRecord* const object = execution.find_object(event.operation.object);
  std::uint32_t version = event.version_after != kNone ? event.version_after : event.version_before;
  if (object == nullptr || event.operation.object == kNoObject || version == kNone) return "";
  if (const std::optional<NewerVersions> newer = newer_versions(execution, event))
    version = newer->newest;
  return text_of(execution, *object, execution.state_at(version), addresses);
}

}  // namespace mcheck
