// SPDX-License-Identifier: MIT
// One execution as the engine knows it: which threads there are and what each wants to do, every
// version of every object, and the log of what happened. All of it is flat and can be cut back to
// any earlier point, so that backtracking costs what was undone and no more.
//
// It knows nothing of coroutines or memory: run.hpp moves it along with an Executor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/growing.hpp"
#include "engine/base/ids.hpp"
#include "engine/search/address_table.hpp"
#include "engine/search/identity.hpp"
#include "engine/search/loop_detector.hpp"
#include "engine/search/records.hpp"
#include "engine/search/repeat.hpp"
#include "engine/search/strategy.hpp"
#include "engine/trace/event.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/memory_step.hpp"

namespace mcheck {

// What an object is called that is not looked up by where it is: by its name, or kind and number.
[[nodiscard]] std::string name_without_place(const ObjectRecord& object);

class Execution {
 public:
  explicit Execution(Identities& identities) : identities_(identities) {}

  // Nothing has happened; main is about to start.
  void clear();

  // --- the program's side -----------------------------------------------------------------------
  ObjectId add_object(ObjectId id, const ObjectRecord& record, const State& first);
  void end_object(ObjectId id);
  // It ends, and no thread can have used it before or do so well afterwards: no event.
  void retire_object(ObjectId id);
  [[nodiscard]] const ObjectRecord* find_object(ObjectId id) const {
    return index(id) < objects_.size() ? &objects_[index(id)] : nullptr;
  }
  // The object that is alive at exactly this address, or none.
  [[nodiscard]] ObjectId find_object_at(const void* address) const;
  // The same, if it is an atomic of that size and value; may be none where it has not been asked
  // for of late.
  [[nodiscard]] ObjectId find_atomic_at(const void* address, std::uint8_t bytes, Word value) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const Glance& glance = glances_[(at >> 3 ^ at >> 12) % kGlances];
    if (glance.address == address && is_atomic_with(glance.object, address, bytes, value)) {
      return glance.object;
    }
    return look_for_atomic(address, bytes, value);
  }
  // The last one that was registered at exactly this address, alive or not, or none.
  [[nodiscard]] ObjectId last_object_at(const void* address) const {
    const Located* const there = located_.find(address);
    return there == nullptr ? kNoObject : there->newest;
  }
  // How many objects have been registered at exactly this address.
  [[nodiscard]] std::uint32_t objects_at(const void* address) const;
  [[nodiscard]] State state_of(ObjectId id) const {
    return id == kNoObject ? State{} : state_at(objects_[index(id)].version);
  }
  // The same of a part of it: for who runs on a thread's stack, and leaves nothing there.
  [[nodiscard]] Word value_of(ObjectId id) const {
    return versions_[objects_[index(id)].version].value;
  }
  [[nodiscard]] std::uint32_t version_of(ObjectId id) const { return objects_[index(id)].version; }
  [[nodiscard]] const ThreadSet& threads_at(ObjectId id) const {
    const std::uint32_t set = versions_[objects_[index(id)].version].threads;
    return set == 0 ? kNobody : holders_[set - 1].threads;
  }
  // What a version of an object is.
  [[nodiscard]] State state_at(std::uint32_t version) const;
  ThreadRecord& thread(ThreadId id) {
    return threads_[static_cast<std::size_t>(place_[index(id)])];
  }
  [[nodiscard]] const ThreadRecord& thread(ThreadId id) const {
    return threads_[static_cast<std::size_t>(place_[index(id)])];
  }
  [[nodiscard]] bool has_thread(ThreadId id) const { return place_[index(id)] >= 0; }
  void add_note(const Note& note);
  // From now on it hears of what the program makes known; null: nobody does.
  void tell(Registrations* listener);

