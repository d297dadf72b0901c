// SPDX-License-Identifier: MIT
// Function frames as memory that begins and ends: what the machine does at hooks, when a thread
// suspends, and when it finishes. Races with the end of a frame are in races.hpp.
//
// Only bytes that another thread has accessed matter. If a frame was left without a hook (by
// uninstrumented code), its end is noticed at the next hook of an outer function, or at the end of
// the thread.
#include "engine/runtime/data_races/frames.hpp"

#include <cstring>
#include <utility>

#include "engine/platform/processor/processor.hpp"

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

// The frame of a function that has a frame pointer.
struct Frame {
  std::uintptr_t outer;
  std::uintptr_t return_address;
};

// The hooks leave nothing on the program's stack, whether or not there was work. If stacks are
// recorded, they are read from here.
template <class Work>
void call_on_engine_stack(EngineStack& engine_stack, bool here, Work& work) {
  if (here) return work();
  engine_stack.call([](void* argument) { (*static_cast<Work*>(argument))(); }, &work);
}

// Which part of the left frames is in use again: the address lies in a frame that has grown
// (alloca) after the calls that were left. The engine's frames lie below; the one whose caller's
// frame is beyond `left` was called from the present end of that frame. 0 if frame pointers do not
// lead there: all of it may be in use.
std::uintptr_t end_of_calls_below(std::uintptr_t left, std::uintptr_t frame) {
  const auto stack_end = reinterpret_cast<std::uintptr_t>(
      region_containing(reinterpret_cast<const void*>(left)).stack_end());
  const std::uintptr_t stack_begin = stack_end - kStackEnd;
  if (frame % 8 != 0 || frame < stack_begin || frame + sizeof(Frame) > stack_end) return 0;
  if (frame >= left) return left;
  for (;;) {
    const std::uintptr_t outer = reinterpret_cast<const Frame*>(frame)->outer;
    if (outer <= frame || outer % 8 != 0 || outer + sizeof(Frame) > stack_end) return 0;
    if (outer >= left) return frame + sizeof(Frame);
    frame = outer;
  }
}

}  // namespace

void Machine::frames_end(std::uintptr_t end, std::uintptr_t begin, const void* caller) {
  if (active_races == nullptr || !checks_frames()) return;
  Races& races = *active_races;
  flush_repeats();
  for (bool raced = true; raced;) {
    auto judge = [&] {
      catch_up();
      raced = races.frames_end(end, begin, caller);
    };
    call_on_engine_stack(engine_stack_, races.records_stacks(), judge);
    if (raced) race_found();
  }
  if (mcheck_highest_left != 0) mcheck_fast_path = 0;
}

void Machine::frames_begin(std::uintptr_t begin, const void* caller) {
  if (active_races == nullptr || !checks_frames()) return;
  Races& races = *active_races;
  flush_repeats();
  auto begins = [&] {
    catch_up();
    races.frames_begin(begin, caller);
  };
  call_on_engine_stack(engine_stack_, races.records_stacks(), begins);
}

void Machine::grown_frame_begins() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  frames_begin(end_of_calls_below(mcheck_highest_left - 1, here), __builtin_return_address(0));
}

bool Machine::checks_frames() const { return unmodified() && accesses_ && !conflicts(); }

void Machine::publish_stack_limits() {
  if (!checks_frames()) return;
  const TouchedStacks& stacks = accesses_->races().stacks();
  stacks.publish_limits(context_->number);
  mcheck_stack_at_hook = stacks.at_hook(thread_);
  mcheck_highest_frame_end = 0;
  mcheck_stack_end = reinterpret_cast<std::uintptr_t>(context_->stack_end);
  if (mcheck_highest_left != 0) mcheck_fast_path = 0;
}

// A trial step leaves the thread where it was.
void Machine::record_frames() {
  note_frame_ends();
  if (checks_frames() && !in_trial_) {
    accesses_->races().stacks().note_suspension(thread_, mcheck_stack_at_hook);
  }
}

// Frames that were left since the running thread's last event; called before its next one.
void Machine::note_frame_ends() {
  const std::uintptr_t end = std::exchange(mcheck_highest_frame_end, 0);
  if (end == 0) return;
  record_frame_end({.end = end,
                    .hook = mcheck_highest_frame_end_caller,
                    .epoch = execution_->thread(thread_).events + 1});
}

