// SPDX-License-Identifier: MIT
// The state of one execution as the engine sees it.
//
// Execution owns the thread records (what each thread announced that it will do next), the object
// records with every version of every object, the event log, the stops, the notes, and what is
// known about loops. It computes the enabled alternatives, performs a transition on this state, and
// takes snapshots. All tables are flat and can be cut back to an earlier snapshot, so backtracking
// costs no more than what it undoes.
//
// It knows nothing of coroutines or program memory: Run (engine/search/steps/run.hpp) drives it
// together with an Executor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/base/trivial_vector.hpp"
#include "engine/search/execution/address_table.hpp"
#include "engine/search/execution/execution_snapshot.hpp"
#include "engine/search/execution/identity.hpp"
#include "engine/search/execution/recent_addresses.hpp"
#include "engine/search/execution/records.hpp"
#include "engine/search/execution/repeated_step.hpp"
#include "engine/search/loops/loop_detector.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/order/causal_times.hpp"
#include "engine/trace/semantics/event.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck {

// The name of an object without a look-up by its address: the given name, or kind and number.
[[nodiscard]] std::string name_without_address(const ObjectRecord& object);

class Execution {
 public:
  explicit Execution(Identities& identities) : identities_(identities) {}

  // Atomics have the memory model of C++20 from the next clear() on. Before, they are sequentially
  // consistent.
  void use_weak_memory();

  // Resets to the state before the first event: only main exists, and it has not started.
  void clear();

  // Null: atomics are sequentially consistent.
  [[nodiscard]] WeakMemory* weak_memory() const { return weak_memory_.get(); }

  // --- for the program -------------------------------------------------------------------------
  ObjectId add_object(ObjectId id, const ObjectRecord& record, const State& first);
  void end_object(ObjectId id);
  // Ends the object without an event. REQUIRES: no thread can have used it before, or will use it.
  void retire_object(ObjectId id);
  [[nodiscard]] const ObjectRecord* find_object(ObjectId id) const {
    return index(id) < objects_.size() ? &objects_[index(id)] : nullptr;
  }
  // The live object that is registered at exactly this address; kNoObject: none.
  [[nodiscard]] ObjectId find_object_at(const void* address) const;
  // The same, for an atomic of that size and value. May miss one not asked for recently.
  [[nodiscard]] ObjectId find_atomic_at(const void* address, std::uint8_t bytes, Word value) {
    const RecentAddresses::Entry& cached = recent_addresses_.entry_of(address);
    if (cached.address == address && is_atomic_with(cached.object, address, bytes, value)) {
      return cached.object;
    }
    return find_atomic_uncached(address, bytes, value);
  }
  // The object that was registered last at exactly this address, alive or not; kNoObject: none.
  [[nodiscard]] ObjectId last_object_at(const void* address) const {
    const ObjectsAtAddress* const there = objects_by_address_.find(address);
    return there == nullptr ? kNoObject : there->newest;
  }
  // How many objects have been registered at exactly this address.
  [[nodiscard]] std::uint32_t object_count_at(const void* address) const;
  [[nodiscard]] State state_of(ObjectId id) const {
    return id == kNoObject ? State{} : state_at(objects_[index(id)].version);
  }
  // One field of the state. Leaves no traces on the stack of a program thread that calls it.
  [[nodiscard]] Word value_of(ObjectId id) const {
    return versions_[objects_[index(id)].version].value;
  }
  [[nodiscard]] std::uint32_t version_of(ObjectId id) const { return objects_[index(id)].version; }
  [[nodiscard]] const ThreadSet& threads_at(ObjectId id) const {
    const std::uint32_t set = versions_[objects_[index(id)].version].threads;
    return set == 0 ? kNoThreads : holders_[set - 1].threads;
  }
  // The state of an object at one of its versions.
  [[nodiscard]] State state_at(std::uint32_t version) const;
  ThreadRecord& thread(ThreadId id) {
    return threads_[static_cast<std::size_t>(thread_index_[index(id)])];
  }
  [[nodiscard]] const ThreadRecord& thread(ThreadId id) const {
    return threads_[static_cast<std::size_t>(thread_index_[index(id)])];
  }
  void note_equal(ThreadId first, ThreadId second);  // from here on: equal_threads.cpp
  [[nodiscard]] bool have_ended(std::uint16_t equals) const;
  void exchange_holders(ThreadId first, ThreadId second);
  [[nodiscard]] bool has_thread(ThreadId id) const { return thread_index_[index(id)] >= 0; }
  void add_note(const Note& note);
  // Reports what the program registers to the listener; null: to none.
  void set_registration_listener(RegistrationListener* listener);
  // --- for the search --------------------------------------------------------------------------
  void announce(ThreadId id, const Operation& operation, bool may_spin = false) {
    announce(thread(id), operation, may_spin);
  }
  void announce(ThreadRecord& record, const Operation& operation, bool may_spin = false) {
    record.announce(operation, may_spin);
    may_spin_ |= may_spin;
    record.try_versions_before = may_spin ? version_of(operation.object) : kNone;
    if (operation.kind == Kind::kJoin) thread(ThreadId(operation.a)).await_end(record.id);
    if (weak_memory_ != nullptr) weak_memory_->note_announced(operation);
  }
  // The thread has had an effect that other threads can see.
  void note_effect(ThreadId id) { thread(id).note_effect(); }
  static void note_effect(ThreadRecord& record) { record.note_effect(); }
  // Whether the last event belongs to a futile wait: a wait that timed out, or, after such a wait,
  // locking or unlocking its mutex, or waiting again.
  bool continues_futile_wait(const ThreadRecord& record) {
    const bool may_be = events_.back().operation.kind == Kind::kLeave || record.futile_wait;
    return may_be && extend_futile_wait(record.id);
  }
  void finish(ThreadId thread, bool ends_process = false);
  [[nodiscard]] std::size_t unfinished() const { return unfinished_; }  // threads
  void stop(const Stop& stop);

