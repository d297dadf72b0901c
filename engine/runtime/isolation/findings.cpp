// SPDX-License-Identifier: MIT
// What a machine finds out in one execution and keeps for the next, if another process runs it.
#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/isolation/isolated_executor.hpp"
#include "engine/runtime/isolation/packed_frames.hpp"
#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"
#include "engine/trace/protocol/flight_record.hpp"

namespace mcheck {
namespace {

void put_frames(Packed& packed, const CallFrames& frames) {
  packed.put_text(pack_frames(frames.calls).bytes()).put_text(pack_frames(frames.ends).bytes());
}

CallFrames take_frames(Packed& packed) {
  Packed calls(packed.take_text());
  Packed ends(packed.take_text());
  return {.calls = unpack_frames(calls), .ends = unpack_frames(ends)};
}

}  // namespace

Packed pack_frames(const Backtrace& frames) {
  Packed packed;
  packed.put(frames.size());
  for (const std::uintptr_t frame : frames) packed.put(frame);
  return packed;
}

Backtrace unpack_frames(Packed& packed) {
  Backtrace frames(packed.take<std::size_t>());
  for (std::uintptr_t& frame : frames) frame = packed.take<std::uintptr_t>();
  return frames;
}

void Machine::isolate() {
  if (isolated_ == nullptr) isolated_ = std::make_unique<IsolatedExecutor>(*this);
}

Executor& Machine::executor() {
  if (isolated_ != nullptr) return *isolated_;
  return *this;
}

std::uint32_t Machine::take_in_program() {
  const std::uint32_t inside = *in_program_flag_;
  *in_program_flag_ = kInEngine;
  return inside;
}

void Machine::report(ReplyTag tag, const Packed& packed) {
  if (reply_log_ != nullptr) reply_log_->write(tag, packed);
}

void Machine::add_spin_site(const SpinSite& site) {
  if (spin_sites_.insert(site).second) report(ReplyTag::kSpinSite, Packed().put(site));
}

void Machine::add_cycle_site(const SpinSite& site) {
  if (cycle_sites_.insert(site).second) report(ReplyTag::kCycleSite, Packed().put(site));
}

void Machine::add_wide_value(std::string_view value) {
  wide_values_.emplace_back(value);
  report(ReplyTag::kWideValue, Packed().put_text(value));
}

void Machine::record_location(ThreadId thread, std::uint32_t event, const CallFrames& frames) {
  std::vector<const CallFrames*>& events = locations_[index(thread)];
  if (events.size() <= event) events.resize(event + 1);
  Packed packed;
  packed.put(thread).put(event);
  put_frames(packed, frames);
  report(ReplyTag::kLocation, packed);
  events[event] = &*frames_.insert(frames).first;
}

void Machine::record_failure_location(CallFrames frames) {
  Packed packed;
  put_frames(packed, frames);
  report(ReplyTag::kFailureLocation, packed);
  failure_frames_ = std::move(frames);
}

void Machine::report_block(const Block& block) {
  heap_checker_.report(block);
  if (!capture_) return;
  Packed packed;
  packed.put_text(pack_frames(heap_checker_.reported().allocated).bytes());
  report(ReplyTag::kBlockHistory,
         packed.put_text(pack_frames(heap_checker_.reported().freed).bytes()));
}

std::optional<Failure> Machine::failure_at_end() {
  if (memory_.has_content_ids() && memory_.facts().is_clean) return std::nullopt;
  materialize();
  const Heap::BlockSummary summary = heap_checker_.summary(program_memory_);
  if (memory_.has_content_ids()) memory_.facts().is_clean = !summary.changed && !summary.live;
  if (summary.changed) return heap_checker_.corruption(program_memory_, *execution_);
  if (behaviour_.ignore_leaks || !summary.live) return std::nullopt;
  return heap_checker_.examine_leaks(
      {.program_memory = program_memory_,
       .execution = *execution_,
       .wide_values = wide_values_,
       .thread_at = [this](std::size_t number) { return thread_at(thread_region(number).heap()); },
       .predates_execution =
           [this](const Block& block) { return heap_checker_.predates_execution(block); }});
}

void Machine::note_kernel_effect(const KernelCall& call) {
  mark_step_uncacheable();
  flush_repeats();
  const EngineAllocationScope engine_at_work;
  if (!kernel_effect_) {
    kernel_effect_ = {.what = call.what, .function = call.function, .from = backtrace_here()};
    Packed packed;
    packed.put_text(call.what).put_text(call.function);
    report(ReplyTag::kKernelEffect, packed.put_text(pack_frames(kernel_effect_->from).bytes()));
  }
  if (needs_isolation()) end_with(Step::Kind::kFailed, FailureKind::kMisuse, call.what);
}

Packed Machine::pack_findings() const {
  Packed packed;
  current_basis().pack(packed);
  defined_misuses_.pack(packed);
  reuse_evidence_.pack(packed);
  const std::vector<std::uint64_t> suppressed = suppressed_races();
  packed.put(suppressed.size());
  for (const std::uint64_t count : suppressed) packed.put(count);
  return packed;
}

void Machine::merge(ReplyLog::Entry& entry) {
  Packed& packed = entry.packed;
  if (entry.tag == ReplyTag::kSpinSite) {
    spin_sites_.insert(packed.take<SpinSite>());
  } else if (entry.tag == ReplyTag::kCycleSite) {
    cycle_sites_.insert(packed.take<SpinSite>());
  } else if (entry.tag == ReplyTag::kWideValue) {
    wide_values_.push_back(packed.take_text());
  } else if (entry.tag == ReplyTag::kLocation) {
    const auto thread = packed.take<ThreadId>();
    const auto event = packed.take<std::uint32_t>();
    const CallFrames frames = take_frames(packed);
    if (!locations_.empty()) record_location(thread, event, frames);
  } else if (entry.tag == ReplyTag::kFailureLocation) {
    failure_frames_ = take_frames(packed);
  } else if (entry.tag == ReplyTag::kBlockHistory) {
    Packed allocated(packed.take_text());
    Packed freed(packed.take_text());
    heap_checker_.report({.allocated = unpack_frames(allocated), .freed = unpack_frames(freed)});
  } else if (entry.tag == ReplyTag::kKernelEffect && !kernel_effect_) {
    kernel_effect_ = {.what = packed.take_text(), .function = packed.take_text(), .from = {}};
    Packed frames(packed.take_text());
    kernel_effect_->from = unpack_frames(frames);
  } else if (entry.tag == ReplyTag::kScheduleNote) {
    const auto fact = packed.take<ScheduleUse::Fact>();
    merge_schedule_note(fact, packed.take_text());
  } else if (entry.tag == ReplyTag::kConflicts && conflicts() != nullptr) {
    conflicts()->merge(packed);
  } else if (entry.tag == ReplyTag::kFindings) {
    basis_.merge(packed);
    if (basis_.uninstrumented_shared && accesses_) accesses_->races().set_uninstrumented_shared();
    defined_misuses_.merge(packed);
    reuse_evidence_.merge(packed);
    merge_suppressed(packed);
  } else if (entry.tag == ReplyTag::kRace || entry.tag == ReplyTag::kSuppressedRace) {
    merge_race(entry);
  }
}

void Machine::report_conflicts() {
  if (reply_log_ == nullptr || conflicts() == nullptr) return;
  if (const std::optional<Packed> packed = conflicts()->pack_new())
    report(ReplyTag::kConflicts, *packed);
}

}  // namespace mcheck
