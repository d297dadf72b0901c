// SPDX-License-Identifier: MIT
// Executes the threads of a program as coroutines in one OS thread. Every search of real code uses
// this executor. It owns the program memory and the coroutines, passes results into the threads,
// and returns the operations that they announce and the failures. It makes no scheduling decision.
#pragma once

#include <array>
#include <csetjmp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/memory/snapshots/snapshot_set.hpp"
#include "engine/memory/snapshots/snapshot_stack.hpp"
#include "engine/platform/stacks/engine_stack.hpp"
#include "engine/runtime/cache/lazy_memory.hpp"
#include "engine/runtime/cache/step_cache.hpp"
#include "engine/runtime/cache/step_recording.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"
#include "engine/runtime/isolation/external_state.hpp"
#include "engine/runtime/isolation/kernel_effect.hpp"
#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/runtime/machine/backtrace.hpp"
#include "engine/runtime/machine/behaviour.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/run_ahead.hpp"
#include "engine/runtime/machine/thread_context.hpp"
#include "engine/runtime/memory/heap_checker.hpp"
#include "engine/runtime/memory/reuse_evidence.hpp"
#include "engine/runtime/symmetry/thread_symmetry.hpp"
#include "engine/runtime/verdict/defined_misuse.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"
#include "engine/search/steps/inline_scheduler.hpp"

namespace mcheck {

class IsolatedExecutor;
class Machine;
struct ResumedThread;
// The same as Machine::current(); hooks read it on every call.
MCHECK_HOST_STATE extern Machine* current_machine;

class Machine final : public Executor {
 public:
  static Machine* current() { return current_machine; }  // null: there is none

  Machine(std::function<void()> body, const Behaviour& behaviour);
  ~Machine() override;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // --- Executor ----------------------------------------------------------------------------------
  void begin(Execution& execution) override;
  void create(ThreadId child, const Operation& spawn) override;
  const Step& resume(ThreadId thread, const Outcome& outcome) override;
  std::optional<Snapshot> snapshot() override;
  void set_inline_scheduler(InlineScheduler* scheduler) override { inline_scheduler_ = scheduler; }
  void watch(ThreadId thread) override;
  [[nodiscard]] std::size_t spin_sites() const override {
    return spin_sites_.size() + cycle_sites_.size() + counted_loops_.sites.size();
  }
  bool loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) override;
  std::uint64_t run_counted_loop(ThreadId thread, const Outcome& outcome, std::uint32_t) override;
  [[nodiscard]] std::size_t counted_loop_sites() const override {
    return counted_loops_.sites.size();
  }
  bool compare_loop_exits(ThreadId thread, const LoopExit& exit) override;
  [[nodiscard]] bool may_precede(ThreadId thread, const Event& event) override;
  [[nodiscard]] std::uint64_t local(ThreadId thread) override;
  void track(ThreadId thread) override;
  [[nodiscard]] std::int64_t time_of(ThreadId thread) const override;
  void copy_local(ThreadId thread, std::vector<std::byte>& into) override;
  [[nodiscard]] bool equals_local(ThreadId thread, std::span<const std::byte> kept,
                                  std::int64_t then) override;
  void advance_clock(ThreadId thread) override;
  [[nodiscard]] bool time_matters(ThreadId thread, std::int64_t then) const override;
  [[nodiscard]] Fingerprint shared_memory(ThreadId thread) override;
  [[nodiscard]] std::uint64_t shared_memory_sum(ThreadId thread) override;
  void match_states(Matching matching) override;
  [[nodiscard]] std::optional<Fingerprint> state_of_program() override;
  [[nodiscard]] const ThreadNames* thread_names() const override { return &symmetry_.names(); }
  [[nodiscard]] std::optional<Memory> memory() override;
  [[nodiscard]] std::optional<Memory> memory_by_content() const override;
  void restore(Snapshot snapshot) override;
  void forget(Snapshot snapshot) override { cut_snapshots(snapshot); }
  void use_step_cache(bool enabled) override;
  void clear_step_cache() override;
  [[nodiscard]] std::uint64_t cached_steps() const override { return step_cache_.hits(); }
  bool examine(bool on) override;
  void note_undecided() override { basis_.undecided = true; }
  [[nodiscard]] std::size_t snapshot_bytes() const override;
  [[nodiscard]] bool snapshots_are_free() const override { return memory_.has_content_ids(); }
  std::optional<Failure> failure_at_end() override;
  void failed(const Failure& failure) override;
  void end() override;

