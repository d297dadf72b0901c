// SPDX-License-Identifier: MIT
// Plain accesses of the program, and what is done with them: how hooks in its code reach the race
// detector, and what the machine tells that of where the execution stands.
//
// The hooks may be called at any time; outside of model threads, and where nobody watches, they do
// nothing. Where an access races, the execution ends there, and they do not return.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/conflicts.hpp"
#include "engine/runtime/races.hpp"
#include "engine/search/execution.hpp"
#include "engine/trace/synchronization.hpp"

namespace mcheck {

// The detector, while a thread of a watched program runs; null otherwise.
MCHECK_HOST_STATE extern Races* watching_races;

class Accesses;

// The detector has found a race: the execution ends, unless the race is suppressed. Then this
// returns, and the access is to be judged again.
void race_found();

// While that is so: plain accesses are scheduling points, and none is known.
MCHECK_HOST_STATE extern bool plain_points;

// Who has not yet followed the operations that have passed; null: nobody.
MCHECK_HOST_STATE extern Accesses* behind;
void follow_what_passed();
inline void catch_up() {
  if (behind != nullptr) [[unlikely]]
    follow_what_passed();
}

// --- for hooks ----------------------------------------------------------------------------------
// The program is about to read or write; `caller` is where, as a return address.
inline void plain_access(const void* address, std::size_t size, bool write, const void* caller) {
  Races* const races = watching_races;
  if (races == nullptr || races->knows(address, size, write)) return;
  catch_up();
  while (races->unknown(address, size, write, caller)) [[unlikely]] race_found();
}
// The same, of one that the detector does not know yet; announced first where it is a point. The
// bytes lie in one aligned eight, and the access happens at once, or it is wide.
void unknown_access(const void* address, std::size_t size, bool write, const void* caller);
void wide_access(const void* address, std::size_t size, bool write, const void* caller);
// The same, and never a point: what it goes with is one, or so much that points would be too many.
void pointless_access(const void* address, std::size_t size, bool write, const void* caller);
// A point for what lies in each aligned eight bytes.
void announce_access(const void* address, std::size_t size, bool write);
// The operation on an atomic there has just happened, as the thread's last event.
void atomic_access(const void* address, std::size_t size, bool write, const void* caller);
// A call uses an object as a whole: a stream, or one whose method says so; only in a search for
// conflicts. The kind is of AccessKind.
void object_access(const void* object, std::size_t size, unsigned kind, const void* caller);
// The program uses a lock there. It may be the engine's, in memory of a thread that has ended.
void lock_access(const void* lock, const void* caller);
// The program has been given the memory; is about to give it back.
void memory_allocated(const void* address, std::size_t size);
void memory_freed(const void* address, std::size_t size, const void* caller);

// --- for the machine ----------------------------------------------------------------------------
struct DataAccess {
  ThreadId thread{};
  const void* caller = nullptr;
};

class Accesses {
 public:
  // Nothing has happened.
  void begin();
  // The thread goes on after all events so far: its accesses count from now on, until leave().
  void enter(ThreadId thread, const Execution& execution);
  // True: it has come to the conflict that was waited for.
  bool leave();
  // The thread's operation, the last event, has happened where the thread stands. What that orders
  // is found out once it matters.
  void pass(ThreadId thread, const Execution& execution) {
    if (only_data_) return;
    behind = this;
    runner_ = thread;
    passed_in_ = &execution;
    passed_ = execution.events().size();
    races_.lose_epoch();
  }
  // And it was an access to an atomic. Of several like it in a row the last stands for all.
  void pass_atomic(const void* address, std::size_t size, bool write) {
    const auto event = static_cast<std::uint32_t>(passed_ - 1);
    if (!passed_atomics_.empty()) {
      PassedAtomic& last = passed_atomics_.back();
      const bool alike = last.address == address && last.size == size && last.write == write;
      if (alike && last.thread == runner_) {
        last.event = event;
        return;
      }
    }
    passed_atomics_.push_back({address, event, runner_, static_cast<std::uint8_t>(size), write});
  }
  // Whether an atomic access there cannot race: nothing but atomic ones are known of the bytes.
  [[nodiscard]] bool is_atomic_only(const void* address) const {
    return races_.is_atomic_only(address);
  }

  // As saves of memory: restoring one forgets those after it.
  void save(std::size_t number);
  void restore(std::size_t number);

  // A step is tried that, if it leads back to where the thread stands, will not be taken
  // (polling.cpp). It is judged as if its operation had happened, with that version. If it is kept,
  // the thread has gone round once more: what it accessed on the way stays, as done before its next
  // event.
  void begin_try(ThreadId thread, const Execution& execution, const Outcome& outcome,
                 std::uint32_t version);
  void pause_in_try(ThreadId thread, const Operation& pause);
  void end_try(bool keep);
  // Whether what the thread does next is ordered after the event.
  [[nodiscard]] bool has_seen(ThreadId thread, const Event& event, const Execution& execution);

  void capture(bool on) { races_.capture(on); }
  // Before the first execution.
  void make_points(bool on);
  // Nothing is told but by data_access(): a thread that goes on is no reason to do anything.
  void only_data(bool on) { only_data_ = on; }
  [[nodiscard]] bool is_only_data() const { return only_data_; }
  // Data that is an object of its own, named by its address: begins, written by the thread; is read
  // or written, as the thread's last event. True if it races.
  [[nodiscard]] bool data_access(const void* data, bool write, const DataAccess& access,
                                 const Execution& execution);
  void data_begins(const void* data, const DataAccess& access, const Execution& execution);
  void ignore_races(bool on) { races_.ignore(on); }
  // Before the first execution: conflicts are collected, and no race ends an execution.
  void collect_conflicts();
  // Null: they are not collected.
  [[nodiscard]] Conflicts* conflicts() const { return conflicts_.get(); }
  [[nodiscard]] bool unordered() const { return races_.unordered(); }
  [[nodiscard]] const Race& found() const { return races_.found(); }
  [[nodiscard]] Races& races() { return races_; }

 private:
  friend void follow_what_passed();

  struct Mark {
    std::size_t events = 0;
    Races::Mark races;
  };
  struct PassedAtomic {
    const void* address = nullptr;
    std::uint32_t event = 0;
    ThreadId thread{};
    std::uint8_t size = 0;
    bool write = false;
  };

  void follow_passed();
  void forget_passed();
  [[nodiscard]] Mark mark() { return {.events = order_.size(), .races = races_.mark()}; }
  void rewind(const Mark& mark);
  void look(ThreadId thread, const Execution& execution);
  void follow_tried(const Execution& execution);

  Synchronization order_;
  Races races_;
  std::unique_ptr<Conflicts> conflicts_;
  std::vector<Mark> saves_;
  bool trying_ = false;
  std::vector<Event> tried_;        // what is tried, and is not followed yet
  std::optional<Mark> before_try_;  // once it has been
  ThreadId runner_{};
  const Execution* passed_in_ = nullptr;
  std::size_t passed_ = 0;  // this many events have happened; no need to follow them yet
  std::vector<PassedAtomic> passed_atomics_;
  bool only_data_ = false;
};

// "data race on 4 bytes at 0x…: T1 writes; main read before, and nothing orders them"
[[nodiscard]] std::string race_text(const Race& race, const Execution& execution);
// "T1 writes", "main read before", "24 bytes, allocated by main"
[[nodiscard]] std::string side_text(const Race::Side& side, const Execution& execution);
[[nodiscard]] std::string side_before_text(const Race::Side& side, const Execution& execution);
[[nodiscard]] std::string block_text(const Race& race, const Execution& execution);

}  // namespace mcheck
