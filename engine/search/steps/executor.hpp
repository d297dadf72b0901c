// SPDX-License-Identifier: MIT
// What a search needs of a program: run a thread to its next operation and, where possible, take
// and restore snapshots. Coroutines implement it (engine/runtime/machine/machine.hpp), or a table
// (tests/support): a strategy cannot tell the difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/search/states/thread_names.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/semantics/event.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

class InlineScheduler;
class Execution;

// Why a thread suspended.
struct Step {
  enum class Kind : std::uint8_t { kOperation, kFinished, kFailed, kFalseAssumption, kCutOff };

  Kind kind = Kind::kFinished;
  Operation operation;  // what it wants to do next
  Failure failure;      // if it has failed
  // Of an operation that a loop can spin with (docs/algorithms/spin_loops.md):
  bool may_spin = false;     // some step from a place like this has led back to it
  bool looped_back = false;  // so has this one, since watch() was called
  SpinKind spin_kind = SpinKind::kNotSpinning;  // what steps from places like this have shown
  bool tracked = false;                         // loops go through places like this: see track()
  // Back, except for a few words of its stack: a hash of their offsets and differences. 0: not so.
  std::uint64_t counted_by = 0;
  bool ends_process = false;  // finished, and ends the process as soon as no thread is enabled
};

class Executor {
 public:
  using Snapshot = std::uint32_t;

  virtual ~Executor() = default;

  // Back to the initial state: only main exists, and it has not started. The program registers its
  // objects with the execution.
  virtual void begin(Execution& execution) = 0;

  // The execution has failed, and its state can still be examined.
  virtual void failed(const Failure&) {}

  // No deadlock was found, but others may exist that this process cannot know of.
  virtual void note_undecided() {}
  // The execution is over: it is not continued.
  virtual void end() {}

  // No thread is enabled, and nothing has failed. What is wrong with what is left, if anything.
  [[nodiscard]] virtual std::optional<Failure> failure_at_end() { return std::nullopt; }

  // `child` will run what the spawning operation named. It does not run yet.
  virtual void create(ThreadId child, const Operation& spawn) = 0;

  // Runs the thread to its next operation. The first call starts it and passes no result. The
  // returned step is valid until the next call.
  virtual const Step& resume(ThreadId thread, const Outcome& result) = 0;

  // The scheduler to call while a thread runs; null: none. An executor need not call it.
  virtual void set_inline_scheduler(InlineScheduler*) {}

  // How many spin sites are known.
  [[nodiscard]] virtual std::size_t spin_sites() const { return 0; }

  // Spinning (docs/algorithms/spin_loops.md). The thread's next step leaves its object unchanged:
  // report whether the thread is back at its current place afterwards.
  virtual void watch(ThreadId) {}
  // Whether the thread's step, with that version and outcome, would lead back to the current state:
  // its place and all memory. Afterwards everything is as before.
  virtual bool loops_back(ThreadId, const Outcome&, std::uint32_t) { return false; }
  // Loops that count their iterations. The thread has looped back twice except for a count, the
  // last time with that outcome. It runs alone until one more iteration would differ, and stops
  // before that one. Returns the number of iterations; 0: nothing has happened.
  virtual std::uint64_t run_counted_loop(ThreadId, const Outcome&, std::uint32_t) { return 0; }
  // How many sites of such loops are known.
  [[nodiscard]] virtual std::size_t counted_loop_sites() const { return 0; }
  // The thread may be at such a site. Finds out whether its next step does the same after one more
  // iteration, with an older version, as without it. False: the older one is no iteration.
  struct LoopExit {
    Outcome older;
    std::uint32_t older_version = 0;
    Outcome next;
  };
  virtual bool compare_loop_exits(ThreadId, const LoopExit&) { return true; }
  // Whether the thread's next step might as well come before that event, which wrote a version, so
  // that it can be tried with the version before: what an iteration reads is unchanged then, or
  // races.
  [[nodiscard]] virtual bool may_precede(ThreadId, const Event&) { return false; }

  // A fingerprint of the thread's local state: equal where that is equal. 0: unknown.
  [[nodiscard]] virtual std::uint64_t local(ThreadId) { return 0; }
  // The thread has looped back, as far as its stack tells. From now on local() covers all of the
  // thread's local state at places like this.
  virtual void track(ThreadId) {}
  // The thread's clock, if the executor keeps clocks; 0: it has not advanced yet.
  [[nodiscard]] virtual std::int64_t time_of(ThreadId) const { return 0; }
  // Appends a copy of what local() covers, if possible; and compares the current state with a copy.
  // If the copy was taken at a time, times may differ.
  virtual void copy_local(ThreadId, std::vector<std::byte>&) {}
  [[nodiscard]] virtual bool equals_local(ThreadId, std::span<const std::byte>, std::int64_t) {
    return false;
  }
  // Advances the thread's clock by more than any wait (engine/runtime/loops/thread_time.hpp).
  // Without that, if the clock has advanced at all since that time, the result may depend on the
  // time.
  virtual void advance_clock(ThreadId) {}
  [[nodiscard]] virtual bool time_matters(ThreadId, std::int64_t) const { return false; }
  // A fingerprint of all memory that is not the thread's alone; and a sum over it, such that the
  // changes of several steps add up.
  [[nodiscard]] virtual Fingerprint shared_memory(ThreadId) { return {}; }
  [[nodiscard]] virtual std::uint64_t shared_memory_sum(ThreadId) { return 0; }

  // A search begins that compares states, or runs a schedule that repeats one; or another search.
  enum class Matching : std::uint8_t { kOff, kExact, kUpToSymmetry };
  virtual void match_states(Matching) {}
  // All threads are suspended. A fingerprint of what the program can do from here on, as far as it
  // depends on memory and on what is known of accesses to it. Equal if that is equal, whatever
  // happened before. No value: unknown.
  [[nodiscard]] virtual std::optional<Fingerprint> state_of_program() { return std::nullopt; }
  // Under which names threads stand in the last of these fingerprints; null: under their own.
  [[nodiscard]] virtual const ThreadNames* thread_names() const { return nullptr; }

  // All threads are suspended. An id of the current memory: equal if and only if nothing differs,
  // within this process. No value: unknown, or too many different ones were seen.
  using Memory = Fingerprint;
  [[nodiscard]] virtual std::optional<Memory> memory() { return std::nullopt; }

  // The same from content ids, without a look at memory. The ids differ from those above.
  [[nodiscard]] virtual std::optional<Memory> memory_by_content() const { return std::nullopt; }

  // Takes a snapshot that restore() goes back to. Snapshots form a stack: to restore one forgets
  // those taken after it. No value: not possible, run again instead.
  virtual std::optional<Snapshot> snapshot() { return std::nullopt; }
  virtual void restore(Snapshot) {}
  virtual void forget(Snapshot) {}
  // Whether steps whose results are cached may be skipped from now on; and empties the cache.
  virtual void use_step_cache(bool) {}
  virtual void clear_step_cache() {}
  // How many steps have been skipped since the cache was emptied.
  [[nodiscard]] virtual std::uint64_t cached_steps() const { return 0; }
  // Switches a closer examination of the program on or off, if that can show something that was
  // missed. False: there is no closer one.
  virtual bool examine(bool) { return false; }
  // Whether a snapshot of the current memory costs nothing.
  [[nodiscard]] virtual bool snapshots_are_free() const { return false; }
  // The size of the last snapshot: what it costs to save and restore it is proportional.
  [[nodiscard]] virtual std::size_t snapshot_bytes() const { return 0; }
};

}  // namespace mcheck