  // --- called by the running thread (perform.hpp) ------------------------------------------------
  [[nodiscard]] bool running() const { return is_inside_; }
  [[nodiscard]] ThreadId running_thread() const { return thread_; }
  [[nodiscard]] const Behaviour& behaviour() const { return behaviour_; }
  Execution& execution() { return flush_repeats(), *execution_; }
  Reply perform(const Operation& operation);
  inline Reply suspend_at(const Operation& operation);  // only in perform.cpp
  // Performs the operation at once, if the scheduler grants it (search/steps/inline_scheduler.hpp).
  [[nodiscard]] RunAheadResult try_run_ahead(const Operation& operation);
  // The same for an atomic operation; the caller is already on the engine stack (run_ahead.hpp).
  RunAheadResult run_ahead_atomic(const AtomicStep& step);
  RunAheadResult run_ahead_object(const AtomicStep& step);
  void clear_dead_stack();  // what the engine left below the caller on the thread's stack
  EngineStack& engine_stack() { return engine_stack_; }
  ThreadSymmetry& symmetry() { return symmetry_; }
  // Code on a thread's stack calls this before it reads the event log.
  void flush_repeats() {
    repeated_change_.address != nullptr ? flush_repeats_on_engine_stack() : void();
  }
  ObjectId identify(detail::Object& object, ObjectType type, const State& first);
  [[nodiscard]] ObjectId known_object(const detail::Object& object) const;
  ObjectId identify_at(const void* address, ObjectType type, const State& first, const char* name);
  ObjectId identify_by_location(const void* address, ObjectType type, const State& first,
                                const char* name);
  ObjectId identify_address(const void* address, ObjectType type, const State& first,
                            const char* name = nullptr);
  ObjectId identify_guard(const void* address, const State& first);
  // The object that represents these bytes of one granule as plain data.
  ObjectId identify_bytes(const void* address, std::size_t size);
  [[nodiscard]] Word write_stamp();  // no other write of plain data has it
  void end_object_at(const void* address);
  void retire(detail::Object& object, bool busy_unless_zero);
  [[noreturn]] void end_with(Step::Kind kind, FailureKind failure, std::string_view message);
  [[noreturn]] void end_process(int status);
  // The thread in whose region the address lies; and the thread pointer of a thread.
  [[nodiscard]] ThreadId thread_at(const void* address) const;
  [[nodiscard]] bool main_is_alone() const;  // main runs, and all other threads were joined
  [[nodiscard]] std::byte* thread_pointer_of(ThreadId thread) const;
  void check_uninstrumented_writes(const void* caller);
  void race_found();  // returns if the race is suppressed
  // shared<T>: the object begins and is written; the last event read or wrote it.
  void data_made(const void* data, const void* caller);
  void data_accessed(const void* data, bool write, const void* caller);
  // The execution ends: at the conflict to stop at, or because what follows is meaningless.
  [[noreturn]] void end_with_conflict(bool reached);
  void report_conflicts();  // to the process that forked this execution, if any
  // What the running thread's clock shows after that time: no less than any in its causal past.
  [[nodiscard]] std::int64_t clock_after(std::int64_t now, std::int64_t nanoseconds);
  void note_clock_read();
  [[nodiscard]] bool spurious_left() const;
  const char* intern_text(const char* text);
  void note(const char* name, std::int64_t value);
  std::vector<std::string>& wide_values() { return wide_values_; }
  void note_kernel_effect(const KernelCall& call);
  void report(ReplyTag tag, const Packed& packed);  // to the process that forked this one
  void add_wide_value(std::string_view value);

  // --- isolated executions: isolation/isolated_executor.hpp --------------------------------------
  void isolate();  // from the next execution on
  [[nodiscard]] bool is_isolated() const { return isolated_ != nullptr; }
  // The program did something that requires isolation. The current execution must be discarded.
  [[nodiscard]] bool needs_isolation() const;
  [[nodiscard]] const std::optional<KernelEffect>& kernel_effect() const { return kernel_effect_; }
  [[nodiscard]] Executor& executor();  // this, or the one that runs it in a forked process
  void set_reply_log(ReplyLog* reply_log) { reply_log_ = reply_log; }
  void clear_locations();
  [[nodiscard]] Packed pack_findings() const;
  void merge(ReplyLog::Entry& entry);
  void set_watcher_flags_if_unset(volatile std::uint32_t* in_program, volatile std::uint64_t* beat);
  std::uint32_t take_in_program();  // where the process was that has just died