  // Alternatives of the thread's pending operation; 0: not enabled, or the step would lead back.
  [[nodiscard]] std::uint32_t enabled(const ThreadRecord& thread) const;
  // How many outcomes the operation has on a given state of its object, and each of them. The order
  // is that of alternatives(), whatever ids the threads have in this process.
  [[nodiscard]] std::uint32_t enabled(const Operation& operation, ThreadId thread,
                                      const State& state) const;
  [[nodiscard]] Outcome outcome_of(const Operation& operation, ThreadId thread, const State& state,
                                   std::uint32_t way) const;
  // --- spinning: engine/search/loops/spins.cpp -------------------------------------------------
  [[nodiscard]] bool spins(const ThreadRecord& thread) const {
    return (thread.spins || thread.loop_from != kNone) && is_idle(thread);
  }
  // The same for a step that was, or could have been, the thread's nth event, with another version.
  [[nodiscard]] bool spins(ThreadId thread, std::uint32_t event, std::uint32_t version) const;
  // Whether it is known if the thread's next step spins with that version.
  [[nodiscard]] bool was_tried(const ThreadRecord& thread, std::uint32_t version) const;
  // Records the position of the thread at its last operation, which was a read. All of the position
  // but the local state is in the thread's record.
  struct LocalState {
    std::size_t copy_from = 0;
    std::uint64_t fingerprint = 0;  // 0: a copy is kept
    std::int64_t time = 0;
  };
  void note_position(ThreadId thread, const LocalState& local);
  [[nodiscard]] LoopDetector& loop_detector() { return loop_detector_; }
  // Whether the thread has had events since its last effect, all without one.
  [[nodiscard]] bool is_effect_free(const ThreadRecord& thread) const {
    return thread.effect_free_from < thread.events;
  }
  // The thread's current position, without its local state.
  [[nodiscard]] Position position_of(ThreadId thread) const;
  void note_loop(ThreadId thread, const Position& from);
  // From now on a thread in an idle loop stays there, even if what it read changes.
  void keep_in_loops(bool keep) { keeps_in_loops_ = keep; }
  // Whether the thread is kept in an idle loop although something that the loop read has changed.
  [[nodiscard]] bool is_kept_in_loop(const ThreadRecord& thread) const {
    return keeps_in_loops_ && thread.loop_from != kNone && loop_reads_changed(thread);
  }
  // The outcome to run in order to find out whether the thread spins, with the current version of
  // its object or another; no value: it is known.
  [[nodiscard]] std::optional<Outcome> outcome_to_try(const ThreadRecord& thread) const;
  [[nodiscard]] std::optional<Outcome> outcome_to_try(const ThreadRecord& thread,
                                                      std::uint32_t version) const;
  [[nodiscard]] bool has_spin_candidates() const { return may_spin_; }  // in any execution
  void note_try(ThreadId thread, bool spins);
  void forget_try(ThreadId thread);
  // The version current when the thread arrived where it may spin. The first trial forgets it.
  [[nodiscard]] std::uint32_t take_older(ThreadId id) {
    return std::exchange(thread(id).try_versions_before, kNone);
  }
  // With that version, too, the step would lead back, or it would not.
  void note_spin(ThreadId thread, std::uint32_t version, bool spins = true);
  // Whether the event (or the last) is of a kind that a loop can spin with, and changed nothing.
  [[nodiscard]] bool was_idle_read(const Event& event) const {
    return can_spin(event.operation.kind) && has_default_outcome(event) && left_unchanged(event);
  }
  [[nodiscard]] bool was_idle_read() const { return was_idle_read(events_.back()); }

