// SPDX-License-Identifier: MIT
// Collects conflicts: all pairs of plain accesses of different threads to one byte, at least one a
// write, which nothing orders. Whereas races.hpp ends at the first of them and drops what a later
// access subsumes, this continues and distinguishes accesses by call stack.
//
// Held        A thread that is held at its next operation has released nothing yet: what it did
//             since its last operation happens before nothing. So to hold a thread *behind* an
//             access is as good as to hold it right before it: another thread that accesses the
//             bytes is in conflict with it (dpor/sampling/conflict_traps.hpp), and no access needs
//             to be a scheduling point.
// Kept        for each byte the newest access of each thread, call stack and kind. An access that
//             conflicts with an older equal one conflicts with the newer one, too. What another
//             thread did before a write, and happens before it, is dropped: an access that
//             conflicts with it conflicts with the write, and in another execution with both.
// Silent      Two writes are no conflict if the second leaves the bytes as they were: both write
//             the same value. That is found when the thread next calls a hook, or stops.
// Freed       What follows a use of freed memory is meaningless: the execution ends there.
// Objects     If a place in the library is known to change an object as a whole (reported between
//             executions, from debug information), all bytes of the object count as written.
// Costs       a walk up the stack and a list of a few accesses, 50 to 100 ns an access.
// Oracle      tests/runtime/data_races/conflicts_test.cpp: all pairs of a list of all accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/conflicts/call_stacks.hpp"
#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/search/strategy/conflict_source.hpp"

namespace mcheck {

enum AccessKind : std::uint8_t {
  kPlainRead = 0,
  kAccessWrites = 1,
  kAccessAtomic = 2,
  kAccessFrees = 4,
  kAccessLocked = 16,     // under a lock that the library takes for this one call
  kAccessStream = 32,     // of a stream, by a call of the C library
  kAccessObject = 8,      // of an object as a whole, by one of its methods
  kAccessAnnotated = 64,  // the same, by annotation of the method
};

// Two unordered accesses, the first found for this pair of stacks.
struct Conflict {
  struct Side {
    StackId stack = 0;
    ThreadId thread{};
    std::uint8_t kind = kPlainRead;
  };
  Side before;
  Side now;
  std::uintptr_t address = 0;
  std::uint32_t id = 0;  // of both stacks, for as long as the process lives
};

class Conflicts final : public ConflictSource {
 public:
  enum class AccessOutcome : std::uint8_t { kContinue, kUseAfterFree, kReached };

  Conflicts();

  // Nothing has happened in this execution.
  void begin();
  // Like Races::enter.
  void enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock);
  // The thread stops. True: it has reached the conflict to stop at.
  bool leave();

  // An access that is about to happen; an atomic one is the thread's last event. `direct`: by an
  // instruction at the caller, and not by a function that it calls.
  [[nodiscard]] AccessOutcome access(std::uintptr_t address, std::size_t size, std::uint8_t kind,
                                     const void* caller, bool direct);
  // The memory is new.
  void allocated(std::uintptr_t address, std::size_t size);

  // Where eight bytes were written that may belong to a larger object: return addresses, each once.
  [[nodiscard]] Backtrace take_new_writers();
  // A write there counts for an object that begins and ends this many bytes from it.
  void widen(std::uintptr_t writer, unsigned before, unsigned after);

  // The execution ends at the conflict with this id; 0: at none.
  void stop_at(std::uint32_t id) { stop_at_ = id; }
  [[nodiscard]] const std::optional<Conflict>& reached() const { return reached_; }

  // Methods that are annotated (<mcheck/conflicts.hpp>), by an address in them.
  struct Annotated {
    std::uintptr_t place = 0;
    bool writes = false;
  };
  [[nodiscard]] std::span<const Annotated> annotated() const { return annotated_; }

  // In this execution, each pair of stacks once.
  [[nodiscard]] std::span<const Conflict> found() const { return found_; }
  [[nodiscard]] const Backtrace& frames(StackId stack) const { return stacks_.frames(stack); }
  // Pairs of writes that were no conflict because both wrote the same value.
  [[nodiscard]] bool has_silent_writes() const { return has_silent_writes_; }

