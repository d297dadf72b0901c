// SPDX-License-Identifier: MIT
// An operation that happened. The run log is a sequence of these, and it is the only thing that
// strategies, reports, hashes and replays read.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/semantics.hpp"

namespace mcheck {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// How a thread that stands somewhere may wait there by polling, as far as is known by then
// (docs/algorithms/spin_loops.md).
enum class Polling : std::uint8_t {
  kNo,
  kTurns,    // one step may lead back, if the object is as it was
  kCircles,  // several may
};

struct Event {
  Operation operation;
  ThreadId thread{};
  Mode mode = Mode::kRead;
  Misuse misuse = Misuse::kNone;
  bool failed : 1 = false;  // a try that did not succeed
  bool eager : 1 = false;   // no choice was made here
  bool preempts : 1 =
      false;  // another thread could have gone on, and would have, but for the choice
  Polling polling = Polling::kNo;
  std::uint16_t way = 0;    // which outcome of its operation; 0 is the default
  std::uint32_t index = 0;  // among the events of its thread
  std::uint32_t label = 0;  // of the data choice
  Word result = 0;
  std::uint32_t version_before = kNone;  // what it read: an index into the log's versions
  std::uint32_t version_after = kNone;   // what it wrote, if it did
  std::uint32_t cause = kNone;           // the event that let it go on
  std::uint16_t alternatives = 1;        // how many ways to go on there were
  std::uint16_t chosen = 0;              // which of them; 0 is the default
};
static_assert(sizeof(Event) == 64, "a cache line");

// One version of an object, in the order in which versions came to be: its State, but for the
// threads, which few versions have and the log keeps beside (Execution::state_at).
struct Version {
  static constexpr std::uint32_t kMostSets = 0x7fffffffu;

  Word value = 0;
  Word extra = 0;
  std::uint32_t threads : 31 = 0;  // which set of those that the log keeps; 0: none is there
  std::uint32_t destroyed : 1 = 0;
  ObjectId object{};
  std::uint32_t writer = kNone;    // the event; kNone for the first version
  std::uint32_t previous = kNone;  // the object's version before
};
static_assert(sizeof(Version) == 32, "two to a cache line");

// Whether the same thing happened: same thread, operation and outcome.
[[nodiscard]] bool same_event(const Event& a, const Event& b);

// Of the events in this order: equal for equal sequences, whatever their objects' addresses.
[[nodiscard]] Fingerprint fingerprint_of(std::span<const Event> events);

}  // namespace mcheck
