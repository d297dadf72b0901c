// SPDX-License-Identifier: MIT
// How the machine takes steps from the cache (step_cache.hpp), and records those that miss. For a
// hit nothing runs: the inline scheduler gets the same questions as in the middle of a thread
// (machine/run_ahead.cpp), and memory is not restored until it is used.
#include <algorithm>
#include <utility>

#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/debugger.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/prepare.hpp"
#include "engine/runtime/signals.hpp"

namespace mcheck {

// Only if all that a step does is in memory or in its next operation, and nothing else observes it.
// Plain accesses of unmodified programs are checked as they happen.
bool Machine::can_know_steps() const {
  const bool looked_at = capture_ || keep_notes_ || suspect_all_ || suspect_none_ ||
                         surroundings_ != nullptr || mcheck_debugged != 0 || race_judge_;
  const bool judged = unmodified() || conflicts() != nullptr;
  if (!circled_through_.empty()) return false;  // see track()
  return !looked_at && !judged && journal_ == nullptr && isolated_ == nullptr && !kAddressSanitizer;
}

void Machine::know_steps(bool known) {
  knows_ = known && can_know_steps();
  if (!knows_) leave_state();
}

void Machine::forget_steps() {
  know_steps(false);
  cut_saves(0);
  known_.clear();
  memory_.forget();
  watch_ = {};
}

inline KnownSteps::Told Machine::told_of_step(bool shows) const {
  return {.thread = thread_,
          .events = execution_->thread(thread_).events,
          .shows = shows,
          .failed = reply_.failed,
          .result = reply_.result};
}

inline KnownSteps::Start Machine::start_by_few(const KnownSteps::Told& told) const {
  return {memory_.of(*resident_), memory_.mains(), memory_.globals(), told};
}

[[gnu::always_inline]] inline const KnownSteps::Way* Machine::known_way(bool shows) const {
  const KnownSteps::Told told = told_of_step(shows);
  if (known_.has_few()) {
    const KnownSteps::Way* const way = known_.find(start_by_few(told));
    if (way != nullptr && !way->by_all) return way;
    // A step that was recorded before few regions were tried is recorded once more.
    const bool learns = known_.may_learn(resumes_) && polling_places() == 0;
    if (way == nullptr && known_.may_try_few() && learns) return nullptr;
  }
  return known_.find({memory_.sum(), told});
}

inline void Machine::go(const KnownSteps::Way& way) {
  known_.note_hit();
  memory_.become(way.own);
  for (const KnownMemory::Room room : known_.rooms_on(way)) memory_.become(room);
  step_.kind = way.ends ? Step::Kind::kFinished : Step::Kind::kOperation;
  step_.operation = way.operation;
  if (!way.ends) prepare(step_.operation);
}

// Which thread continues at this point, where the running thread would suspend; kNoThread if none.
inline ThreadId Machine::follower() {
  if (step_.kind == Step::Kind::kFinished) return decider_->ended(reply_);
  const Operation& wanted = step_.operation;
  const bool joins = wanted.kind == Kind::kJoin;
  const bool waits =
      joins && execution_->thread(ThreadId(wanted.a)).status != ThreadRecord::Status::kFinished;
  if (waits) return decider_->waits(wanted, reply_);
  if (!may_pass(wanted.kind)) return kNoThread;
  switch (decider_->goes_on(thread_, wanted, reply_)) {
    case Going::kOn: return thread_;
    case Going::kGivesWay: return decider_->next(wanted, reply_);
    case Going::kRests: return kNoThread;
  }
  return kNoThread;
}

// Like resume(), with hand-over to other threads. False: the step of the thread that is the running
// one by then is not in the cache.
bool Machine::goes_known_way(bool& shows) {
  const bool passes = decider_ != nullptr && !is_watched();
  for (;;) {
    const KnownSteps::Way* const way = known_way(shows);
    if (way == nullptr || (way->more != KnownSteps::kNothing && !retires_unseen(*way))) {
      return false;
    }
    go(*way);
    if (!passes) return true;
    const ThreadId next = follower();
    if (next == kNoThread) return true;
    thread_ = next;
    resident_ = resident_of_[index(thread_)];
    ++resumes_;
    const Event& last = execution_->events().back();
    shows = last.mode != Mode::kRead || last.operation.kind == Kind::kSpawn;
    if (accesses_) accesses_->pass(thread_, *execution_);
    if (!memory_.is_known()) return false;
  }
}

// Ends the objects that end during the step, if no thread can observe it this time, too.
bool Machine::retires_unseen(const KnownSteps::Way& way) {
  const std::span<const KnownSteps::Retired> retired = known_.retired_on(way);
  if (retired.empty()) return true;
  const bool unseen = std::ranges::all_of(retired, [&](const KnownSteps::Retired& one) {
    return execution_->find_object(one.object)->alive &&
           ends_unseen(one.object, one.busy_unless_zero);
  });
  if (!unseen) return false;
  for (const KnownSteps::Retired& one : retired) execution_->retire_object(one.object);
  return true;
}

// The position of a thread that has not started is not in memory. A step that is not recorded may
// run ahead as usual. At spin sites each iteration is a trial in memory, and hardly any would hit.
// If access to the other regions is guarded and never happens, the step depends on few regions
// only.
void Machine::begin_learning(bool shows) {
  const bool has_room = known_.has_room() && memory_.has_room();
  const bool may_learn = known_.may_learn(resumes_) && polling_places() == 0;
  learns_ = may_learn && (memory_.is_known() || has_room);
  if (!learns_) return make_real(), memory_.replaced();  // other threads may run within it
  learning_.changes = execution_->changes();
  learning_.follows =
      memory_.is_known() && execution_->thread(thread_).status != ThreadRecord::Status::kNew;
  learning_.retired.clear();
  learning_.wishes = false;
  if (!learning_.follows) return;
  const std::span<const KnownMemory::Room> row = memory_.row();
  learning_.before.assign(row.begin(), row.end());
  const KnownSteps::Told told = told_of_step(shows);
  learning_.all = {memory_.sum(), told};
  learning_.few = start_by_few(told);
  const KnownSteps::Way* const way = known_.find(learning_.few);
  if (!known_.may_try_few() || (way != nullptr && way->by_all) || !refusals_are_heard()) return;
  learning_.tries_few = memory_.make_few_real(*resident_);
  if (!learning_.tries_few) return known_.note_try(false);
  tried_after_ = 0;
}

void Machine::end_learning() {
  const bool ends = step_.kind == Step::Kind::kFinished;
  const bool rests = (ends && !step_.ends_process) || step_.kind == Step::Kind::kOperation;
  const bool learned = std::exchange(learns_, false);
  const bool tried = std::exchange(learning_.tries_few, false);
  if (!learned || !rests) return make_real(), memory_.replaced();
  known_.miss();
  const bool few = tried && memory_.find_few(*resident_);
  if (!few) memory_.find();
  if (tried) known_.note_try(few && learning_.follows);
  const std::size_t retired = execution_->changes() - learning_.changes;
  if (!memory_.is_known() || !learning_.follows || retired != learning_.retired.size()) return;
  const KnownMemory::Room own = memory_.of(*resident_);
  memory_.list_changed(learning_.before, own, learning_.rooms);
  const Operation& operation = learning_.wishes ? learning_.wish : step_.operation;
  const KnownSteps::Way way = {.operation = operation, .own = own, .ends = ends};
  known_.learn(few ? learning_.few : learning_.all, way, learning_.rooms, learning_.retired);
  if (tried && !few) known_.learn(learning_.few, {.by_all = true}, {}, {});
}

}  // namespace mcheck
