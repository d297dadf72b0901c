// SPDX-License-Identifier: MIT
// Symmetry of equal threads in a search that compares states: the names that they exchange, the
// check that each step is the same for all of them, and what else shows that it is not
// (equal_threads.hpp). A part of the machine, which owns it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/runtime/symmetry/equal_threads.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/states/thread_names.hpp"

namespace mcheck {

class Machine;
struct ThreadContext;

class ThreadSymmetry {
 public:
  explicit ThreadSymmetry(Machine& machine) : machine_(machine) {}

  void begin_search(bool on) { equal_.begin_search(on), forget_parts(), images_.clear(); }
  [[nodiscard]] const EqualThreads& equal() const { return equal_; }
  void note_observed(const char* how) { equal_.note_observed(how); }

  // A fingerprint of all memory in the current state; and the names in it.
  [[nodiscard]] Fingerprint memory();
  [[nodiscard]] const ThreadNames& names() const { return names_; }

  // --- for the machine ---------------------------------------------------------------------------
  // The thread is about to continue with that outcome. Afterwards it is the running thread.
  void check_step(ThreadId thread, const Outcome& outcome);
  // The running thread has suspended.
  void note_step();
  // The execution has failed.
  void note_delayed_joins();
  void forget_parts() { parts_.clear(); }
  // Parallel to snapshots of memory.
  void snapshot(std::size_t number);
  void restore(std::size_t number);

  // --- called by the running thread --------------------------------------------------------------
  // It has started that thread.
  void note_thread_start(ThreadId thread, const ThreadStart& start);
  // The program uses the thread's id, other than to join it.
  void note_identity_used(ThreadId thread);
  void note_clock_read();

 private:
  void note_joins();
  [[nodiscard]] std::vector<ThreadId> threads_equal_to(const ThreadRecord& record) const;
  [[nodiscard]] Fingerprint image_of(const ThreadContext& context, std::uint16_t equals);
  [[nodiscard]] const Fingerprint& known_image_of(const ThreadRecord& record);
  [[nodiscard]] const Fingerprint& common_memory();
  void add_thread_state(const ThreadRecord& record);
  [[nodiscard]] Range irrelevant_clock(ThreadId thread, const Range& stack) const;
  void name_equal_threads(Fingerprint& all);
  // Trials: step_trials.cpp.
  [[nodiscard]] bool is_same_for_all(ThreadId thread, const std::vector<ThreadId>& threads,
                                     const Outcome& outcome);
  [[nodiscard]] Fingerprint try_step_as(ThreadId thread, ThreadId as, const Outcome& outcome);
  [[nodiscard]] Fingerprint tried_step(std::uint16_t equals);
  void add_locks_of(ThreadId thread, std::vector<Word>& words) const;
  void exchange_threads(ThreadId first, ThreadId second);
  void exchange_images(const ThreadContext& first, const ThreadContext& second);

  Machine& machine_;
  EqualThreads equal_;
  ThreadNames names_;
  KnownFingerprints parts_;
  std::vector<KnownFingerprints> parts_of_snapshots_;
  // By a thread's memory as it is.
  std::unordered_map<Fingerprint, Fingerprint, FingerprintHash> images_;
  ProgramMemory::Snapshot before_check_;
  std::vector<Word> state_words_, image_;      // reused
  std::vector<std::uintptr_t> other_regions_;  // reused
};

}  // namespace mcheck
