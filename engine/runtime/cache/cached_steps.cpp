// SPDX-License-Identifier: MIT
// How the machine takes steps from the cache (step_cache.hpp), and records those that miss. For a
// hit nothing runs: the inline scheduler gets the same questions as in the middle of a thread
// (machine/run_ahead.cpp), and memory is not restored until it is used.
#include <algorithm>
#include <utility>

#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/debugger.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/machine_inline.hpp"
#include "engine/runtime/machine/signals.hpp"

namespace mcheck {

// Only if all that a step does is in memory or in its next operation, and nothing else observes it.
// Plain accesses of unmodified programs are checked as they happen.
bool Machine::can_cache_steps() const {
  const bool is_observed = capture_ || keep_notes_ || assume_all_spin_ || assume_none_spins_ ||
                           external_state_ != nullptr || mcheck_debugged != 0 || race_judge_;
  const bool judged = unmodified() || conflicts() != nullptr;
  if (!cycle_sites_.empty()) return false;  // see track()
  return !is_observed && !judged && reply_log_ == nullptr && isolated_ == nullptr &&
         !kAddressSanitizer;
}

void Machine::use_step_cache(bool enabled) {
  uses_step_cache_ = enabled && can_cache_steps();
  if (!uses_step_cache_) drop_content_ids();
}

void Machine::clear_step_cache() {
  use_step_cache(false);
  cut_snapshots(0);
  step_cache_.clear();
  memory_.forget();
  watched_step_ = {};
}

inline StepCache::StepInput Machine::step_input(bool publishes) const {
  return {.thread = thread_,
          .events = execution_->thread(thread_).events,
          .publishes = publishes,
          .failed = reply_.failed,
          .superseded = reply_.superseded,
          .result = reply_.result};
}

inline StepCache::Key Machine::own_regions_key(const StepCache::StepInput& input) const {
  return {memory_.of(*context_), memory_.main_region(), memory_.globals(), input};
}

[[gnu::always_inline]] inline const StepCache::Effect* Machine::find_cached(bool publishes) const {
  const StepCache::StepInput input = step_input(publishes);
  if (step_cache_.has_few()) {
    const StepCache::Effect* const effect = step_cache_.find(own_regions_key(input));
    if (effect != nullptr && !effect->needs_all_regions) return effect;
    // A step that was recorded before its own regions were tried is recorded once more.
    const bool records = step_cache_.may_record(resumes_) && spin_sites() == 0;
    if (effect == nullptr && step_cache_.may_try_few() && records) return nullptr;
  }
  return step_cache_.find({memory_.sum(), input});
}

inline void Machine::apply_cached(const StepCache::Effect& effect) {
  step_cache_.note_hit();
  memory_.set_content(effect.own_content);
  for (const LazyMemory::ContentId content : step_cache_.contents_after(effect))
    memory_.set_content(content);
  step_.kind = effect.ends ? Step::Kind::kFinished : Step::Kind::kOperation;
  step_.operation = effect.operation;
  if (!effect.ends) prepare(step_.operation);
}

// Which thread continues at this point, where the running thread would suspend; kNoThread if none.
inline ThreadId Machine::next_thread() {
  if (step_.kind == Step::Kind::kFinished) return inline_scheduler_->thread_ended(reply_);
  const Operation& wanted = step_.operation;
  const bool joins = wanted.kind == Kind::kJoin;
  const bool thread_waits =
      joins && execution_->thread(ThreadId(wanted.a)).status != ThreadRecord::Status::kFinished;
  if (thread_waits) return inline_scheduler_->thread_waits(wanted, reply_);
  if (!may_run_ahead(wanted.kind)) return kNoThread;
  switch (inline_scheduler_->decide(thread_, wanted, reply_)) {
    case InlineDecision::kRunAhead: return thread_;
    case InlineDecision::kSwitch: return inline_scheduler_->successor(wanted, reply_);
    case InlineDecision::kSuspend: return kNoThread;
  }
  return kNoThread;
}

// Like resume(), with hand-over to other threads. False: the step of the thread that is the running
// one by then is not in the cache.
bool Machine::run_from_cache(bool& publishes) {
  const bool runs_ahead = inline_scheduler_ != nullptr && !must_suspend();
  for (;;) {
    const StepCache::Effect* const effect = find_cached(publishes);
    if (effect == nullptr ||
        (effect->extras != StepCache::kNoExtras && !retire_unobserved(*effect))) {
      return false;
    }
    apply_cached(*effect);
    if (!runs_ahead) return true;
    const ThreadId successor = next_thread();
    if (successor == kNoThread) return true;
    thread_ = successor;
    context_ = context_of_[index(thread_)];
    ++resumes_;
    const Event& last = execution_->events().back();
    publishes = last.mode != Mode::kRead || last.operation.kind == Kind::kSpawn;
    if (accesses_) accesses_->run_ahead(thread_, *execution_);
    if (!memory_.has_content_ids()) return false;
  }
}

// Ends the objects that end during the step, if no thread can observe it this time, too.
bool Machine::retire_unobserved(const StepCache::Effect& effect) {
  const std::span<const StepCache::Retired> retired = step_cache_.retired_by(effect);
  if (retired.empty()) return true;
  const bool unobserved = std::ranges::all_of(retired, [&](const StepCache::Retired& one) {
    return execution_->find_object(one.object)->alive &&
           ends_unobserved(one.object, one.busy_unless_zero);
  });
  if (!unobserved) return false;
  for (const StepCache::Retired& one : retired) execution_->retire_object(one.object);
  return true;
}

// The position of a thread that has not started is not in memory. A step that is not recorded may
// run ahead as usual. At spin sites each iteration is a trial in memory, and hardly any would hit.
// If access to the other regions is guarded and never happens, the step depends on its own regions
// only.
void Machine::begin_recording(bool publishes) {
  const bool has_room = step_cache_.has_room() && memory_.has_room();
  const bool may_record = step_cache_.may_record(resumes_) && spin_sites() == 0;
  records_step_ = may_record && (memory_.has_content_ids() || has_room);
  if (!records_step_)
    return materialize(), memory_.note_replaced();  // other threads may run within it
  step_recording_.object_changes = execution_->object_changes();
  step_recording_.is_determined =
      memory_.has_content_ids() && execution_->thread(thread_).status != ThreadRecord::Status::kNew;
  step_recording_.retired.clear();
  step_recording_.has_request = false;
  if (!step_recording_.is_determined) return;
  const std::span<const LazyMemory::ContentId> current = memory_.current();
  step_recording_.before.assign(current.begin(), current.end());
  const StepCache::StepInput input = step_input(publishes);
  step_recording_.all = {memory_.sum(), input};
  step_recording_.own_regions = own_regions_key(input);
  const StepCache::Effect* const effect = step_cache_.find(step_recording_.own_regions);
  if (!step_cache_.may_try_few() || (effect != nullptr && effect->needs_all_regions) ||
      !guard_faults_are_handled())
    return;
  step_recording_.tries_few = memory_.materialize_few(*context_);
  if (!step_recording_.tries_few) return step_cache_.note_try(false);
  unchanged_since_resume_ = 0;
}

void Machine::end_recording() {
  const bool ends = step_.kind == Step::Kind::kFinished;
  const bool suspends = (ends && !step_.ends_process) || step_.kind == Step::Kind::kOperation;
  const bool recorded = std::exchange(records_step_, false);
  const bool tried_own_regions = std::exchange(step_recording_.tries_few, false);
  if (!recorded || !suspends) return materialize(), memory_.note_replaced();
  step_cache_.note_miss();
  const bool own_regions = tried_own_regions && memory_.find_own_contents(*context_);
  if (!own_regions) memory_.find();
  if (tried_own_regions) step_cache_.note_try(own_regions && step_recording_.is_determined);
  const std::size_t retired = execution_->object_changes() - step_recording_.object_changes;
  if (!memory_.has_content_ids() || !step_recording_.is_determined ||
      retired != step_recording_.retired.size())
    return;
  const LazyMemory::ContentId own_content = memory_.of(*context_);
  memory_.list_changed(step_recording_.before, own_content, step_recording_.contents);
  const Operation& operation =
      step_recording_.has_request ? step_recording_.requested : step_.operation;
  const StepCache::Effect effect = {
      .operation = operation, .own_content = own_content, .ends = ends};
  step_cache_.record(own_regions ? step_recording_.own_regions : step_recording_.all, effect,
                     step_recording_.contents, step_recording_.retired);
  if (tried_own_regions && !own_regions)
    step_cache_.record(step_recording_.own_regions, {.needs_all_regions = true}, {}, {});
}

}  // namespace mcheck