  // --- called by signal handlers -----------------------------------------------------------------
  // Abandons the program where it is; the execution ends with that failure.
  [[noreturn]] void escape(FailureKind failure, const char* message);
  // Whether the access, by a thread or on its behalf, is beyond the end of the thread's stack.
  [[nodiscard]] bool is_beyond_stack(const void* address) const;
  // True if a write was watched for, or the address was guarded: then all memory is materialized
  // and no guard remains. The second function does that unconditionally.
  bool handle_guard_fault(const void* address);
  void materialize_all() { materialize(); }
  void report_stack_overflow();  // the process dies: engine code cannot be abandoned
  [[nodiscard]] std::uint64_t resumes() const { return resumes_; }
  // What the running thread's step did, or read, depends on more than memory.
  void mark_step_uncacheable() { step_recording_.is_determined = false; }
  void stop_repeats() { repeated_change_.max_count = 0; }  // the engine sees each change again

  // Whether the plain accesses that hooks report are checked. Call between executions.
  void watch_plain_accesses(bool on);

  // --- for reports -------------------------------------------------------------------------------
  void keep_notes(bool on) { keep_notes_ = on; }  // the program's notes
  // Records the call stacks of operations and of the failure. Slow: for reports only.
  void capture_locations(bool on);
  // Treats every operation as one that may spin. Slow: only for a single execution.
  void assume_all_spin(bool on) { assume_all_spin_ = on; }
  // Treats none as one: no trial steps, so an endless spin loop runs endlessly.
  void assume_none_spins(bool on) { assume_none_spins_ = on; }
  // Restored together with memory after each trial step; null: there is only memory.
  void set_external_state(ExternalState* external_state) { external_state_ = external_state; }
  // By the thread's nth event; empty if not captured. Frames: the same, with addresses.
  [[nodiscard]] const Backtrace& location_of(ThreadId thread, std::uint32_t event) const;
  // Of an unmodified program, in the execution that began last; 0 if the process has not ended.
  [[nodiscard]] int exit_status() const { return exit_status_; }
  [[nodiscard]] const Backtrace& failure_location() const { return failure_frames_.calls; }
  [[nodiscard]] const CallFrames& frames_of(ThreadId thread, std::uint32_t event) const;
  [[nodiscard]] const CallFrames& failure_frames() const { return failure_frames_; }
  // The race that was found last; with the stacks of both sides if locations are captured.
  [[nodiscard]] const Race& race() const { return race_; }
  [[nodiscard]] Conflicts* conflicts() const;  // null: conflicts are not collected
  // --- suppressed races: races/race_suppression.cpp ----------------------------------------------
  // Called for each new race, with both stacks. Returns the index of the reason to suppress it, or
  // no value. Null: every race is a failure.
  using RaceJudge = std::function<std::optional<std::size_t>(const Race& race)>;
  void suppress_races(RaceJudge judge);
  [[nodiscard]] std::vector<std::uint64_t> suppressed_races() const;  // how often, by reason
  [[nodiscard]] bool judges_all_races() const;                        // all of them
  [[nodiscard]] ProgramMemory& program_memory() { return materialize(), program_memory_; }
  HeapChecker& heap_checker() { return heap_checker_; }
  ReuseEvidence& reuse_evidence() { return reuse_evidence_; }
  // Whether the address is on the stack of a finished thread, or in its thread-locals.
  [[nodiscard]] bool is_on_dead_stack(const void* address) const;
  [[nodiscard]] bool is_below_stack(const void* address) const;  // from here on: races/frames.cpp
  [[nodiscard]] bool is_first_touch(const void* address) const;
  void frames_end(std::uintptr_t end, std::uintptr_t begin, const void* caller);
  void frames_begin(std::uintptr_t begin, const void* caller);
  // --- reuse of freed blocks: memory/reuse_evidence.hpp ------------------------------------------
  // The executions so far have shown that it matters. The current search must be discarded.
  [[nodiscard]] bool needs_reuse() const;
  // The same for uninstrumented writes, and for records that states are compared by.
  [[nodiscard]] bool needs_write_checks() const;
  [[nodiscard]] bool needs_more_records() const;
  void check_writes();
  [[nodiscard]] bool checks_writes() const { return uninstrumented_writes_.is_checking(); }
  // Why the program cannot be verified although no uninstrumented write races; empty if it can.
  [[nodiscard]] std::string uninstrumented_reads() const;
  std::uint64_t enable_reuse();           // next; returns all size classes that are reused by now
  void report_block(const Block& block);  // the failure that follows concerns this block
  [[nodiscard]] const BlockHistory& block_history() const { return heap_checker_.reported(); }
  [[nodiscard]] DefinedMisuses& defined_misuses() { return defined_misuses_; }
  void report_defined_misuse(std::string_view message);
  VerdictBasis& basis() { return basis_; }
  // Why not all orders of racing accesses were explored; empty if they were.
  [[nodiscard]] std::string unexplored_orders() const;
  // What the verdict assumes about the operations used, after all executions or only some.
  [[nodiscard]] std::vector<std::string> assumptions(bool all, const Execution& execution) const;
  void set_watcher_flags(volatile std::uint32_t* in_program, volatile std::uint64_t* heartbeat);

