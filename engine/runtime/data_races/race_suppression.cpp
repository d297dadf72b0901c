// SPDX-License-Identifier: MIT
// What happens after a race: it ends the execution, or it is suppressed and the thread continues.
// The function that decides needs source lines, so the thread is suspended meanwhile, and the
// engine calls it from outside.
#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/isolation/packed_frames.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

void put(Packed& packed, const Race::Side& side) {
  packed.put(side.thread).put(side.epoch).put(side.write).put(side.atomic).put(side.freed);
  packed.put(side.uninstrumented_write);
  packed.put(side.frame);
  packed.put_text(pack_frames(side.stack).bytes());
}

Race::Side take_side(Packed& packed) {
  Race::Side side;
  side.thread = packed.take<ThreadId>();
  side.epoch = packed.take<std::uint32_t>();
  side.write = packed.take<bool>();
  side.atomic = packed.take<bool>();
  side.freed = packed.take<bool>();
  side.uninstrumented_write = packed.take<bool>();
  side.frame = packed.take<bool>();
  Packed frames(packed.take_text());
  side.stack = unpack_frames(frames);
  return side;
}

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
const void* address_of(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

Packed pack(const Race& race) {
  Packed packed;
  packed.put(race.kind).put(number_of(race.address)).put(race.size);
  put(packed, race.now);
  put(packed, race.before);
  packed.put(number_of(race.block.begin)).put(race.block.size).put(race.block.thread);
  packed.put_text(pack_frames(race.block.stack).bytes());
  return packed;
}

Race unpack_race(Packed& packed) {
  Race race;
  race.kind = packed.take<Race::Kind>();
  race.address = address_of(packed.take<std::uintptr_t>());
  race.size = packed.take<std::size_t>();
  race.now = take_side(packed);
  race.before = take_side(packed);
  race.block.begin = address_of(packed.take<std::uintptr_t>());
  race.block.size = packed.take<std::size_t>();
  race.block.thread = packed.take<ThreadId>();
  Packed frames(packed.take_text());
  race.block.stack = unpack_frames(frames);
  return race;
}

}  // namespace

void Machine::race_found() {
  accesses_->leave();  // the engine's own copies follow
  {
    const EngineAllocationScope engine_at_work;
    const Race& found = accesses_->found();
    const bool after_free = found.kind == Race::Kind::kUseAfterFree;
    step_.kind = Step::Kind::kFailed;
    const FailureKind use =
        found.before.frame ? FailureKind::kDeadStack : FailureKind::kUseAfterFree;
    step_.failure = {.kind = after_free ? use : FailureKind::kRace,
                     .thread = thread_,
                     .message = race_text(found, *execution_)};
    record_race(found);
    Heap* const heap = after_free ? Heap::containing(found.address) : nullptr;
    if (heap != nullptr) report_block(*heap->block_before(found.address));
    if (capture_) record_failure_location(frames_here());
  }
  context_->coroutine->suspend();
}

void Machine::record_race(const Race& race) {
  race_ = race;
  if (reply_log_ != nullptr) report(ReplyTag::kRace, pack(race));
}

void Machine::suppress_races(RaceJudge judge) {
  race_judge_ = std::move(judge);
  if (accesses_) accesses_->races().enable_suppression(race_judge_ != nullptr);
}

bool Machine::is_suppressed() {
  if (step_.kind != Step::Kind::kFailed || step_.failure.kind != FailureKind::kRace) return false;
  if (!race_judge_ || !accesses_ || race_.before.stack.empty()) return false;
  const std::optional<std::size_t> reason = race_judge_(race_);
  if (!reason) return false;
  accesses_->races().suppress(*reason);
  if (reply_log_ != nullptr) {
    Packed packed;
    packed.put(*reason).put_text(pack_frames(race_.now.stack).bytes());
    report(ReplyTag::kSuppressedRace, packed.put_text(pack_frames(race_.before.stack).bytes()));
  }
  accesses_->enter(thread_, *execution_);  // again: the thread continues where it was
  return true;
}

bool Machine::judges_all_races() const {
  return accesses_ != nullptr && !behaviour_.ignore_races &&
         std::ranges::all_of(suppressed_races(), [](std::uint64_t met) { return met == 0; });
}

std::vector<std::uint64_t> Machine::suppressed_races() const {
  return accesses_ ? accesses_->races().suppressed_counts() : std::vector<std::uint64_t>{};
}

void Machine::merge_race(ReplyLog::Entry& entry) {
  if (entry.tag == ReplyTag::kRace) {
    race_ = unpack_race(entry.packed);
  } else if (accesses_) {
    const auto reason = entry.packed.take<std::size_t>();
    Packed now(entry.packed.take_text());
    Packed before(entry.packed.take_text());
    const Backtrace now_frames = unpack_frames(now);
    accesses_->races().suppress(now_frames, unpack_frames(before), reason);
  }
}

// A process that runs one execution continues the counts of this process.
void Machine::merge_suppressed(Packed& counts) {
  std::vector<std::uint64_t> suppressed(counts.take<std::size_t>());
  for (std::uint64_t& count : suppressed) count = counts.take<std::uint64_t>();
  if (accesses_ && !suppressed.empty()) accesses_->races().set_suppressed_counts(suppressed);
}

}  // namespace mcheck
