// SPDX-License-Identifier: MIT
// What an execution keeps of its threads, its objects and what the program said: plain data. How
// they come to be so is said in execution.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/ids.hpp"
#include "engine/trace/event.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/thread_set.hpp"

namespace mcheck {

struct ThreadRecord {
  // Stopped: it has failed, or assumed what does not hold, and the others go on without it.
  enum class Status : std::uint8_t { kNew, kReady, kFinished, kStopped };

  ThreadId id{};
  bool ended_process = false;  // finished by exit, or as main by returning
  std::uint16_t spurious = 0;  // failures for no reason so far
  std::uint32_t yields = 0;    // so far, and waits given up
  // What it wants to do, while kReady, and what begins anew with that, side by side.
  Operation pending;
  Status status = Status::kNew;
  Polling polling = Polling::kNo;
  bool may_spin = false;  // it stands where steps have led back to before
  bool spins = false;     // with this version its step would only lead back:
  std::uint32_t tried_with = kNone;
  std::uint32_t older = kNone;        // versions before this one may be tried, too
  std::uint32_t circle_from = kNone;  // since this event of its own, it has come round to where it
                                      // stands
  std::uint32_t counted = 0;          // turns that differed from the one before in a count only
  std::uint64_t counted_by = 0;       // and how
  std::uint32_t sections = 0;         // that it is in, one in the other
  std::uint32_t children = 0;
  std::uint32_t objects = 0;
  std::uint32_t events = 0;
  std::uint32_t last_event = kNone;
  std::uint32_t cause = kNone;      // what let it go on: the spawn, the notify
  std::uint32_t last_spin = kNone;  // that was found
  std::uint32_t quiet_from = 0;     // since this event of its own, all it did was to look
  bool tracked = false;             // to be looked after more closely, for as long as it is quiet
  bool leaps = false;               // so will its clock, when it goes on
  bool in_vain = false;  // quiet_from is where a wait timed out: since then it waited, too
  bool yielded = false;  // asked that others go first
  bool joined = false;   // another has waited for its end
  bool awaited = false;  // some other has been about to join it:
  bool awaited_by_several = false;
  ThreadId joiner{};        // that one, or the last of them; it may have thought better of it
  std::uint64_t drift = 0;  // what it has changed in that time, if it is tracked: the sum of it
  std::uint64_t drift_at_position = 0;
  const char* name = nullptr;  // as the program gave it

  void await_end(ThreadId other) {
    awaited_by_several |= awaited && joiner != other;
    awaited = true;
    joiner = other;
  }
};

// What was found out about a thread that polls: with this version of the object, its step as its
// nth event would lead back to where it stands.
struct Spin {
  std::uint32_t event = 0;
  std::uint32_t version = 0;
  std::uint32_t before = kNone;  // of the same thread
};

// Who an object has besides its value: more than most versions have.
struct ObjectHolders {
  ThreadSet threads;
  std::uint16_t section = 0;  // State::section

  friend bool operator==(const ObjectHolders&, const ObjectHolders&) = default;
};

// Why a thread stopped.
struct Stop {
  enum class Kind : std::uint8_t {
    kFailed,
    kFalseAssumption,  // it is blocked for ever, as a thread that is never scheduled again
    kCutOff,           // what happened is no execution of the program
  };

  ThreadId thread{};
  Kind kind = Kind::kFailed;
  std::size_t steps = 0;  // choices made until then
  Failure failure;        // if it has failed

  [[nodiscard]] bool failed() const { return kind == Kind::kFailed; }  // or reached a limit
};

// The first failure that is one of the program: none after the execution was cut off. A false
// assumption changes nothing that others see, so what they do later they could have done before.
inline const Stop* first_failure(std::span<const Stop> stops) {
  for (const Stop& stop : stops) {
    if (stop.kind != Stop::Kind::kFalseAssumption) return stop.failed() ? &stop : nullptr;
  }
  return nullptr;
}

struct ObjectRecord {
  ObjectKind kind = ObjectKind::kNone;
  bool alive = false;
  std::uint8_t bytes = 8;         // of its value; over 8, that is a number of its own (intern)
  std::uint32_t version = kNone;  // the current one
  std::uint32_t number = 0;       // among the objects of its kind, in this execution
  const void* address = nullptr;  // where the program keeps it
  bool is_bytes = false;          // so many bytes of plain memory, of one aligned eight
  const char* name = nullptr;     // as the program gave it; lives as long as the search
};

// Where the record is looked for; bytes of plain memory are known by that alone.
inline const void* known_at(const ObjectRecord& record) {
  return record.is_bytes ? nullptr : record.address;
}

// Where an access to such bytes is: an operation tells how many, and the first of the eight.
inline const void* accessed_at(const ObjectRecord& record, const Operation& operation) {
  const auto at = reinterpret_cast<std::uintptr_t>(record.address);
  return reinterpret_cast<const void*>((at & ~std::uintptr_t{7}) + operation.b);
}

// For how many bytes it stands, whatever they are; 0: it is the object that begins there.
inline std::size_t extent_of(const ObjectRecord& record) {
  return record.is_bytes ? record.bytes : 0;
}

// The newest object that was registered at an address, and how many there have been.
struct Located {
  ObjectId newest = kNoObject;
  std::uint32_t count = 0;
};

// The beginning or end of one.
struct ObjectChange {
  ObjectId id{};
  ObjectRecord before;
  const void* address = nullptr;  // of one that was registered
  Located there_before;
};

// What the program said of itself: a value by name. The last one of a name counts.
struct Note {
  const char* name = nullptr;  // lives as long as the search
  std::int64_t value = 0;
};

}  // namespace mcheck