// A trial step comes back to its start: the iteration before it left the same frames.
void Machine::record_frame_end(const FrameEnds::End& end) {
  if (in_trial_ || !checks_frames()) return;
  const auto stack_end = reinterpret_cast<std::uintptr_t>(context_->stack_end);
  const std::uintptr_t stack_begin = stack_end - kMaxStackBytes;
  if (end.end <= stack_begin || end.end > stack_end) return;  // on a stack that the program created
  accesses_->races().stacks().note_frame_end(thread_, end);
}

// Whether the address is below the end of another thread's stack.
bool Machine::is_below_stack(const void* address) const {
  const std::size_t number = TouchedStacks::number_of(reinterpret_cast<std::uintptr_t>(address));
  if (!in_program_memory(address) || number == context_->number) return false;
  const auto found = process_state_.contexts.find(number);
  if (found == process_state_.contexts.end()) return false;
  const ThreadContext& owner = found->second;
  const auto* const at = static_cast<const std::byte*>(address);
  const auto is_in_stack = [&](const std::byte* it) {
    return it >= owner.stack_end - kMaxStackBytes && it < owner.stack_end;
  };
  const std::byte* const pointer = owner.coroutine->suspended_at();
  if (!is_in_stack(at) || !is_in_stack(pointer)) return false;
  if (at < pointer) return true;
  // A suspended thread has engine frames on top.
  const std::uintptr_t at_hook = accesses_->races().stacks().at_hook(owner.thread);
  if (reinterpret_cast<std::uintptr_t>(at) >= at_hook) return false;
  constexpr std::size_t kFramePointer = 0x30;  // where switch_stacks() saves it
  std::uintptr_t frame = 0;
  std::memcpy(&frame, pointer + kFramePointer, sizeof frame);
  return reinterpret_cast<std::uintptr_t>(at) < end_of_calls_below(at_hook - 1, frame);
}

// Whether the address is on another thread's stack, and no access by others is recorded.
bool Machine::is_first_touch(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!TouchedStacks::may_hold(at) || TouchedStacks::number_of(at) == context_->number) {
    return false;
  }
  return !accesses_->races().stacks().is_touched(at & ~std::uintptr_t{7});
}

void leave_frames_below(std::uintptr_t end, const void* caller) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (end <= here || end > mcheck_stack_end || mcheck_stack_end - here > kStackEnd) return;
  mcheck_stack_at_hook = end;
  if (end >= mcheck_highest_frame_end) {
    mcheck_highest_frame_end = end;
    mcheck_highest_frame_end_caller = reinterpret_cast<std::uintptr_t>(caller);
  }
  if (end > mcheck_exit_limit) Machine::current()->frames_end(end, end, caller);
}

namespace {

// On a thread's stack, and checked.
bool is_stack_object(const void* object) {
  if (active_races == nullptr || !in_program_memory(object)) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(object);
  return TouchedStacks::may_hold(at) && !TouchedStacks::is_thread_local(at) &&
         active_conflicts == nullptr;
}

}  // namespace

void stack_object_access(const void* object, const void* caller) {
  if (!is_stack_object(object)) return;
  catch_up();
  while (active_races->object(object, caller)) race_found();
  require_in_block(object, 1, false);
}

void forget_stack_object(const void* object) {
  if (!is_stack_object(object)) return;
  catch_up();
  active_races->forget(object, 1);
}

}  // namespace mcheck

// For the hooks at function entry and exit: intercept/hooks/tsan_plain.cpp.
extern "C" {

void mcheck_frames_end(std::uintptr_t end, std::uintptr_t begin) {
  if (mcheck::write_locator != nullptr) mcheck::locate_writes(__builtin_return_address(0));
  const auto hook = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (mcheck::region_number(__builtin_frame_address(0)) != mcheck::TouchedStacks::number_of(end)) {
    return;
  }
  const auto stack_end = reinterpret_cast<std::uintptr_t>(
      mcheck::region_containing(__builtin_frame_address(0)).stack_end());
  if (end <= hook || end > stack_end) return;
  mcheck::Machine::current()->frames_end(end, begin, __builtin_return_address(0));
}

void mcheck_frames_begin(std::uintptr_t begin) {
  if (mcheck::write_locator != nullptr) mcheck::locate_writes(__builtin_return_address(0));
  mcheck::Machine::current()->frames_begin(begin, __builtin_return_address(0));
}
}
