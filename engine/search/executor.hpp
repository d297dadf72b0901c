// SPDX-License-Identifier: MIT
// What the search needs of a program: make its threads go from operation to operation, and, where
// it can, save and restore where they are. Coroutines stand behind it (runtime/machine.hpp), or a
// table (tests/support): strategies cannot tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/trace/event.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/semantics.hpp"

namespace mcheck {

class Decider;
class Execution;

// Where a thread came to rest.
struct Step {
  enum class Kind : std::uint8_t { kOperation, kFinished, kFailed, kFalseAssumption, kCutOff };

  Kind kind = Kind::kFinished;
  Operation operation;  // what it wants to do next
  Failure failure;      // how it went wrong, if it has failed
  // Of an operation that a loop may poll with (docs/algorithms/spin_loops.md):
  bool may_spin = false;           // some step from a place like this has come back to it
  bool came_back = false;          // so has this one, since watch() was called
  Polling polling = Polling::kNo;  // what steps from places like this have shown
  bool tracked = false;  // threads go round in circles through places like this: see track()
  // It is back but for a few words of its stack; a hash of their places and differences. 0: not.
  std::uint64_t counted_by = 0;
  bool ends_process = false;  // finished: and with it the process, as soon as nobody goes on
};

class Executor {
 public:
  using Save = std::uint32_t;

  virtual ~Executor() = default;

  // Back to the very beginning: no thread but main, which has not started. The execution is where
  // the program registers objects and asks about itself.
  virtual void begin(Execution& execution) = 0;

  // The execution has failed, and all stands where it was then. Somebody may want to look.
  virtual void failed(const Failure&) {}

  // It was no deadlock, for all that is known in this process.
  virtual void note_undecided() {}
  // The execution is over: nothing more is asked of it.
  virtual void end() {}

  // Nobody goes on any more, and nothing has failed: what is wrong with what is left, if anything.
  [[nodiscard]] virtual std::optional<Failure> at_end() { return std::nullopt; }

  // `child` will run what the spawning operation named. It does not run yet.
  virtual void create(ThreadId child, const Operation& spawn) = 0;

  // Runs the thread to its next operation. The first call starts it and passes no result. What is
  // returned holds until the next call.
  virtual const Step& resume(ThreadId thread, const Outcome& result) = 0;

  // Who may be asked while a thread runs; null: nobody. Executors need not ask.
  virtual void ask(Decider*) {}

  // Of how many places it is known that threads poll there.
  [[nodiscard]] virtual std::size_t polling_places() const { return 0; }

  // Polling (docs/algorithms/spin_loops.md). The thread's next step leaves its object as it was:
  // the executor says whether the thread came back to where it stands now.
  virtual void watch(ThreadId) {}
  // Whether a step that looks at the version, with that outcome, would bring the thread back to
  // where it stands now, and all memory with it. Afterwards everything is as before.
  virtual bool leads_back(ThreadId, const Outcome&, std::uint32_t) { return false; }
  // Loops that count their turns. The thread has come round twice but for a count, the last time
  // with that outcome: it goes round alone until one more turn would be another, and stands before
  // that one. So many turns; 0: nothing has happened.
  virtual std::uint64_t run_counted_loop(ThreadId, const Outcome&, std::uint32_t) { return 0; }
  // Of how many places it is known that threads have gone round so there.
  [[nodiscard]] virtual std::size_t counted_loop_sites() const { return 0; }
  // The thread stands at such a place, perhaps. Whether its next step does the same after one more
  // turn, with an older version, as without it, is found out; false: the older one is no turn.
  struct LoopExit {
    Outcome older;
    std::uint32_t older_version = 0;
    Outcome next;
  };
  virtual bool compare_loop_exits(ThreadId, const LoopExit&) { return true; }
  // Whether the thread's next step could as well come before that event, which has made a version,
  // and can be tried with the version before it: what a turn reads is then as it was, or races.
  [[nodiscard]] virtual bool may_precede(ThreadId, const Event&) { return false; }

  // Stands for what the thread alone has: equal where that is equal. 0: cannot say.
  [[nodiscard]] virtual std::uint64_t local(ThreadId) { return 0; }
  // The thread has come round to where it stands, as far as its stack tells. From now on, at places
  // like this, local() stands for all that it alone has.
  virtual void track(ThreadId) {}
  // What the thread's clock says, where clocks are the executor's; 0: it has not gone on yet.
  [[nodiscard]] virtual std::int64_t time_of(ThreadId) const { return 0; }
  // What local() stands for, appended, where it can be kept; and whether it is now as it was then:
  // but for the time, if it was kept at one.
  virtual void keep_local(ThreadId, std::vector<std::byte>&) {}
  [[nodiscard]] virtual bool is_local(ThreadId, std::span<const std::byte>, std::int64_t) {
    return false;
  }
  // The thread's clock leaps, by more than anybody waits (runtime/own_time.hpp). Until it has,
  // since that time, and if it has gone on at all, it may matter how late it is.
  virtual void leap(ThreadId) {}
  [[nodiscard]] virtual bool time_matters(ThreadId, std::int64_t) const { return false; }
  // All memory but what the thread alone has; and a sum over it, so that what several steps change
  // is the sum of what each changes.
  [[nodiscard]] virtual Fingerprint outside(ThreadId) { return {}; }
  [[nodiscard]] virtual std::uint64_t outside_sum(ThreadId) { return 0; }

  // All memory, to compare states with; none: cannot say.
  [[nodiscard]] virtual std::optional<Fingerprint> whole() { return std::nullopt; }

  // All threads rest. Stands for memory as it is now: the same where nothing at all is different,
  // in this process; no value: cannot say, or has seen too much to tell it apart.
  using Memory = Fingerprint;
  [[nodiscard]] virtual std::optional<Memory> memory() { return std::nullopt; }

  // The same, other numbers, where nothing need be looked at to tell.
  [[nodiscard]] virtual std::optional<Memory> known_memory() const { return std::nullopt; }

  // Memory as it is now, so that restore(save) makes everything since unhappened. Saves are kept
  // like a stack: restoring one forgets those taken after it. No value: cannot, run again instead.
  virtual std::optional<Save> save() { return std::nullopt; }
  virtual void restore(Save) {}
  virtual void forget(Save) {}
  // From now on, until it is said otherwise, a step need not be run where it is known what comes
  // of it; and what is known of steps is forgotten.
  virtual void know_steps(bool) {}
  virtual void forget_steps() {}
  // So many have not been run so far, since they were last forgotten.
  [[nodiscard]] virtual std::uint64_t known_steps() const { return 0; }
  // What the program does is examined more closely than usual, until it is said otherwise, where
  // that shows what one could miss. False: it is as usual.
  virtual bool examine(bool) { return false; }
  // Whether a save takes nothing where memory is as it is now.
  [[nodiscard]] virtual bool saves_freely() const { return false; }
  // How much the last save took: what saving and restoring costs goes with it.
  [[nodiscard]] virtual std::size_t save_bytes() const { return 0; }
};

}  // namespace mcheck