  // --- the search's side ------------------------------------------------------------------------
  void announce(ThreadId id, const Operation& operation, bool may_spin = false) {
    announce(thread(id), operation, may_spin);
  }
  void announce(ThreadRecord& record, const Operation& operation, bool may_spin = false) {
    record.status = ThreadRecord::Status::kReady;
    record.pending = operation;
    record.may_spin = may_spin;
    record.polling = Polling::kNo;
    record.spins = false;
    may_spin_ |= may_spin;
    record.tried_with = kNone;
    record.older = may_spin ? version_of(operation.object) : kNone;
    record.circle_from = kNone;
    if (operation.kind == Kind::kJoin) thread(ThreadId(operation.a)).await_end(record.id);
  }
  // The thread has done what is seen outside of it.
  void disturb(ThreadId id) { disturb(thread(id)); }
  void disturb(ThreadRecord& record) {
    record.quiet_from = record.events;
    record.tracked = false;
    record.leaps = false;
    record.in_vain = false;
    record.drift = 0;
  }
  // The last event was a part of a wait that comes to nothing: it timed out; or the thread, after
  // such a wait, has taken or given back the lock for it, or begins to wait again.
  bool waited_in_vain(const ThreadRecord& record) {
    const bool may_be = events_.back().operation.kind == Kind::kLeave || record.in_vain;
    return may_be && goes_on_in_vain(record.id);
  }
  void finish(ThreadId thread, bool ends_process = false);
  // How many threads have not.
  [[nodiscard]] std::size_t unfinished() const { return unfinished_; }
  void stop(const Stop& stop);

  // Whether the thread's pending operation could be performed now, and in how many ways. A step
  // that would only lead back is no way.
  [[nodiscard]] std::uint32_t ways(const ThreadRecord& thread) const;
  // What the thread's operation would do to a version of its object: the same order of outcomes as
  // in alternatives, whatever ids the threads have in this process.
  [[nodiscard]] std::uint32_t ways(const Operation& operation, ThreadId thread,
                                   const State& state) const;
  [[nodiscard]] Outcome outcome_of(const Operation& operation, ThreadId thread, const State& state,
                                   std::uint32_t way) const;
  // --- polling: spins.cpp -----------------------------------------------------------------------
  [[nodiscard]] bool spins(const ThreadRecord& thread) const {
    return (thread.spins || thread.circle_from != kNone) && is_idle(thread);
  }
  // The same of a step that could have been, or was, the thread's nth event, with another version.
  [[nodiscard]] bool spins(ThreadId thread, std::uint32_t event, std::uint32_t version) const;
  // The thread was at its position (all but local state is in its record) when it performed its
  // last operation, which read something.
  struct Local {
    std::size_t copy_from = 0;
    std::uint64_t fingerprint = 0;  // 0: a copy is kept
    std::int64_t time = 0;
  };
  void note_position(ThreadId thread, const Local& local);
  [[nodiscard]] LoopDetector& loop_detector() { return loop_detector_; }
  // Whether the thread has done something, and nothing but looked, since it last changed anything.
  [[nodiscard]] bool is_quiet(const ThreadRecord& thread) const {
    return thread.quiet_from < thread.events;
  }
  // Where the thread is now, but for its local state.
  [[nodiscard]] Position position_of(ThreadId thread) const;
  void note_circle(ThreadId thread, const Position& from);
  // Whoever has gone round in a circle stays there for good, whatever changes.
  void stay_in_circles(bool stay) { stays_ = stay; }
  // Whether the thread has gone round in a circle, and stands there although what it looked at has
  // changed.
  [[nodiscard]] bool stays(const ThreadRecord& thread) const {
    return stays_ && thread.circle_from != kNone && stays_in_circle(thread);
  }
  // What is to be tried before one can say whether the thread spins; no value if that is known.
  [[nodiscard]] std::optional<Outcome> to_try(const ThreadRecord& thread) const;
  // The same with that version of its object.
  [[nodiscard]] std::optional<Outcome> to_try(const ThreadRecord& thread,
                                              std::uint32_t version) const;
  // Whether there can be such a thread: somewhere, in this execution or before.
  [[nodiscard]] bool may_try() const { return may_spin_; }
  void note_try(ThreadId thread, bool spins);
  void forget_try(ThreadId thread);
  // The version that was there when the thread came to where it polls, until it is tried there.
  [[nodiscard]] std::uint32_t take_older(ThreadId id) {
    return std::exchange(thread(id).older, kNone);
  }
  // With that version, too, it would lead back.
  void note_spin(ThreadId thread, std::uint32_t version);
  // Whether the event, or the last one, was one that a loop may poll with, and left its object as
  // it was.
  [[nodiscard]] bool polled(const Event& event) const {
    return can_poll(event.operation.kind) && event.way == 0 && left_as_it_was(event);
  }
  [[nodiscard]] bool polled() const { return polled(events_.back()); }

