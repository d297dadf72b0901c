// SPDX-License-Identifier: MIT
// An operation that was performed, with its result. The log of an execution is a sequence of
// events, and strategies, reports, hashes and replays read nothing else.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// Whether a thread may be in a loop that waits by spinning there, as far as is known by then
// (docs/algorithms/spin_loops.md).
enum class SpinKind : std::uint8_t {
  kNotSpinning,
  kOneStep,       // one step may return to an equal state, if the object is unchanged
  kSeveralSteps,  // several steps may
};

struct Event {
  Operation operation;
  ThreadId thread{};
  Mode mode = Mode::kRead;
  Misuse misuse = Misuse::kNone;
  bool failed : 1 = false;    // a try that did not succeed
  bool eager : 1 = false;     // no choice was made here
  bool preempts : 1 = false;  // another thread was enabled and would have run by default
  SpinKind spin_kind = SpinKind::kNotSpinning;
  std::uint16_t way = 0;    // the number of the outcome; 0 is the default
  std::uint32_t index = 0;  // among the events of its thread
  std::uint32_t label = 0;  // of the data choice
  Word result = 0;
  std::uint32_t version_before = kNone;  // the version that it read, an index into the log
  std::uint32_t version_after = kNone;   // the version that it wrote, if any
  std::uint32_t cause = kNone;           // the event that enabled it
  std::uint16_t alternatives = 1;        // how many alternatives there were
  std::uint16_t chosen = 0;              // which of them; 0 is the default
};
static_assert(sizeof(Event) == 64, "a cache line");

// One version of an object, in the order of creation: its State without the set of threads, which
// few versions have and which the log stores separately (Execution::state_at).
struct Version {
  static constexpr std::uint32_t kMaxThreadSets = 0x7fffffffu;

  Word value = 0;
  Word extra = 0;
  std::uint32_t threads : 31 = 0;  // the index of the set in the log; 0: empty
  std::uint32_t destroyed : 1 = 0;
  ObjectId object{};
  std::uint32_t writer = kNone;    // the event; kNone for the first version
  std::uint32_t previous = kNone;  // the object's previous version
};
static_assert(sizeof(Version) == 32, "two to a cache line");

// Whether the events are equal: same thread, operation and outcome.
[[nodiscard]] bool same_event(const Event& a, const Event& b);

// Of the events in this order: equal for equal sequences, independent of addresses of objects.
[[nodiscard]] Fingerprint fingerprint_of(std::span<const Event> events);

}  // namespace mcheck
