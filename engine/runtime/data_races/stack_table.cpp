// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/stack_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxStackFrames = 40;

// The frame of a function that has a frame pointer.
struct FrameLink {
  const FrameLink* outer;
  std::uintptr_t return_address;
};

std::size_t walk_frames(const void* from, std::array<std::uintptr_t, kMaxStackFrames>& into) {
  const auto* frame = static_cast<const FrameLink*>(from);
  if (!in_program_memory(frame)) return 0;
  const auto number = reinterpret_cast<std::uintptr_t>(frame) - kProgramMemoryBase;
  const auto* const end =
      reinterpret_cast<const FrameLink*>(thread_region(number / kThreadRegionBytes).stack_end()) -
      1;
  std::size_t count = 0;
  while (count < kMaxStackFrames && frame <= end &&
         reinterpret_cast<std::uintptr_t>(frame) % 8 == 0) {
    if (frame->return_address < 4096) break;
    into[count++] = frame->return_address;
    if (frame->outer <= frame) break;
    frame = frame->outer;
  }
  return count;
}

}  // namespace

[[gnu::noinline]] StackTable::Id StackTable::intern_current(const void* caller) {
  std::array<std::uintptr_t, kMaxStackFrames> frames{};
  const std::size_t count = walk_frames(__builtin_frame_address(0), frames);
  const auto wanted = reinterpret_cast<std::uintptr_t>(caller);
  const auto* const end = frames.data() + count;
  const auto* const found =
      std::find(static_cast<const std::uintptr_t*>(frames.data()), end, wanted);
  Backtrace stack = found == end ? Backtrace{wanted} : Backtrace(found, end);
  for (std::uintptr_t& frame : stack)
    frame -= frame > 0 ? 1 : 0;  // the call, not the instruction
                                 // after it
  return intern(stack);
}

StackTable::Id StackTable::intern(const Backtrace& stack) {
  const std::string key(reinterpret_cast<const char*>(stack.data()),
                        stack.size() * sizeof stack[0]);
  const auto [entry, is_new] = ids_.try_emplace(key, static_cast<Id>(stacks_.size()));
  if (is_new) stacks_.push_back(stack);
  return entry->second;
}

}  // namespace mcheck