  [[nodiscard]] bool can_spawn(const ThreadRecord& parent) const;
  // All ways to go on, the default first; none when nobody can.
  [[nodiscard]] std::span<const Alternative> alternatives();
  [[nodiscard]] std::span<const Alternative> last_alternatives() const {
    return {alternatives_.data(), offered_};
  }
  // The thread of that one has gone on, and the one that was to go on is where it was; all can do
  // what they could. The alternatives are as if asked for again; false, and nothing has changed:
  // they have to be. REQUIRES: chosen > 0, and the first, of who was to go on, is its only one.
  bool turn_to(std::size_t chosen);
  // How many there would have been if nobody were known to spin.
  [[nodiscard]] std::size_t all_ways() const { return all_ways_; }
  // The data choice of an alternative, by its meaning: see Event::label.
  [[nodiscard]] Word label_of(const Alternative& alternative) const {
    const bool notifies = thread(alternative.thread).pending.kind == Kind::kNotifyOne;
    return notifies ? label_of_notify(alternative) : alternative.outcome;
  }
  // The alternative in which this thread makes this data choice, if there is one.
  [[nodiscard]] std::optional<std::uint32_t> find_alternative(ThreadId thread, Word label) const;
  // The thread's pending operation happens. The outcome is valid until the next call; what became
  // of an atomic stands in the log, and not there.
  const Outcome& perform(ThreadId thread, std::uint32_t which);
  // The thread joins another, and that is all. False, and nothing has happened: it would wait.
  bool perform_join(ThreadId thread, const Operation& join);
  // The same of one that is_simple(), as a choice among the last alternatives. False, and nothing
  // has happened: it would be misuse, or only a look that a loop may poll with.
  bool perform_simply(ThreadRecord& thread, const Alternative& way, Reply& reply);
  // What has happened last, a change of an atomic, happened again, with the same ways to go on.
  void repeat(std::span<const Repeat> steps);
  // Whether what another thread could do may have changed with the object.
  [[nodiscard]] bool others_depend_on(ObjectId object, ThreadId thread) const;
  // The choice behind the last event performed, for the log.
  void note_choice(std::uint16_t chosen, std::uint16_t alternatives, bool preempts) {
    note_choice(thread(events_.back().thread), chosen, alternatives, preempts);
  }
  void note_choice(ThreadRecord& record, std::uint16_t chosen, std::uint16_t alternatives,
                   bool preempts) {
    Event& event = events_.back();
    event.chosen = chosen;
    event.alternatives = alternatives;
    event.preempts = preempts;
    note_mover(record, preempts);
  }

