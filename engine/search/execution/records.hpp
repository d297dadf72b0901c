// SPDX-License-Identifier: MIT
// What an execution keeps about threads, objects and notes: plain data. Execution (execution.hpp)
// maintains it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/ids.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/semantics/event.hpp"
#include "engine/trace/semantics/thread_set.hpp"

namespace mcheck {

struct ThreadRecord {
  // kStopped: it has failed, or its assumption is false; the others continue without it.
  enum class Status : std::uint8_t { kNew, kReady, kFinished, kStopped };

  [[nodiscard]] bool is_unfinished() const {
    return status == Status::kReady || status == Status::kNew;
  }

  ThreadId id{};
  bool ended_process = false;  // by exit, or by returning from main
  std::uint16_t spurious = 0;  // failures for no reason so far
  std::uint32_t yields = 0;    // so far, waits that gave up included
  // The announced operation while kReady. The fields beside it are reset with each announcement.
  Operation pending;
  Status status = Status::kNew;
  SpinKind spin_kind = SpinKind::kNotSpinning;
  bool may_spin = false;  // steps from this place have led back to it before
  bool spins = false;     // with this version the step would lead back:
  std::uint32_t tried_version = kNone;
  std::uint32_t try_versions_before = kNone;  // versions before this one are to be tried, too
  std::uint32_t loop_from =
      kNone;                     // since this event of its own, it has looped back to where it is
  std::uint32_t counted = 0;     // iterations that differed from the one before by a count only
  std::uint64_t counted_by = 0;  // and the pattern of that difference
  std::uint32_t sections = 0;    // atomic sections that it is in, nested
  std::uint32_t children = 0;
  std::uint32_t objects = 0;
  std::uint32_t events = 0;
  std::uint32_t last_event = kNone;
  std::uint32_t cause = kNone;         // the event that enabled it: a spawn or a notify
  std::uint32_t last_spin = kNone;     // the last one found
  std::uint32_t effect_free_from = 0;  // since this event of its own, it has only read
  bool tracked = false;                // compare more closely for as long as it only reads
  bool advances_clock = false;         // its clock will jump ahead when it continues
  bool futile_wait =
      false;             // effect_free_from is a wait that timed out; since then it has waited, too
  bool yielded = false;  // asked that others run first
  bool joined = false;   // another thread has waited for its end
  std::uint16_t equals = 0;  // threads with the same number started equal; 0: none did
  bool awaited = false;      // another thread has announced to join it:
  bool awaited_by_several = false;
  ThreadId joiner{};             // that thread, or the last of them; it may no longer wait
  std::uint64_t change_sum = 0;  // sum of what it has changed since then, if tracked
  std::uint64_t change_sum_at_position = 0;
  const char* name = nullptr;  // as the program gave it

  // The field that depends on the object is set by Execution.
  void announce(const Operation& operation, bool may_spin_here) {
    status = Status::kReady;
    pending = operation;
    may_spin = may_spin_here;
    spin_kind = SpinKind::kNotSpinning;
    spins = false;
    tried_version = kNone;
    loop_from = kNone;
  }
  void note_effect() {
    effect_free_from = events;
    tracked = false;
    advances_clock = false;
    futile_wait = false;
    change_sum = 0;
  }
  void await_end(ThreadId other) {
    awaited_by_several |= awaited && joiner != other;
    awaited = true;
    joiner = other;
  }
};

// A finding about a thread that may spin: whether with this version of the object the step that
// would be its nth event leads back to where the thread stands.
struct Spin {
  std::uint32_t event = 0;
  std::uint32_t version = 0;
  std::uint32_t before = kNone;  // of the same thread
  bool leads_back = true;        // otherwise it was tried, and does not
};

// The threads that an object has besides its value. Most versions have none.
struct ObjectHolders {
  ThreadSet threads;
  std::uint16_t section = 0;  // State::section

  friend bool operator==(const ObjectHolders&, const ObjectHolders&) = default;
};

// Why a thread stopped.
struct Stop {
  enum class Kind : std::uint8_t {
    kFailed,
    kFalseAssumption,  // the thread is blocked for ever, as if never scheduled again
    kCutOff,           // what happened is not an execution of the program
  };

  ThreadId thread{};
  Kind kind = Kind::kFailed;
  std::size_t steps = 0;  // choices made before it
  Failure failure;        // if it failed

  [[nodiscard]] bool failed() const { return kind == Kind::kFailed; }  // or reached a limit
};

// The first failure of the program itself: none after the execution was cut off. A false assumption
// changes nothing that other threads see, so what they do later they could have done before it.
inline const Stop* first_failure(std::span<const Stop> stops) {
  for (const Stop& stop : stops) {
    if (stop.kind != Stop::Kind::kFalseAssumption) return stop.failed() ? &stop : nullptr;
  }
  return nullptr;
}

struct ObjectRecord {
  ObjectKind kind = ObjectKind::kNone;
  bool alive = false;
  std::uint8_t bytes = 8;         // of its value; over 8: the id of an interned value
  std::uint32_t version = kNone;  // the current one
  std::uint32_t number = 0;       // among the objects of its kind, in this execution
  const void* address = nullptr;  // where the program has it
  bool is_bytes = false;          // `bytes` bytes of plain memory within one granule
  const char* name = nullptr;     // as the program gave it; lives as long as the search
};

// The address to find the record by. Bytes of plain memory are found by their id only.
inline const void* lookup_address(const ObjectRecord& record) {
  return record.is_bytes ? nullptr : record.address;
}

// The address of an access to such bytes. The operation has their number, and the first byte's
// offset in the granule.
inline const void* accessed_at(const ObjectRecord& record, const Operation& operation) {
  const auto at = reinterpret_cast<std::uintptr_t>(record.address);
  return reinterpret_cast<const void*>((at & ~std::uintptr_t{7}) + operation.b);
}

// How many bytes the object consists of; 0: it is the object that begins at the address.
inline std::size_t extent_of(const ObjectRecord& record) {
  return record.is_bytes ? record.bytes : 0;
}

// The newest object that was registered at an address, and how many there have been.
struct ObjectsAtAddress {
  ObjectId newest = kNoObject;
  std::uint32_t count = 0;
};

// An object began or ended.
struct ObjectChange {
  ObjectId id{};
  ObjectRecord before;
  const void* address = nullptr;  // of an object that was registered
  ObjectsAtAddress there_before;
};

// A named value that the program noted. The last one of a name counts.
struct Note {
  const char* name = nullptr;  // lives as long as the search
  std::int64_t value = 0;
};

}  // namespace mcheck
