// SPDX-License-Identifier: MIT
// Plain accesses of the program, and what is done with them: how hooks in its code reach the race
// detector, and what the machine tells that of where the execution stands.
//
// The hooks may be called at any time; outside of model threads, and where nobody watches, they do
// nothing. Where an access races, the execution ends there, and they do not return.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/races.hpp"
#include "engine/search/execution.hpp"
#include "engine/trace/synchronization.hpp"

namespace mcheck {

// The detector, while a thread of a watched program runs; null otherwise.
MCHECK_HOST_STATE extern Races* watching_races;

// Ends the execution: the detector has found a race.
[[noreturn]] void end_with_race();

// While that is so: plain accesses are scheduling points, and none is known.
MCHECK_HOST_STATE extern bool plain_points;

// --- for hooks ----------------------------------------------------------------------------------
// The program is about to read or write; `caller` is where, as a return address.
inline void plain_access(const void* address, std::size_t size, bool write, const void* caller) {
  Races* const races = watching_races;
  if (races != nullptr && races->access(address, size, write, caller)) [[unlikely]]
    end_with_race();
}
// The same, of one that the detector does not know yet; announced first where it is a point. The
// bytes lie in one aligned eight, and the access happens at once, or it is wide.
void unknown_access(const void* address, std::size_t size, bool write, const void* caller);
void wide_access(const void* address, std::size_t size, bool write, const void* caller);
// A point for each aligned eight bytes.
void announce_access(const void* address, std::size_t size, bool write);
// The operation on an atomic there has just happened, as the thread's last event.
void atomic_access(const void* address, std::size_t size, bool write, const void* caller);
// The program uses a lock there. It may be the engine's, in memory of a thread that has ended.
void lock_access(const void* lock, const void* caller);
// The program has been given the memory; is about to give it back.
void memory_allocated(const void* address, std::size_t size);
void memory_freed(const void* address, std::size_t size, const void* caller);

// --- for the machine ----------------------------------------------------------------------------
class Accesses {
 public:
  // Nothing has happened.
  void begin();
  // The thread goes on after all events so far: its accesses count from now on, until leave().
  void enter(ThreadId thread, const Execution& execution);
  void leave();

  // As saves of memory: restoring one forgets those after it.
  void save(std::size_t number);
  void restore(std::size_t number);

  // A step is tried that, if it leads back to where the thread stands, will not be taken
  // (polling.cpp). It is judged as if its operation had happened. If it is kept, the thread has
  // gone round once more: what it accessed on the way stays, as done before its next event.
  void begin_try(ThreadId thread, const Execution& execution, const Outcome& outcome);
  void pause_in_try(ThreadId thread, const Operation& pause);
  void end_try(bool keep);

  void capture(bool on) { races_.capture(on); }
  // Before the first execution.
  void make_points(bool on);
  void ignore_races(bool on) { races_.ignore(on); }
  [[nodiscard]] bool unordered() const { return races_.unordered(); }
  [[nodiscard]] const Race& found() const { return races_.found(); }

 private:
  struct Mark {
    std::size_t events = 0;
    Races::Mark races;
  };
  [[nodiscard]] Mark mark() { return {.events = order_.size(), .races = races_.mark()}; }
  void rewind(const Mark& mark);

  Synchronization order_;
  Races races_;
  std::vector<Mark> saves_;
  std::optional<Mark> before_try_;
};

// "data race on 4 bytes at 0x…: T1 writes; main read before, and nothing orders them"
[[nodiscard]] std::string race_text(const Race& race, const Execution& execution);

}  // namespace mcheck