  [[nodiscard]] std::span<const ObservedConflict> observed_conflicts() const override {
    return observed_conflicts_;
  }
  [[nodiscard]] std::span<const WatchedAccess> watched_accesses() const override {
    return watched_accesses_;
  }
  void watch(StackId stack, bool on) override;

  // --- isolated executions (isolation/isolated_executor.hpp) -------------------------------------
  // Since the last call of pack_new(). What follows may end the process.
  [[nodiscard]] bool has_new_conflicts() const { return found_.size() > reported_.found; }
  // What is new since the last call; no value: nothing.
  [[nodiscard]] std::optional<Packed> pack_new();
  void merge(Packed& packed);

 private:
  struct Record {
    std::uint32_t next = 0;
    std::uint32_t epoch = 0;
    std::uint32_t step = 0;
    StackId stack = 0;
    std::uint16_t thread = 0;
    std::uint8_t bytes = 0;
    std::uint8_t kind = 0;
  };
  // Two unordered writes: a conflict if the bytes differ at the next check.
  struct PendingConflict {
    Conflict conflict;
    std::uint64_t value = 0;
    std::uint8_t bytes = 0;
  };
  static constexpr unsigned kPageBits = 16;
  static constexpr std::size_t kHeads = std::size_t{1} << (kPageBits - 3);

  struct Widening {
    unsigned before = 0;
    unsigned after = 0;
  };

  void examine_range(std::uintptr_t address, std::size_t size, Record mine);
  void examine_object(std::uintptr_t address, Record mine);
  void add_annotated(std::uintptr_t place, bool writes);
  std::uint32_t* head_of(std::uintptr_t granule, bool make);
  void examine(std::uintptr_t granule, Record mine);
  [[nodiscard]] bool subsumes(const Record& write, const Record& other) const;
  void add_pair(const Record& before, const Record& now, std::uintptr_t granule);
  void add_conflict(const Conflict& conflict);
  void settle_pending_conflicts();
  [[nodiscard]] bool ordered(const Record& before) const {
    return before.thread < clock_.size() && before.epoch <= clock_[before.thread];
  }
  [[nodiscard]] std::uint32_t id_of(StackId one, StackId other) const;

  ThreadId thread_{};
  std::uint32_t epoch_ = 0;
  std::uint32_t step_ = 0;
  std::span<const std::uint32_t> clock_;
  bool use_after_free_ = false;
  bool has_silent_writes_ = false;
  std::uint32_t stop_at_ = 0;
  std::optional<Conflict> reached_;

  CallStacks stacks_;
  std::unordered_map<std::uintptr_t, Widening> widenings_;  // nothing to widen: 0 and 0
  Backtrace new_writers_;
  std::vector<Annotated> annotated_;
  std::unordered_map<std::uintptr_t, std::vector<std::uint32_t>> pages_;
  std::uintptr_t last_page_ = ~std::uintptr_t{0};
  std::uint32_t* last_heads_ = nullptr;
  std::vector<std::uint32_t*> used_;  // heads that are not 0
  std::vector<Record> records_ = std::vector<Record>(1);
  std::vector<PendingConflict> pending_conflicts_;

  std::vector<Conflict> found_;
  std::unordered_set<std::uint64_t> found_pairs_;
  std::unordered_set<std::uint64_t> seen_pairs_;  // in any execution
  std::vector<std::uint64_t> recent_pairs_;       // some of them, by hash: a cache
  std::vector<ObservedConflict> observed_conflicts_;
  std::vector<WatchedAccess> watched_accesses_;
  std::unordered_set<StackId> watched_;
  struct Reported {
    std::size_t stacks = 0, found = 0, observed_conflicts = 0, watched_accesses = 0, writers = 0,
                annotated = 0;
  } reported_;
};

// The collector, while a thread of a program runs that is searched for conflicts; null otherwise.
MCHECK_HOST_STATE extern Conflicts* active_conflicts;

}  // namespace mcheck
