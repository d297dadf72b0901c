// SPDX-License-Identifier: MIT
// Function frames as memory that begins and ends: what the machine does at hooks, when a thread
// suspends, and when it finishes. Races with the end of a frame are in races.hpp.
//
// Only bytes that another thread has accessed matter. If a frame was left without a hook (by
// uninstrumented code), its end is noticed at the next hook of an outer function, or at the end of
// the thread.
#include "engine/runtime/frames.hpp"

#include <cstring>
#include <utility>

#include "engine/platform/processor.hpp"

#include "engine/runtime/machine.hpp"
#include "engine/runtime/unseen_writes.hpp"
#include "engine/world/allocation.hpp"

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
void call_aside(Aside& aside, bool here, Work& work) {
  if (here) return work();
  aside.call([](void* argument) { (*static_cast<Work*>(argument))(); }, &work);
}

// Which part of the left frames is in use again: the address lies in a frame that has grown
// (alloca) after the calls that were left. The engine's frames lie below; the one whose caller's
// frame is beyond `left` was called from the present end of that frame. 0 if frame pointers do not
// lead there: all of it may be in use.
std::uintptr_t end_of_calls_below(std::uintptr_t left, std::uintptr_t frame) {
  const auto stack_end = reinterpret_cast<std::uintptr_t>(
      place_around(reinterpret_cast<const void*>(left)).stack_end());
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
  if (watching_races == nullptr || !watches_frames()) return;
  Races& races = *watching_races;
  tell_repeats();
  for (bool raced = true; raced;) {
    auto judge = [&] {
      catch_up();
      raced = races.frames_end(end, begin, caller);
    };
    call_aside(aside_, races.notes(), judge);
    if (raced) race_found();
  }
  if (mcheck_highest_left != 0) mcheck_passing = 0;
}

void Machine::frames_begin(std::uintptr_t begin, const void* caller) {
  if (watching_races == nullptr || !watches_frames()) return;
  Races& races = *watching_races;
  tell_repeats();
  auto begins = [&] {
    catch_up();
    races.frames_begin(begin, caller);
  };
  call_aside(aside_, races.notes(), begins);
}

void Machine::grown_frame_begins() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  frames_begin(end_of_calls_below(mcheck_highest_left - 1, here), __builtin_return_address(0));
}

bool Machine::watches_frames() const { return unmodified() && accesses_ && !conflicts(); }

void Machine::show_frames() {
  if (!watches_frames()) return;
  const TouchedStacks& stacks = accesses_->races().stacks();
  stacks.show(resident_->number);
  mcheck_stack_at_hook = stacks.at_hook(thread_);
  mcheck_highest_frame_end = 0;
  mcheck_stack_end = reinterpret_cast<std::uintptr_t>(resident_->stack_end);
  if (mcheck_highest_left != 0) mcheck_passing = 0;
}

// A trial step leaves the thread where it was.
void Machine::rest_frames() {
  note_frame_ends();
  if (watches_frames() && !trying_) {
    accesses_->races().stacks().note_rest(thread_, mcheck_stack_at_hook);
  }
}

// Frames that were left since the running thread's last event; called before its next one.
void Machine::note_frame_ends() {
  const std::uintptr_t end = std::exchange(mcheck_highest_frame_end, 0);
  if (end == 0) return;
  keep_frame_end({.end = end,
                  .hook = mcheck_highest_frame_end_caller,
                  .epoch = execution_->thread(thread_).events + 1});
}

// A trial step comes back to its start: the iteration before it left the same frames.
void Machine::keep_frame_end(const FrameEnds::End& end) {
  if (trying_ || !watches_frames()) return;
  const auto stack_end = reinterpret_cast<std::uintptr_t>(resident_->stack_end);
  const std::uintptr_t stack_begin = stack_end - kMostStack;
  if (end.end <= stack_begin || end.end > stack_end) return;  // on a stack that the program created
  accesses_->races().stacks().note_frame_end(thread_, end);
}

// Whether the address is below the end of another thread's stack.
bool Machine::is_below_stack(const void* address) const {
  const std::size_t number = TouchedStacks::number_of(reinterpret_cast<std::uintptr_t>(address));
  if (!in_world(address) || number == resident_->number) return false;
  const auto found = stage_.residents.find(number);
  if (found == stage_.residents.end()) return false;
  const Resident& owner = found->second;
  const auto* const at = static_cast<const std::byte*>(address);
  const auto is_in_stack = [&](const std::byte* it) {
    return it >= owner.stack_end - kMostStack && it < owner.stack_end;
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
  if (!TouchedStacks::may_hold(at) || TouchedStacks::number_of(at) == resident_->number) {
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
  if (watching_races == nullptr || !in_world(object)) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(object);
  return TouchedStacks::may_hold(at) && !TouchedStacks::is_thread_local(at) &&
         watching_conflicts == nullptr;
}

}  // namespace

void stack_object_access(const void* object, const void* caller) {
  if (!is_stack_object(object)) return;
  catch_up();
  while (watching_races->object(object, caller)) race_found();
  require_in_block(object, 1, false);
}

void forget_stack_object(const void* object) {
  if (!is_stack_object(object)) return;
  catch_up();
  watching_races->forget(object, 1);
}

}  // namespace mcheck

// For the hooks at function entry and exit: intercept/hooks/tsan_plain.cpp.
extern "C" {

void mcheck_frames_end(std::uintptr_t end, std::uintptr_t begin) {
  if (mcheck::locating_writes != nullptr) mcheck::locate_writes(__builtin_return_address(0));
  const auto hook = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (mcheck::number_of_place(__builtin_frame_address(0)) !=
      mcheck::TouchedStacks::number_of(end)) {
    return;
  }
  const auto stack_end = reinterpret_cast<std::uintptr_t>(
      mcheck::place_around(__builtin_frame_address(0)).stack_end());
  if (end <= hook || end > stack_end) return;
  mcheck::Machine::current()->frames_end(end, begin, __builtin_return_address(0));
}

void mcheck_frames_begin(std::uintptr_t begin) {
  if (mcheck::locating_writes != nullptr) mcheck::locate_writes(__builtin_return_address(0));
  mcheck::Machine::current()->frames_begin(begin, __builtin_return_address(0));
}
}