  [[nodiscard]] bool can_spawn(const ThreadRecord& parent) const;
  // All enabled alternatives, the default first. Empty: no thread is enabled.
  [[nodiscard]] std::span<const Alternative> alternatives();
  [[nodiscard]] std::span<const Alternative> last_alternatives() const {
    return {alternatives_.data(), alternative_count_};
  }
  // Updates the alternatives after the thread of alternative `chosen` took a step and the former
  // default thread did not, if all threads can do what they could before. False: they are
  // unchanged, and have to be computed. REQUIRES: chosen > 0, and alternative 0 is the only one of
  // its thread.
  bool switch_default(std::size_t chosen);
  // How many alternatives there would be if no thread were known to spin.
  [[nodiscard]] std::size_t count_with_spins() const { return count_with_spins_; }
  // The data choice of an alternative by its meaning: see Event::label.
  [[nodiscard]] Word label_of(const Alternative& alternative) const {
    const bool notifies = thread(alternative.thread).pending.kind == Kind::kNotifyOne;
    return notifies ? label_of_notify(alternative) : alternative.outcome;
  }
  // The alternative with this thread and data choice; no value: there is none.
  [[nodiscard]] std::optional<std::uint32_t> find_alternative(ThreadId thread, Word label) const;
  // Performs the pending operation. Valid until the next call; the log has an atomic's new state.
  const Outcome& perform(ThreadId thread, std::uint32_t which);
  // Performs a join only. False, and nothing has happened: the thread would block.
  bool perform_join(ThreadId thread, const Operation& join);
  // Fast path for an operation that is_simple(), chosen among the last alternatives. False, and
  // nothing has happened: it would be misuse, or a read that a loop can spin with.
  bool perform_fast(ThreadRecord& thread, const Alternative& way, Reply& reply);
  // The last event changed an atomic. Appends repetitions of it, with the same alternatives.
  void append_repeats(std::span<const RepeatedStep> steps);
  // Whether a change of the object may change what others can do.
  [[nodiscard]] bool others_depend_on(ObjectId object, ThreadId thread) const;
  // Records in the log which alternative the last event was.
  void note_choice(std::uint16_t chosen, std::uint16_t alternatives, bool preempts) {
    note_choice(thread(events_.back().thread), chosen, alternatives, preempts);
  }
  void note_choice(ThreadRecord& record, std::uint16_t chosen, std::uint16_t alternatives,
                   bool preempts) {
    Event& event = events_.back();
    event.chosen = chosen;
    event.alternatives = alternatives;
    event.preempts = preempts;
    note_running(record, preempts);
  }

