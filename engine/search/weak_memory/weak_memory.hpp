// SPDX-License-Identifier: MIT
// The memory model of C++20 as choices: RC11 [LVKHD17] with the release sequences of C++20.
//
// A load or a read-modify-write may read any version of its atomic, and a store may be placed
// anywhere in the modification order, as long as the execution stays consistent. Each such *way* is
// a data choice of the thread: how many newer versions there are, and whether a weak
// compare-exchange fails for no reason. Way 0 acts on the newest version, as under sequential
// consistency.
//
//   coherence   nothing that happens before the access has written or read a newer version
//   atomicity   nothing comes between the version that a read-modify-write read and its own
//   psc         seq_cst operations have one order (engine/trace/order/sequential_order.hpp)
//   porf        a version exists before it is read: no thin air, and no load buffering
//
// Since an event is added to what has happened, it precedes nothing, and so the newest version is
// always a consistent way. Program memory holds the newest version. All other objects act on their
// newest state, and so do atomics that threads wait for (waited_atomics.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/search/weak_memory/sequential_clocks.hpp"
#include "engine/search/weak_memory/waited_atomics.hpp"
#include "engine/trace/order/synchronization.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class Execution;
struct Alternative;
struct ObjectRecord;
struct ThreadRecord;

// How many versions of the object are newer than the one read, or than the one written.
[[nodiscard]] constexpr std::uint32_t distance_of(std::uint32_t way) { return way >> 1; }
// The outcome among those that the operation has on the version read.
[[nodiscard]] constexpr std::uint32_t outcome_of_way(std::uint32_t way) { return way & 1; }
[[nodiscard]] constexpr std::uint32_t weak_way(std::uint32_t distance, std::uint32_t outcome) {
  return distance << 1 | outcome;
}

// Accesses of this memory of the C++ library act on the newest version, too: it counts the threads
// that wait for an atomic, and a notification that reads an old count would be lost.
void act_on_newest_versions_in(const void* begin, std::size_t size);
[[nodiscard]] bool acts_on_newest_version(const void* address);

// Whether threads wait for the operation's object, if that is an atomic.
[[nodiscard]] bool waits_or_notifies(Kind kind);
// What WaitedAtomics know the object by: tables of programs have no addresses.
[[nodiscard]] const void* waited_atomic_key(ObjectId id, const ObjectRecord& object);
// Whether the model decides on the operation, unless threads wait for its object.
[[nodiscard]] bool may_act_on_older_version(const Operation& operation, const ObjectRecord& object);

class WeakMemory {
 public:
  explicit WeakMemory(const Execution& execution) : execution_(execution) {}

  // Whether the operation is an access that the model decides on; and whether it is one in the
  // current state of its object.
  [[nodiscard]] bool is_weak(const Operation& operation) const;
  [[nodiscard]] bool covers(const Operation& operation) const;
  // The ways of the thread's pending operation, the newest first. REQUIRES: covers() it.
  // Valid until the next call.
  [[nodiscard]] std::span<const std::uint32_t> ways(const ThreadRecord& record);
  // The version that an operation with that way reads, or follows.
  [[nodiscard]] std::uint32_t version_for(const Operation& operation, std::uint32_t way) const;

  // Brings the orders below up to date with the log.
  void follow();
  [[nodiscard]] const Synchronization& synchronization() const { return synchronization_; }
  [[nodiscard]] const SequentialClocks& sequential_clocks() const { return sequential_clocks_; }
  // How many seq_cst accesses and fences there are; and whether any are weaker, or are fences: if
  // not, there is sequential consistency and nothing else.
  [[nodiscard]] std::size_t seq_cst_events() const { return seq_cst_.size(); }
  [[nodiscard]] bool has_only_seq_cst() const { return weaker_.empty(); }

  // The log was cut.
  void cut(std::size_t events);
  void note_announced(const Operation& operation);
  [[nodiscard]] WaitedAtomics& waited() { return waited_; }
  [[nodiscard]] const WaitedAtomics& waited() const { return waited_; }

 private:
  [[nodiscard]] bool is_known(std::uint32_t version, Synchronization::Clock clock) const;
  [[nodiscard]] bool is_update(std::uint32_t version) const;
  // The version that a step would read or follow, and the next newer one.
  struct Neighbours {
    std::uint32_t version = kNone;
    std::uint32_t overwriter = kNone;
  };
  [[nodiscard]] bool is_consistent(const ThreadRecord& record, const Neighbours& versions,
                                   std::uint32_t outcome);
  [[nodiscard]] bool precedes_next(std::uint32_t version, ThreadId thread) const;

  const Execution& execution_;
  Synchronization synchronization_{Synchronization::Gates::kOrderMemory};
  SequentialClocks sequential_clocks_;
  std::vector<std::uint32_t> last_reader_;    // by version
  std::vector<std::uint32_t> reader_before_;  // by event: the previous reader of its version
  std::vector<std::uint32_t> seq_cst_;        // events, in order
  std::vector<std::uint32_t> weaker_;         // other accesses, and fences of any order
  std::vector<std::uint32_t> ways_;
  WaitedAtomics waited_;
};

// Whether all that is left are threads that spin with the newest version and could read older ones.
// If none of them does, they spin for ever.
[[nodiscard]] bool only_older_versions(const Execution& execution,
                                       std::span<const Alternative> alternatives);

// By version: its place in the modification order of its object. Between two neighbours there is
// room for one more.
void places_in_modification_order(const Execution& execution, std::vector<std::uint32_t>& places);

}  // namespace mcheck
