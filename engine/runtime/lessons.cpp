// SPDX-License-Identifier: MIT
// What a machine finds out in one execution and keeps for the next, if another process runs it.
#include "engine/base/invariant.hpp"
#include "engine/runtime/isolated.hpp"
#include "engine/runtime/journal.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/packed_frames.hpp"
#include "engine/trace/flight_record.hpp"
#include "engine/world/allocation.hpp"

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
  if (isolated_ == nullptr) isolated_ = std::make_unique<Isolated>(*this);
}

Executor& Machine::executor() {
  if (isolated_ != nullptr) return *isolated_;
  return *this;
}

std::uint32_t Machine::end_in_program() {
  const std::uint32_t inside = *in_program_flag_;
  *in_program_flag_ = kInEngine;
  return inside;
}

void Machine::tell(JournalTag tag, const Packed& packed) {
  if (journal_ != nullptr) journal_->write(tag, packed);
}

void Machine::add_polled(const PollingSite& site) {
  if (polled_from_.insert(site).second) tell(JournalTag::kPolled, Packed().put(site));
}

void Machine::add_circled(const PollingSite& site) {
  if (circled_through_.insert(site).second) tell(JournalTag::kCircled, Packed().put(site));
}

void Machine::add_wide_value(std::string_view value) {
  wide_values_.emplace_back(value);
  tell(JournalTag::kWideValue, Packed().put_text(value));
}

void Machine::keep_place(ThreadId thread, std::uint32_t event, const CallFrames& frames) {
  std::vector<const CallFrames*>& events = places_[index(thread)];
  if (events.size() <= event) events.resize(event + 1);
  Packed packed;
  packed.put(thread).put(event);
  put_frames(packed, frames);
  tell(JournalTag::kPlace, packed);
  events[event] = &*frames_.insert(frames).first;
}

void Machine::keep_failure_place(CallFrames frames) {
  Packed packed;
  put_frames(packed, frames);
  tell(JournalTag::kFailurePlace, packed);
  failure_frames_ = std::move(frames);
}

void Machine::tell_block(const Block& block) {
  heap_watch_.tell(block);
  if (!capture_) return;
  Packed packed;
  packed.put_text(pack_frames(heap_watch_.told().allocated).bytes());
  tell(JournalTag::kBlockStory, packed.put_text(pack_frames(heap_watch_.told().freed).bytes()));
}

std::optional<Failure> Machine::at_end() {
  if (memory_.is_known() && memory_.facts().is_clean) return std::nullopt;
  make_real();
  const Heap::Left left = heap_watch_.left(world_);
  if (memory_.is_known()) memory_.facts().is_clean = !left.changed && !left.live;
  if (left.changed) return heap_watch_.damage(world_, *execution_);
  if (behaviour_.ignore_leaks || !left.live) return std::nullopt;
  return heap_watch_.examine_leaks(
      {.world = world_,
       .execution = *execution_,
       .wide_values = wide_values_,
       .thread_at = [this](std::size_t number) { return thread_at(place(number).heap()); },
       .was_there = [this](const Block& block) { return heap_watch_.was_there(block); }});
}

void Machine::touch(const KernelCall& call) {
  note_more();
  tell_repeats();
  const OutsideWorld engine_at_work;
  if (!kernel_touch_) {
    kernel_touch_ = {.what = call.what, .function = call.function, .from = backtrace_here()};
    Packed packed;
    packed.put_text(call.what).put_text(call.function);
    tell(JournalTag::kTouched, packed.put_text(pack_frames(kernel_touch_->from).bytes()));
  }
  if (wants_isolation()) end_with(Step::Kind::kFailed, FailureKind::kMisuse, call.what);
}

Packed Machine::pack_seen() const {
  Packed packed;
  current_basis().pack(packed);
  defined_misuses_.pack(packed);
  reuse_signs_.pack(packed);
  const std::vector<std::uint64_t> suppressed = suppressed_races();
  packed.put(suppressed.size());
  for (const std::uint64_t count : suppressed) packed.put(count);
  return packed;
}

void Machine::learn(Journal::Entry& entry) {
  Packed& packed = entry.packed;
  if (entry.tag == JournalTag::kPolled) {
    polled_from_.insert(packed.take<PollingSite>());
  } else if (entry.tag == JournalTag::kCircled) {
    circled_through_.insert(packed.take<PollingSite>());
  } else if (entry.tag == JournalTag::kWideValue) {
    wide_values_.push_back(packed.take_text());
  } else if (entry.tag == JournalTag::kPlace) {
    const auto thread = packed.take<ThreadId>();
    const auto event = packed.take<std::uint32_t>();
    const CallFrames frames = take_frames(packed);
    if (!places_.empty()) keep_place(thread, event, frames);
  } else if (entry.tag == JournalTag::kFailurePlace) {
    failure_frames_ = take_frames(packed);
  } else if (entry.tag == JournalTag::kBlockStory) {
    Packed allocated(packed.take_text());
    Packed freed(packed.take_text());
    heap_watch_.tell({.allocated = unpack_frames(allocated), .freed = unpack_frames(freed)});
  } else if (entry.tag == JournalTag::kTouched && !kernel_touch_) {
    kernel_touch_ = {.what = packed.take_text(), .function = packed.take_text(), .from = {}};
    Packed frames(packed.take_text());
    kernel_touch_->from = unpack_frames(frames);
  } else if (entry.tag == JournalTag::kConflicts && conflicts() != nullptr) {
    conflicts()->learn(packed);
  } else if (entry.tag == JournalTag::kSeen) {
    basis_.learn(packed);
    if (basis_.unseen_met && accesses_) accesses_->races().meet_unseen();
    defined_misuses_.learn(packed);
    reuse_signs_.learn(packed);
    learn_suppressed(packed);
  } else if (entry.tag == JournalTag::kRace || entry.tag == JournalTag::kForgiven) {
    learn_race(entry);
  }
}

void Machine::tell_conflicts() {
  if (journal_ == nullptr || conflicts() == nullptr) return;
  if (const std::optional<Packed> news = conflicts()->news()) tell(JournalTag::kConflicts, *news);
}

void touch_kernel(const KernelCall& call) {
  if (program_runs() && !passes_through()) Machine::current()->touch(call);
}

bool program_runs() {
  const Machine* machine = Machine::current();
  return machine != nullptr && machine->running() && allocating_from() != nullptr;
}

}  // namespace mcheck