  // --- for all readers -------------------------------------------------------------------------
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const Version> versions() const { return versions_; }
  [[nodiscard]] std::span<const ThreadRecord> threads() const { return threads_; }  // by path
  [[nodiscard]] std::uint32_t preemptions() const { return preemptions_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }  // choices made, forced ones included
  [[nodiscard]] const Identities& identities() const { return identities_; }
  Identities& identities() { return identities_; }
  [[nodiscard]] std::span<const Stop> stops() const { return stops_; }
  [[nodiscard]] bool all_finished() const { return unfinished_ == 0; }
  // Whether a thread has ended the process. Threads that are blocked then are no failure.
  [[nodiscard]] bool process_ended() const { return process_ended_; }
  // Whether an atomic section (sections.hpp) has begun, possibly in events that were cut back.
  [[nodiscard]] bool has_sections() const { return has_sections_; }
  [[nodiscard]] std::string object_text(ObjectId id) const;
  // The name of what the operation accesses; for plain memory, the bytes.
  [[nodiscard]] std::string object_text(const Operation& operation) const;
  [[nodiscard]] std::string thread_text(ThreadId id) const;
  void name_thread(ThreadId id, const char* name);
  [[nodiscard]] std::span<const Note> notes() const { return notes_; }
  // The clock of the running thread advances; what threads know of such advances by now.
  void advance_clock(ThreadId thread, std::int64_t now);
  [[nodiscard]] CausalTimes causal_times() const;

  [[nodiscard]] std::uint32_t object_count(ObjectKind kind) const {  // registered so far
    return object_counts_[static_cast<std::size_t>(kind)];
  }
  // A state to rewind to. Snapshots are undone newest first.
  using Snapshot = ExecutionSnapshot;
  void snapshot(Snapshot& snapshot) const;
  void rewind(const Snapshot& snapshot);
  [[nodiscard]] std::size_t object_changes() const { return object_changes_.size(); }  // so far
  // How many of the first events are unchanged since the last call.
  [[nodiscard]] std::size_t take_unchanged_prefix() {
    return std::exchange(unchanged_prefix_, events_.size());
  }
  // Whether no object was registered or ended, and no thread named, since the snapshot.
  [[nodiscard]] bool matches_snapshot(const Snapshot& snapshot) const;

 private:
  struct Choice {  // which alternative an event was
    std::uint16_t chosen = 0;
    std::uint16_t alternatives = 1;
    bool preempts = false;
  };

  static constexpr ThreadSet kNoThreads{};

