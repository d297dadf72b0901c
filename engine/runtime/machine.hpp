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
#include "engine/platform/aside.hpp"
#include "engine/runtime/accesses.hpp"
#include "engine/runtime/backtrace.hpp"
#include "engine/runtime/behaviour.hpp"
#include "engine/runtime/defined_misuse.hpp"
#include "engine/runtime/heap_watch.hpp"
#include "engine/runtime/journal.hpp"
#include "engine/runtime/kernel_touch.hpp"
#include "engine/runtime/known_memory.hpp"
#include "engine/runtime/known_steps.hpp"
#include "engine/runtime/lesson.hpp"
#include "engine/runtime/passing.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/runtime/resident.hpp"
#include "engine/runtime/reuse_signs.hpp"
#include "engine/runtime/surroundings.hpp"
#include "engine/runtime/unseen_writes.hpp"
#include "engine/runtime/verdict_basis.hpp"
#include "engine/search/decider.hpp"
#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "engine/world/kept_memory.hpp"
#include "engine/world/save_stack.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class Isolated;
class Machine;
struct GoingOn;

// The same as Machine::current(); hooks read it on every call.
MCHECK_HOST_STATE extern Machine* the_machine;

class Machine final : public Executor {
 public:
  // The one that exists; null if there is none.
  static Machine* current() { return the_machine; }