  // --- what everyone may read -------------------------------------------------------------------
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const Version> versions() const { return versions_; }
  [[nodiscard]] std::span<const ThreadRecord> threads() const { return threads_; }  // by path
  [[nodiscard]] std::uint32_t preemptions() const { return preemptions_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }  // choices made, forced ones included
  [[nodiscard]] const Identities& identities() const { return identities_; }
  Identities& identities() { return identities_; }
  [[nodiscard]] std::span<const Stop> stops() const { return stops_; }
  [[nodiscard]] bool all_finished() const { return unfinished_ == 0; }
  // Whether a thread has ended the process: who is blocked then is in nobody's way.
  [[nodiscard]] bool process_ended() const { return process_ended_; }
  // Whether there has been an atomic section (sections.hpp), perhaps in what was cut back.
  [[nodiscard]] bool has_sections() const { return has_sections_; }
  [[nodiscard]] std::string object_text(ObjectId id) const;
  // The same of an operation: of plain memory what it accesses.
  [[nodiscard]] std::string object_text(const Operation& operation) const;
  [[nodiscard]] std::string thread_text(ThreadId id) const;
  void name_thread(ThreadId id, const char* name);
  [[nodiscard]] std::span<const Note> notes() const { return notes_; }

  // How many objects of each kind there have been.
  [[nodiscard]] std::uint32_t made(ObjectKind kind) const {
    return made_[static_cast<std::size_t>(kind)];
  }
  using Made = std::array<std::uint32_t, 16>;

  // A point to come back to. Marks are undone newest first.
  struct Mark {
    std::size_t events = 0, versions = 0, changes = 0, steps = 0, stops = 0, notes = 0;
    std::size_t spins = 0, holders = 0;
    LoopDetector::Mark loop_detector;
    Made made{};
    std::vector<ThreadRecord> threads;
    ThreadId running{};
    std::uint32_t preemptions = 0;
    std::size_t unfinished = 0;
    bool process_ended = false;
  };
  void mark(Mark& mark) const;
  void rewind(const Mark& mark);
  // How many beginnings and ends of objects there were.
  [[nodiscard]] std::size_t changes() const { return changes_.size(); }
  // So many of the first events are the same as when this was last asked.
  [[nodiscard]] std::size_t take_kept() { return std::exchange(kept_, events_.size()); }
  // Whether nothing was registered, named or ended since.
  [[nodiscard]] bool is_at(const Mark& mark) const;

 private:
  // The choice behind an event: Event::chosen, and so on.
  struct Choice {
    std::uint16_t chosen = 0;
    std::uint16_t alternatives = 1;
    bool preempts = false;
  };

  static constexpr ThreadSet kNobody{};