  void note_running(ThreadRecord& record, bool preempts) {
    preemptions_ += preempts ? 1 : 0;
    running_ = record.id;
    record.yielded = false;
    ++steps_;
  }
  [[nodiscard]] Word label_of_notify(const Alternative& alternative) const;
  bool extend_futile_wait(ThreadId thread);
  // Whichever version it read.
  [[nodiscard]] bool has_default_outcome(const Event& event) const {
    return event.way == 0 || (weak_memory_ != nullptr && is_memory_step(event.operation.kind) &&
                              outcome_of_way(event.way) == 0);
  }
  [[nodiscard]] bool left_unchanged(const Event& event) const {
    return event.version_after == kNone ||
           is_same_state(versions_[event.version_after], versions_[event.version_before]);
  }
  // A live record is the newest at its address: identify_address() ends the one before.
  [[nodiscard]] bool is_atomic_with(ObjectId id, const void* address, std::uint8_t bytes,
                                    Word value) const {
    if (id == kNoObject) return false;
    const ObjectRecord& object = objects_[index(id)];
    return object.alive && object.address == address && !object.is_bytes &&
           object.kind == ObjectKind::kAtomic && object.bytes == bytes &&
           versions_[object.version].value == value;
  }
  ObjectId find_atomic_uncached(const void* address, std::uint8_t bytes, Word value);
  ThreadId spawn(ThreadRecord& parent);
  struct AlternativeCursor;
  void append_alternatives(const ThreadRecord& record, bool preempts, AlternativeCursor& at);
  [[nodiscard]] bool can_join(ThreadId id) const {
    const ThreadRecord& target = thread(id);
    const bool finished = target.status == ThreadRecord::Status::kFinished;
    if (!finished || target.ended_process) return false;  // no thread outlives the process
    return target.equals == 0 || have_ended(target.equals);
  }
  void append_alternatives_by_state(const ThreadRecord& record, bool preempts);
  void append_weak_ways(const ThreadRecord& record, bool preempts);
  std::span<const Alternative> finish_alternatives(const AlternativeCursor& at);
  void make_room(std::size_t enabled);
  [[nodiscard]] std::uint32_t version_without_own_writes(const ThreadRecord& thread,
                                                         std::uint32_t version) const;
  [[nodiscard]] bool is_idle(const ThreadRecord& thread) const;
  [[nodiscard]] bool loop_reads_changed(const ThreadRecord& thread) const;
  [[nodiscard]] bool loop_reads_unchanged(const ThreadRecord& thread) const;
  [[nodiscard]] std::uint32_t enabled_or_spinning(const ThreadRecord& thread) const;
  [[nodiscard]] std::uint32_t enabled_by_state(const ThreadRecord& thread) const;
  [[nodiscard]] bool can_only_give_up(const ThreadRecord& record) const;
  [[nodiscard]] std::uint32_t waiter_by_path(const State& state, std::uint32_t nth) const;
  std::uint32_t take_cause(ThreadRecord& thread);
  void log(ThreadRecord& thread, const Outcome& outcome, std::uint32_t way);
  bool perform_with_outcome(ThreadRecord& thread, const Alternative& way, Reply& reply);
  const Outcome& perform_on_memory(ThreadRecord& thread, Word value, std::uint32_t way);
  const Outcome& perform_weakly(ThreadRecord& thread, std::uint32_t way);
  void unlink_version(std::uint32_t version);
  const Outcome& perform_join(ThreadRecord& thread);
  void log_join(ThreadRecord& thread);
  static void note_failure(ThreadRecord& thread, bool failed, Word label);
  Event& log_pending(ThreadRecord& thread, std::uint32_t way);
  void make_room_for_step();
  Event& log_memory(ThreadRecord& thread, const MemoryStep& step, std::uint32_t way,
                    std::uint32_t cause, const Choice& choice);
  void wake(const Outcome& outcome);
  void update_section(ThreadRecord& record);
  void index_threads(std::size_t from = 0);
  void unindex_threads();
  std::uint32_t add_version(ObjectId object, const State& state, std::uint32_t writer);
  [[nodiscard]] bool is_same_state(const Version& a, const Version& b) const;

  Identities& identities_;
  RegistrationListener* listener_ = nullptr;
  TrivialVector<Event> events_;
  std::size_t unchanged_prefix_ = 0;
  TrivialVector<Version> versions_;
  std::vector<ObjectHolders> holders_;  // of versions that have some, in order
  std::vector<ThreadRecord> threads_;   // ordered by path
  std::vector<std::int16_t> thread_index_ = std::vector<std::int16_t>(kMaxThreads, -1);
  std::vector<ObjectRecord> objects_;           // by id
  TrivialVector<ObjectChange> object_changes_;  // beginnings and ends of objects, in order
  AddressTable<ObjectsAtAddress> objects_by_address_;
  RecentAddresses recent_addresses_;  // the first place to look up an object
  std::vector<Note> notes_;           // in order
  std::vector<ClockAdvance> clock_advances_;
  std::vector<Alternative> alternatives_;  // the first alternative_count_ are valid
  std::size_t alternative_count_ = 0;
  std::vector<Stop> stops_;
  std::vector<Spin> spins_;
  LoopDetector loop_detector_;
  bool keeps_in_loops_ = false;
  bool may_spin_ = false;
  std::size_t count_with_spins_ = 0;
  ObjectCounts object_counts_{};
  Outcome last_outcome_;
  Outcome memory_outcome_;  // of a memory step or a join: only these four fields are set
  ThreadId running_{};
  std::uint32_t preemptions_ = 0;
  std::size_t steps_ = 0;
  std::size_t unfinished_ = 1;
  bool process_ended_ = false;
  bool has_sections_ = false;
  bool depends_on_state_ = false;  // what an access of memory can do: sections, weak memory
  std::unique_ptr<WeakMemory> weak_memory_;
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