  Machine(std::function<void()> body, const Behaviour& behaviour);
  ~Machine() override;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // --- Executor ----------------------------------------------------------------------------------
  void begin(Execution& execution) override;
  void create(ThreadId child, const Operation& spawn) override;
  const Step& resume(ThreadId thread, const Outcome& outcome) override;
  std::optional<Save> save() override;
  void ask(Decider* decider) override { decider_ = decider; }
  void watch(ThreadId thread) override;
  [[nodiscard]] std::size_t polling_places() const override {
    return polled_from_.size() + circled_through_.size() + counted_.sites.size();
  }
  bool leads_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) override;
  std::uint64_t run_counted_loop(ThreadId thread, const Outcome& outcome, std::uint32_t) override;
  [[nodiscard]] std::size_t counted_loop_sites() const override { return counted_.sites.size(); }
  bool compare_loop_exits(ThreadId thread, const LoopExit& exit) override;
  [[nodiscard]] bool may_precede(ThreadId thread, const Event& event) override;
  [[nodiscard]] std::uint64_t local(ThreadId thread) override;
  void track(ThreadId thread) override;
  [[nodiscard]] std::int64_t time_of(ThreadId thread) const override;
  void keep_local(ThreadId thread, std::vector<std::byte>& into) override;
  [[nodiscard]] bool is_local(ThreadId thread, std::span<const std::byte> kept,
                              std::int64_t then) override;
  void leap(ThreadId thread) override;
  [[nodiscard]] bool time_matters(ThreadId thread, std::int64_t then) const override;
  [[nodiscard]] Fingerprint outside(ThreadId thread) override;
  [[nodiscard]] std::uint64_t outside_sum(ThreadId thread) override;
  [[nodiscard]] std::optional<Fingerprint> whole() override;
  [[nodiscard]] std::optional<Memory> memory() override;
  [[nodiscard]] std::optional<Memory> known_memory() const override;
  void restore(Save save) override;
  void forget(Save save) override { cut_saves(save); }
  void know_steps(bool known) override;
  void forget_steps() override;
  [[nodiscard]] std::uint64_t known_steps() const override { return known_.hits(); }
  bool examine(bool on) override;
  void note_undecided() override { basis_.undecided = true; }
  [[nodiscard]] std::size_t save_bytes() const override;
  [[nodiscard]] bool saves_freely() const override { return memory_.is_known(); }
  std::optional<Failure> at_end() override;
  void failed(const Failure& failure) override;
  void end() override;

  // --- called by the running thread (perform.hpp) ------------------------------------------------
  [[nodiscard]] bool running() const { return inside_; }
  [[nodiscard]] ThreadId running_thread() const { return thread_; }
  [[nodiscard]] const Behaviour& behaviour() const { return behaviour_; }
  Execution& execution() { return tell_repeats(), *execution_; }
  Reply perform(const Operation& operation);
  inline Reply come_to_rest(const Operation& operation);  // only in perform.cpp
  // Performs the operation at once, if the scheduler grants it (search/steps/inline_scheduler.hpp).
  [[nodiscard]] Passed passes(const Operation& operation);
  // The same for an atomic operation; the caller is already on the engine stack (run_ahead.hpp).
  Passed pass_atomic(const AtomicStep& step);
  Passed pass_object(const AtomicStep& step);
  void leave_no_traces();  // clears what the engine left below the caller on the running thread's
                           // stack
  // Code on a thread's stack calls this before it reads the event log.
  void tell_repeats() { last_change_.address != nullptr ? end_repeats_aside() : void(); }
  ObjectId identify(detail::Object& object, ObjectType type, const State& first);
  [[nodiscard]] ObjectId known_object(const detail::Object& object) const;
  ObjectId identify_at(const void* address, ObjectType type, const State& first, const char* name);
  ObjectId identify_by_place(const void* address, ObjectType type, const State& first,
                             const char* name);
  ObjectId identify_address(const void* address, ObjectType type, const State& first,
                            const char* name = nullptr);
  ObjectId identify_guard(const void* address, const State& first);
  // The object that represents these bytes of one granule as plain data.
  ObjectId identify_bytes(const void* address, std::size_t size);
  // A value that no other write of plain data has. It is a function of the thread's history.
  [[nodiscard]] Word write_stamp();
  void end_object_at(const void* address);
  void retire(detail::Object& object, bool busy_unless_zero);
  [[noreturn]] void end_with(Step::Kind kind, FailureKind failure, std::string_view message);
  [[noreturn]] void end_process(int status);
  // The thread in whose region the address lies; and the thread pointer of a thread.
  [[nodiscard]] ThreadId thread_at(const void* address) const;
  [[nodiscard]] std::byte* thread_pointer_of(ThreadId thread) const;
  void judge_unseen_writes(const void* caller);
  void race_found();  // returns if the race is suppressed
  // shared<T> (races/accesses.hpp): the object begins and is written; the last event read or wrote
  // it.
  void data_made(const void* data, const void* caller);
  void data_accessed(const void* data, bool write, const void* caller);
  // The execution ends: at the conflict to stop at, or because what follows is meaningless.
  [[noreturn]] void end_with_conflict(bool reached);
  // Sends new conflicts to the process that forked this execution, if there is one.
  void tell_conflicts();
  // How far the running thread's clock advances in addition, once.
  [[nodiscard]] std::int64_t take_leap() { return std::exchange(leap_, 0); }
  [[nodiscard]] bool spurious_left() const;
  const char* keep_text(const char* text);
  void note(const char* name, std::int64_t value);
  std::vector<std::string>& wide_values() { return wide_values_; }
  void touch(const KernelCall& call);
  void add_wide_value(std::string_view value);

  // --- isolated executions: isolation/isolated_executor.hpp --------------------------------------
  // From the next execution on.
  void isolate();
  [[nodiscard]] bool is_isolated() const { return isolated_ != nullptr; }
  // The program did something that requires isolation. The current execution must be discarded.
  [[nodiscard]] bool wants_isolation() const;
  [[nodiscard]] const std::optional<KernelTouch>& kernel_touch() const { return kernel_touch_; }
  // This machine, or the executor that runs it in a forked process.
  [[nodiscard]] Executor& executor();
  void keep_journal(Journal* journal) { journal_ = journal; }
  void clear_places();
  [[nodiscard]] Packed pack_seen() const;
  void learn(Journal::Entry& entry);
  void set_watcher_flags_if_unset(volatile std::uint32_t* in_program, volatile std::uint64_t* beat);
  // Where the process was that has just died (trace/protocol/flight_record.hpp).
  std::uint32_t end_in_program();

  // --- called by signal handlers -----------------------------------------------------------------
  // Abandons the program where it is; the execution ends with that failure.
  [[noreturn]] void escape(FailureKind failure, const char* message);
  // Whether the access, by a thread or on its behalf, is beyond the end of the thread's stack.
  [[nodiscard]] bool is_beyond_stack(const void* address) const;
  // True if the address was guarded. Then all memory is materialized and no guard remains; the
  // second function does the same unconditionally.
  bool admit(const void* address) { return memory_.admit(address); }
  void admit_all() { make_real(); }
  // The process will die of it: the engine's code cannot be abandoned.
  void tell_stack_is_used_up();
  [[nodiscard]] std::uint64_t resumes() const { return resumes_; }
  // What the running thread's step did, or read, depends on more than memory.
  void note_more() { learning_.follows = false; }
  void repeat_no_more() { last_change_.most = 0; }  // so that the engine sees each change again

  // Whether the plain accesses that hooks report (races/accesses.hpp) are checked. Call between
  // executions.
  void watch_plain_accesses(bool on);

  // --- for reports -------------------------------------------------------------------------------
  // Whether the program's notes are kept.
  void keep_notes(bool on) { keep_notes_ = on; }
  // Records the call stacks of operations and of the failure. Slow: only for an execution that is
  // reported.
  void capture_places(bool on);
  // Treats every operation as one that may spin. Slow: only for a single execution.
  void suspect_everything(bool on) { suspect_all_ = on; }
  // Treats none as one: no trial steps, so an endless spin loop runs endlessly.
  void suspect_nothing(bool on) { suspect_none_ = on; }
  // Restored together with memory after each trial step; null: there is only memory.
  void take_back_too(Surroundings* surroundings) { surroundings_ = surroundings; }
  // Empty if not captured. `event` counts the events of the thread.
  [[nodiscard]] const Backtrace& place_of(ThreadId thread, std::uint32_t event) const;
  // Of an unmodified program, in the execution that began last; 0 if the process has not ended.
  [[nodiscard]] int exit_status() const { return exit_status_; }
  [[nodiscard]] const Backtrace& failure_place() const { return failure_frames_.calls; }
  // The same, with the addresses of the frames.
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
  [[nodiscard]] World& world() { return make_real(), world_; }
  HeapWatch& heap_watch() { return heap_watch_; }
  ReuseSigns& reuse_signs() { return reuse_signs_; }
  // Whether the address is on the stack of a finished thread, or in its thread-locals.
  [[nodiscard]] bool is_on_dead_stack(const void* address) const;
  [[nodiscard]] bool is_below_stack(const void* address) const;  // from here on: races/frames.cpp
  [[nodiscard]] bool is_first_touch(const void* address) const;
  void frames_end(std::uintptr_t end, std::uintptr_t begin, const void* caller);
  void frames_begin(std::uintptr_t begin, const void* caller);
  // --- reuse of freed blocks: memory/reuse_evidence.hpp ------------------------------------------
  // The executions so far have shown that it matters. The current search must be discarded.
  [[nodiscard]] bool wants_reuse() const;
  [[nodiscard]] bool wants_judging() const;  // the same for uninstrumented writes
  void judge_writes();
  [[nodiscard]] bool judges_writes() const { return unseen_writes_.judges(); }
  // Why the program cannot be verified although no uninstrumented write races; empty if it can.
  [[nodiscard]] std::string unseen_reads() const;
  // From the next execution on. Returns all size classes that are reused by now.
  std::uint64_t choose_reuse();
  void tell_block(const Block& block);  // the failure that follows concerns this block
  [[nodiscard]] const BlockStory& block_story() const { return heap_watch_.told(); }
  [[nodiscard]] DefinedMisuses& defined_misuses() { return defined_misuses_; }
  void report_defined_misuse(std::string_view message);
  VerdictBasis& basis() { return basis_; }
  // Why not all orders of racing accesses were explored, although all scheduling points were; empty
  // if they were.
  [[nodiscard]] std::string unordered() const;
  // What the verdict assumes about the operations that were used; after all executions, or only
  // some.
  [[nodiscard]] std::vector<std::string> assumptions(bool all, const Identities& names) const;
  void set_watcher_flags(volatile std::uint32_t* in_program, volatile std::uint64_t* heartbeat);

 private:
  friend class CountedTurns;
  static Stage& stage();
  static void live(void* resident);
  inline void prepare(Operation& operation);
  void note_weaker_order(const Operation& operation);
  VerdictBasis current_basis() const;
  [[nodiscard]] bool is_sequentially_consistent() const;
  void grant(Operation& operation);  // spurious failures and timeouts, if they are allowed
  void let_pass();
  [[nodiscard]] bool may_pass(Kind kind) const;
  bool decide_to_pass(Operation& operation, Reply& reply);
  void note_change(const AtomicStep& step, ObjectId object, bool again);
  void end_repeats();
  void end_repeats_aside();
  void note_return();
  // The thread's local state: at sites of multi-step loops its stack and thread-locals, elsewhere
  // its stack.
  [[nodiscard]] std::span<const std::byte> own(ThreadId thread);
  [[nodiscard]] std::span<const std::byte> stack_of(const Resident& resident);
  [[nodiscard]] bool stack_is(const Resident& resident, const WatchedStep& then);
  // Whether the thread's local state is equal but for the time.
  [[nodiscard]] bool is_same(ThreadId thread, std::span<const std::byte> before,
                             std::span<const std::byte> now, std::int64_t then) const;
  bool turn_leads_back(ThreadId thread, const Outcome& outcome, std::uint32_t version);
  void sweep_below(const Resident& resident);
  [[nodiscard]] bool is_among(const std::set<PollingSite>& sites, const Resident& resident,
                              Kind kind);
  [[nodiscard]] Polling polling_at(const PollingSite& site) const;
  [[nodiscard]] PollingSite site_of(const Resident& resident, Kind kind);
  Resident& settle_in(ThreadId thread, std::size_t number);
  void enter(Resident& resident);
  // Whether the thread has finished, or waits for another to finish, and another may run in its
  // place.
  [[nodiscard]] inline bool goes_no_further() const;
  bool hands_over();
  void leave();
  void show_frames();
  void grown_frame_begins();
  void rest_frames();
  void note_frame_ends();
  void keep_frame_end(const FrameEnds::End& end);
  [[nodiscard]] bool watches_frames() const;
  // The step cache: cache/cached_steps.cpp.
  [[nodiscard]] bool can_know_steps() const;
  [[nodiscard]] KnownSteps::Told told_of_step(bool shows) const;
  [[nodiscard]] KnownSteps::Start start_by_few(const KnownSteps::Told& told) const;
  [[nodiscard]] const KnownSteps::Way* known_way(bool shows) const;
  void go(const KnownSteps::Way& way);
  bool goes_known_way(bool& shows);
  [[nodiscard]] bool is_told_by_memory() const;
  ThreadId follower();
  [[nodiscard]] bool retires_unseen(const KnownSteps::Way& way);
  void begin_learning(bool shows);
  void end_learning();
  // During a trial, memory differs from the recorded content ids.
  [[nodiscard]] bool is_known() const { return memory_.is_known() && !trying_; }
  void leave_state() { memory_.leave(), tried_after_ = 0; }
  void make_real() {
    if (memory_.make_real()) tried_after_ = 0;
  }
  void cut_saves(std::size_t size);
  std::size_t find_place(ThreadId thread);
  void note_place(std::uint32_t event);
  void end_step_with_conflict();
  // What the debugger is told about the thread that is resumed.
  [[nodiscard]] GoingOn going_on(ThreadId thread);
  void tell(JournalTag tag, const Packed& packed);
  void add_polled(const PollingSite& site);
  void add_circled(const PollingSite& site);
  void keep_place(ThreadId thread, std::uint32_t event, const CallFrames& frames);
  void keep_failure_place(CallFrames frames);
  void keep_race(const Race& race);
  [[nodiscard]] bool is_suppressed();
  void learn_race(Journal::Entry& entry);
  void learn_suppressed(Packed& counts);
  [[nodiscard]] bool shows_memory(Mode mode) const;
  [[nodiscard]] bool is_watched() const;
  [[noreturn]] void refuse_ghost(const void* address);
  [[nodiscard]] bool holds_nothing(const void* address, std::size_t size) const;
  [[nodiscard]] bool others_use(ObjectId object);
  [[nodiscard]] bool ends_unseen(ObjectId object, bool busy_unless_zero);
  ObjectRecord record_of(const void* address, ObjectType type, const char* name);

  std::function<void()> body_;
  Behaviour behaviour_;
  Stage& stage_;
  World& world_;
  Execution* execution_ = nullptr;
  std::vector<Resident*> resident_of_;     // by thread; null: none yet
  std::map<std::size_t, ThreadId> taken_;  // by region
  SaveStack saves_;
  World::Save initial_;
  KeptMemory kept_memory_;
  KnownMemory memory_;
  std::vector<KnownMemory::Mark> marks_;  // by snapshot; those without content ids are in
                                          // snapshots_
  KnownSteps known_{behaviour_.step_trials, behaviour_.few_rooms_after};
  bool knows_ = false;   // steps may be taken from the cache, and recorded
  bool learns_ = false;  // the current step is recorded:
  Lesson learning_;      // what is known of it so far
  std::uintptr_t static_heap_end_ = 0;
  UnseenWrites unseen_writes_;
  HeapWatch heap_watch_;
  ReuseSigns reuse_signs_;
  WatchedStep watch_;
  std::set<PollingSite> polled_from_;  // sites to which some step has returned
  std::set<PollingSite> circled_through_;
  bool suspect_all_ = false, suspect_none_ = false;
  CountedLoops counted_;
  Surroundings* surroundings_ = nullptr;
  std::unique_ptr<Accesses> accesses_;  // null: accesses are not checked
  World::Save before_try_;
  std::uint64_t tried_after_ = 0;  // the value of resumes_ at which memory still equals the
                                   // snapshot; 0: it may differ
  bool trying_ = false, time_passed_ = false;
  bool swept_ = false;  // below the stack of the thread that is resumed next
  std::int64_t leap_ = 0;
  Execution::Mark mark_before_try_;

  ThreadId thread_{};
  Resident* resident_ = nullptr;
  bool inside_ = false, gives_way_ = false;  // once it is suspended, another thread may run
  Step step_;
  Reply reply_;
  // At this value of resumes_, the running thread had joined this many others: all.
  std::uint64_t alone_after_ = 0, alone_of_ = 0;
  int exit_status_ = 0;
  std::byte* own_thread_pointer_ = nullptr;
  void* landing_[5] = {};
  std::uint64_t resumes_ = 0;
  volatile std::uint32_t* in_program_flag_ = nullptr;
  struct KeptText {  // where the program has a text, and its copy in interned_texts_
    const char* from = nullptr;
    const char* kept = nullptr;
  };
  std::set<std::string> texts_;
  std::array<KeptText, 16> last_texts_;  // looked up first
  std::vector<std::string> wide_values_;
  DefinedMisuses defined_misuses_;
  VerdictBasis basis_;
  bool keep_notes_ = false, capture_ = false;
  std::vector<std::vector<const CallFrames*>> places_;  // by thread, by event; null: not recorded
  std::set<CallFrames> frames_;                         // distinct ones: a loop repeats them
  CallFrames failure_frames_;
  Decider* decider_ = nullptr;
  LastChange last_change_;
  Aside aside_;
  std::unique_ptr<Isolated> isolated_;
  std::optional<KernelTouch> kernel_touch_;  // the first
  Journal* journal_ = nullptr;               // in the process that runs one execution; else null
  const CallFrames nowhere_;
  Race race_;
  RaceJudge race_judge_;
};

}  // namespace mcheck
