// SPDX-License-Identifier: MIT
// Collects conflicts: all pairs of plain accesses of different threads to one byte, at least one of
// which writes, and which nothing orders. Where races.hpp ends at the first of them and forgets
// what a later access stands for, this goes on and keeps every access apart that has another call
// stack.
//
// Held        A thread that has been held at its next operation has given nothing yet: whatever it
//             did since its last operation is ordered before nothing. So to hold a thread *behind*
//             an access is as good as to hold it right before it: another thread that comes by is
//             met (dpor/hunt.hpp), and no access needs to be a scheduling point.
// Kept        of each byte the newest access of each thread, call stack and kind. An older one of
//             the same is met by nobody who does not meet the newer, too. What another thread did
//             before a write, and that is ordered before it, is dropped: whoever meets that meets
//             the write, and in another execution both.
// Silent      Two writes are no conflict if the second leaves the bytes as they were: both write
//             the same. That is seen when the thread next calls a hook, or stops.
// Over        What follows a use of freed memory says nothing: the execution ends there.
// Objects     Where a place in the library is known to change an object as a whole (said between
//             executions, by who can read debug information), all its bytes count as written.
// Costs       a walk up the stack and a list of a few accesses, 50 to 100 ns an access.
// Oracle      tests/runtime/conflicts_test.cpp: all pairs of a list of all accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/call_stacks.hpp"
#include "engine/runtime/journal.hpp"
#include "engine/search/encounters.hpp"

namespace mcheck {

enum AccessKind : std::uint8_t {
  kPlainRead = 0,
  kAccessWrites = 1,
  kAccessAtomic = 2,
  kAccessFrees = 4,
  kAccessLocked = 16,  // under a lock that the library takes for this one call
  kAccessStream = 32,  // of a stream, by a call of the C library
  kAccessObject = 8,   // of an object as a whole, by one of its methods
  kAccessMarked = 64,  // the same, as the method itself says
};

// Two accesses that nothing orders, the first one that was found of its pair of stacks.
struct Meeting {
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

class Conflicts final : public Encounters {
 public:
  enum class After : std::uint8_t { kGoOn, kOver, kReached };

  Conflicts();

  // Nothing has happened in this execution.
  void begin();
  // As Races::enter.
  void enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock);
  // The thread stops. True: it has reached what one waits for.
  bool leave();

  // An access, which is about to happen; of an atomic one, it has, as the thread's last event.
  // `direct`: by an instruction that stands at the caller, and not by a function that it calls.
  [[nodiscard]] After access(std::uintptr_t address, std::size_t size, std::uint8_t kind,
                             const void* caller, bool direct);
  // The memory starts anew.
  void allocated(std::uintptr_t address, std::size_t size);

  // Where eight bytes were written of which one may know more: return addresses, each told once.
  [[nodiscard]] Backtrace take_new_writers();
  // What is written there stands for an object that begins and ends so many bytes from it.
  void widen(std::uintptr_t writer, unsigned before, unsigned after);

  // The execution ends at the meeting of that number; 0: at none.
  void wait_for(std::uint32_t id) { awaited_ = id; }
  [[nodiscard]] const std::optional<Meeting>& reached() const { return reached_; }

  // Methods that say of themselves what they do (<mcheck/conflicts.hpp>), by a place in them.
  struct Marked {
    std::uintptr_t place = 0;
    bool writes = false;
  };
  [[nodiscard]] std::span<const Marked> marked() const { return marked_; }

  // In this execution, each pair of stacks once.
  [[nodiscard]] std::span<const Meeting> found() const { return found_; }
  [[nodiscard]] const Backtrace& frames(StackId stack) const { return stacks_.frames(stack); }
  // Pairs of writes that were no conflict because both wrote the same.
  [[nodiscard]] bool excused() const { return excused_; }

  [[nodiscard]] std::span<const Encounter> met() const override { return met_; }
  [[nodiscard]] std::span<const Touch> touched() const override { return touched_; }
  void watch(StackId stack, bool on) override;

  // --- where another process runs the execution (isolated.hpp) -----------------------------------
  // Since news() was last asked for. What follows may end the process.
  [[nodiscard]] bool has_found_more() const { return found_.size() > told_.found; }
  // What is new since the last time; no value: nothing.
  [[nodiscard]] std::optional<Packed> news();
  void learn(Packed& packed);

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
  // A write that meets a write: a conflict if the bytes have changed by the next time one looks.
  struct Doubt {
    Meeting meeting;
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
  void mark(std::uintptr_t place, bool writes);
  std::uint32_t* head_of(std::uintptr_t eight, bool make);
  void examine(std::uintptr_t eight, Record mine);
  [[nodiscard]] bool stands_for(const Record& write, const Record& other) const;
  void meet(const Record& before, const Record& now, std::uintptr_t eight);
  void keep(const Meeting& meeting);
  void settle_doubts();
  [[nodiscard]] bool ordered(const Record& before) const {
    return before.thread < clock_.size() && before.epoch <= clock_[before.thread];
  }
  [[nodiscard]] std::uint32_t id_of(StackId one, StackId other) const;

  ThreadId thread_{};
  std::uint32_t epoch_ = 0;
  std::uint32_t step_ = 0;
  std::span<const std::uint32_t> clock_;
  bool over_ = false;
  bool excused_ = false;
  std::uint32_t awaited_ = 0;
  std::optional<Meeting> reached_;

  CallStacks stacks_;
  std::unordered_map<std::uintptr_t, Widening> widenings_;  // nothing to widen: 0 and 0
  Backtrace new_writers_;
  std::vector<Marked> marked_;
  std::unordered_map<std::uintptr_t, std::vector<std::uint32_t>> pages_;
  std::uintptr_t last_page_ = ~std::uintptr_t{0};
  std::uint32_t* last_heads_ = nullptr;
  std::vector<std::uint32_t*> used_;  // heads that are not 0
  std::vector<Record> records_ = std::vector<Record>(1);
  std::vector<Doubt> doubts_;

  std::vector<Meeting> found_;
  std::unordered_set<std::uint64_t> found_pairs_;
  std::unordered_set<std::uint64_t> near_pairs_;  // ever
  std::vector<std::uint64_t> lately_;             // of these some, by hash: to be quick
  std::vector<Encounter> met_;
  std::vector<Touch> touched_;
  std::unordered_set<StackId> watched_;
  struct Told {
    std::size_t stacks = 0, found = 0, met = 0, touched = 0, writers = 0, marked = 0;
  } told_;
};

// The collector, while a thread of a program runs that is searched for conflicts; null otherwise.
MCHECK_HOST_STATE extern Conflicts* watching_conflicts;

}  // namespace mcheck