  void note_mover(ThreadRecord& record, bool preempts) {
    preemptions_ += preempts ? 1 : 0;
    running_ = record.id;
    record.yielded = false;
    ++steps_;
  }
  [[nodiscard]] Word label_of_notify(const Alternative& alternative) const;
  bool goes_on_in_vain(ThreadId thread);
  [[nodiscard]] bool left_as_it_was(const Event& event) const {
    return event.version_after == kNone ||
           is_same_state(versions_[event.version_after], versions_[event.version_before]);
  }
  // A record that is alive is the newest at its address: identify_address() ends the one before.
  [[nodiscard]] bool is_atomic_with(ObjectId id, const void* address, std::uint8_t bytes,
                                    Word value) const {
    if (id == kNoObject) return false;
    const ObjectRecord& object = objects_[index(id)];
    return object.alive && object.address == address && !object.is_bytes &&
           object.kind == ObjectKind::kAtomic && object.bytes == bytes &&
           versions_[object.version].value == value;
  }
  ObjectId look_for_atomic(const void* address, std::uint8_t bytes, Word value);
  ThreadId spawn(ThreadRecord& parent);
  struct Offering;
  void offer(const ThreadRecord& record, bool preempts, Offering& at);
  [[nodiscard]] bool can_join(ThreadId id) const {
    const ThreadRecord& target = thread(id);
    const bool finished = target.status == ThreadRecord::Status::kFinished;
    return finished && !target.ended_process;  // nobody lives to see a process end
  }
  void offer_by_state(const ThreadRecord& record, bool preempts);
  std::span<const Alternative> have_offered(const Offering& at);
  void make_room(std::size_t ways);
  [[nodiscard]] std::uint32_t version_but_for(const ThreadRecord& thread,
                                              std::uint32_t version) const;
  [[nodiscard]] bool is_idle(const ThreadRecord& thread) const;
  [[nodiscard]] bool stays_in_circle(const ThreadRecord& thread) const;
  [[nodiscard]] bool looks_unchanged(const ThreadRecord& thread) const;
  [[nodiscard]] std::uint32_t ways_or_spins(const ThreadRecord& thread) const;
  [[nodiscard]] std::uint32_t ways_by_state(const ThreadRecord& thread) const;
  [[nodiscard]] bool only_gives_up(const ThreadRecord& record) const;
  [[nodiscard]] std::uint32_t waiter_by_path(const State& state, std::uint32_t nth) const;
  std::uint32_t take_cause(ThreadRecord& thread);
  void log(ThreadRecord& thread, const Outcome& outcome, std::uint32_t way);
  bool perform_by_outcome(ThreadRecord& thread, const Alternative& way, Reply& reply);
  const Outcome& perform_on_memory(ThreadRecord& thread, Word value, std::uint32_t way);
  const Outcome& perform_join(ThreadRecord& thread);
  void log_join(ThreadRecord& thread);
  static void note_failure(ThreadRecord& thread, bool failed, Word label);
  Event& log_pending(ThreadRecord& thread, std::uint32_t way);
  void make_room_for_step();
  Event& log_memory(ThreadRecord& thread, const MemoryStep& step, std::uint32_t way,
                    std::uint32_t cause, const Choice& choice);
  void wake(const Outcome& outcome);
  void update_section(ThreadRecord& record);
  void place_threads(std::size_t from = 0);
  void unplace_threads();
  std::uint32_t add_version(ObjectId object, const State& state, std::uint32_t writer);
  [[nodiscard]] bool is_same_state(const Version& a, const Version& b) const;

  Identities& identities_;
  Registrations* listener_ = nullptr;
  Growing<Event> events_;
  std::size_t kept_ = 0;
  Growing<Version> versions_;
  std::vector<ObjectHolders> holders_;  // of versions that have some, in order
  std::vector<ThreadRecord> threads_;   // ordered by path
  std::vector<std::int16_t> place_ = std::vector<std::int16_t>(kMaxThreads, -1);
  std::vector<ObjectRecord> objects_;  // by id
  Growing<ObjectChange> changes_;      // beginnings and ends of objects, in order
  AddressTable<Located> located_;
  // Where what lies at an address is looked for first.
  struct Glance {
    const void* address = nullptr;
    ObjectId object = kNoObject;
  };
  static constexpr std::size_t kGlances = 64;
  std::array<Glance, kGlances> glances_{};
  std::vector<Note> notes_;                // in order
  std::vector<Alternative> alternatives_;  // of which so many count
  std::size_t offered_ = 0;
  std::vector<Stop> stops_;
  std::vector<Spin> spins_;
  LoopDetector loop_detector_;
  bool stays_ = false;
  bool may_spin_ = false;
  std::size_t all_ways_ = 0;
  Made made_{};
  Outcome last_outcome_;
  Outcome memory_outcome_;  // of a step in memory, or a join: no more than these four words
  ThreadId running_{};
  std::uint32_t preemptions_ = 0;
  std::size_t steps_ = 0;
  std::size_t unfinished_ = 1;
  bool process_ended_ = false;
  bool has_sections_ = false;
};

inline State Execution::state_at(std::uint32_t version) const {
  const Version& it = versions_[version];
  State state{it.value, it.extra, {}, it.destroyed != 0, 0};
  if (it.threads != 0) {
    state.threads = holders_[it.threads - 1].threads;
    state.section = holders_[it.threads - 1].section;
  }
  return state;
}

}  // namespace mcheck