 private:
  friend class CountedLoop;
  friend class ThreadSymmetry;
  static ProcessState& process_state();
  static void thread_main(void* context);
  inline void prepare(Operation& operation);
  void note_weaker_order(const Operation& operation);
  VerdictBasis current_basis() const;
  [[nodiscard]] bool is_sequentially_consistent() const;
  void grant_failures(Operation& operation);  // spurious failures and timeouts, if they are allowed
  void enable_run_ahead();
  [[nodiscard]] bool may_run_ahead(Kind kind) const;
  bool decide_run_ahead(Operation& operation, Reply& reply);
  void note_change(const AtomicStep& step, ObjectId object, bool again);
  void flush_repeats_here();
  void flush_repeats_on_engine_stack();
  void note_return();
  // The thread's stack; at sites of multi-step loops its thread-locals, too.
  [[nodiscard]] std::span<const std::byte> local_state(ThreadId thread);
  [[nodiscard]] std::span<const std::byte> stack_of(const ThreadContext& context);
  [[nodiscard]] bool stack_equals(const ThreadContext& context, const WatchedStep& then);
  // Whether the thread's local state is equal but for the time.
  [[nodiscard]] bool is_same(ThreadId thread, std::span<const std::byte> before,
                             std::span<const std::byte> now, std::int64_t then) const;
  bool iteration_loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version);
  void clear_below_stack(const ThreadContext& context);
  [[nodiscard]] bool is_among(const std::set<SpinSite>& sites, const ThreadContext& context,
                              Kind kind);
  [[nodiscard]] SpinKind spinning_at(const SpinSite& site) const;
  [[nodiscard]] SpinSite site_of(const ThreadContext& context, Kind kind);
  ThreadContext& assign_region(ThreadId thread, std::size_t number);
  void run_step();
  void enter(ThreadContext& context);
  // Whether the thread has finished or joins another, and another may run in its place.
  [[nodiscard]] inline bool can_hand_over() const;
  bool hand_over();
  void leave();
  void publish_stack_limits();
  void grown_frame_begins();
  void record_frames();
  void note_frame_ends();
  void record_frame_end(const FrameEnds::End& end);
  [[nodiscard]] bool checks_frames() const;
  // The step cache: cache/cached_steps.cpp.
  [[nodiscard]] bool can_cache_steps() const;
  [[nodiscard]] StepCache::StepInput step_input(bool publishes) const;
  [[nodiscard]] StepCache::Key own_regions_key(const StepCache::StepInput& input) const;
  [[nodiscard]] const StepCache::Effect* find_cached(bool publishes) const;
  void apply_cached(const StepCache::Effect& effect);
  bool run_from_cache(bool& publishes);
  [[nodiscard]] bool is_determined_by_memory() const;
  ThreadId next_thread();
  [[nodiscard]] bool retire_unobserved(const StepCache::Effect& effect);
  void begin_recording(bool publishes);
  void end_recording();
  // During a trial, memory differs from the recorded content ids.
  [[nodiscard]] bool has_content_ids() const { return memory_.has_content_ids() && !in_trial_; }
  void drop_content_ids() { memory_.leave(), unchanged_since_resume_ = 0; }
  void materialize() {
    if (memory_.materialize()) unchanged_since_resume_ = 0;
  }
  void cut_snapshots(std::size_t size);
  std::size_t find_region(ThreadId thread);
  void note_location(std::uint32_t event);
  void end_step_with_conflict();
  [[nodiscard]] ResumedThread resumed_thread(ThreadId thread);  // for the debugger
  void add_spin_site(const SpinSite& site);
  void add_cycle_site(const SpinSite& site);
  void record_location(ThreadId thread, std::uint32_t event, const CallFrames& frames);
  void record_failure_location(CallFrames frames);
  void record_race(const Race& race);
  [[nodiscard]] bool is_suppressed();
  void merge_race(ReplyLog::Entry& entry);
  void merge_suppressed(Packed& counts);
  [[nodiscard]] bool publishes_memory(Mode mode) const;
  [[nodiscard]] bool must_suspend() const;
  [[noreturn]] void report_dead_object(const void* address);
  [[nodiscard]] bool is_unwritten(const void* address, std::size_t size) const;
  [[nodiscard]] bool others_use(ObjectId object);
  [[nodiscard]] bool ends_unobserved(ObjectId object, bool busy_unless_zero);
  ObjectRecord record_of(const void* address, ObjectType type, const char* name);

  std::function<void()> body_;
  Behaviour behaviour_;
  ProcessState& process_state_;
  ProgramMemory& program_memory_;
  Execution* execution_ = nullptr;
  std::vector<ThreadContext*> context_of_;         // by thread; null: none yet
  std::map<std::size_t, ThreadId> region_owners_;  // by region
  SnapshotStack snapshots_;
  ProgramMemory::Snapshot initial_;
  SnapshotSet snapshot_set_;
  LazyMemory memory_;
  std::vector<LazyMemory::Snapshot> content_snapshots_;  // those with content ids
  StepCache step_cache_{behaviour_.initial_recordings, behaviour_.few_regions_after};
  bool uses_step_cache_ = false;  // steps may be taken from the cache, and recorded
  bool records_step_ = false;     // the current step is recorded:
  StepRecording step_recording_;  // what is known of it so far
  std::uintptr_t static_heap_end_ = 0;
  UninstrumentedWrites uninstrumented_writes_;
  HeapChecker heap_checker_;
  ReuseEvidence reuse_evidence_;
  WatchedStep watched_step_;
  std::set<SpinSite> spin_sites_, cycle_sites_;  // to which some step has, or several have returned
  bool assume_all_spin_ = false, assume_none_spins_ = false;
  CountedLoopFindings counted_loops_;
  ExternalState* external_state_ = nullptr;
  std::unique_ptr<Accesses> accesses_;  // null: accesses are not checked
  ProgramMemory::Snapshot before_trial_;
  ThreadSymmetry symmetry_{*this};
  std::uint64_t unchanged_since_resume_ = 0;  // resumes_ when memory was equal; 0: it may differ
  bool in_trial_ = false, clock_advanced_ = false;
  bool cleared_below_ = false;  // the stack of the thread that is resumed next
  std::int64_t leap_ = 0;
  Execution::Snapshot execution_before_trial_;
  ThreadId thread_{};
  ThreadContext* context_ = nullptr;
  bool is_inside_ = false, must_hand_over_ = false;  // once it is suspended, another thread may run
  Step step_;
  Reply reply_;
  // At this value of resumes_, the running thread had joined this many others: all.
  std::uint64_t all_joined_at_ = 0, all_joined_count_ = 0;
  int exit_status_ = 0;
  std::byte* own_thread_pointer_ = nullptr;
  void* escape_point_[5] = {};
  std::uint64_t resumes_ = 0;
  volatile std::uint32_t* in_program_flag_ = nullptr;
  std::set<std::string> interned_texts_;
  // Where the program has a text, and its copy: looked up first.
  std::array<std::pair<const char*, const char*>, 16> recent_texts_{};
  std::vector<std::string> wide_values_;
  DefinedMisuses defined_misuses_;
  VerdictBasis basis_;
  bool keep_notes_ = false, capture_ = false;
  std::vector<std::vector<const CallFrames*>> locations_;  // by thread, by event; null: none
  std::set<CallFrames> frames_;                            // distinct ones: a loop repeats them
  CallFrames failure_frames_;
  InlineScheduler* inline_scheduler_ = nullptr;
  RepeatedChange repeated_change_;
  EngineStack engine_stack_;
  std::unique_ptr<IsolatedExecutor> isolated_;
  std::optional<KernelEffect> kernel_effect_;  // the first
  ReplyLog* reply_log_ = nullptr;              // in the process that runs one execution; else null
  const CallFrames no_frames_;
  Race race_;
  RaceJudge race_judge_;
};

}  // namespace mcheck
