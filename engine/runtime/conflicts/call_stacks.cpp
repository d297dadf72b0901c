// SPDX-License-Identifier: MIT
#include "engine/runtime/conflicts/call_stacks.hpp"

#include <algorithm>

#include "engine/memory/regions/thread_region.hpp"

extern "C" {
extern const char __executable_start[];  // NOLINT(bugprone-reserved-identifier)
extern const char _etext[];              // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

constexpr std::size_t kMaxCallers = 40;
// Engine frames between an access and the caller of this.
constexpr std::size_t kEngineFrames = 8;

std::uint64_t hash_of(const std::uintptr_t* frames, std::size_t count) {
  std::uint64_t hash = count;
  for (std::size_t i = 0; i < count; ++i) {
    hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

bool in_executable(const void* address) {
  return address >= __executable_start && address < _etext;
}

// From frame pointers. Nothing beyond the end of the region's stack is read, whatever a register
// holds.
std::size_t walk_frame_pointers(const void* caller, std::uintptr_t* frames) {
  auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (!in_program_memory(reinterpret_cast<const void*>(frame))) return 0;
  const std::size_t number = (frame - kProgramMemoryBase) / kThreadRegionBytes;
  const auto end = reinterpret_cast<std::uintptr_t>(thread_region(number).stack_end());
  const auto target = reinterpret_cast<std::uintptr_t>(caller);
  std::size_t count = 0;
  for (std::size_t engine_frames = 0; count < kMaxCallers;) {
    if (frame % 8 != 0 || frame + 16 > end) break;
    const auto* const words = reinterpret_cast<const std::uintptr_t*>(frame);
    const std::uintptr_t return_address = words[1];
    if (count > 0 || return_address == target) {
      frames[count++] = return_address - 1;  // the call, not the instruction after it
    } else if (++engine_frames > kEngineFrames) {
      return 0;
    }
    if (words[0] <= frame) break;
    frame = words[0];
  }
  return count;
}

// With the unwinder, from the caller on.
std::size_t unwind(const void* caller, std::uintptr_t* frames) {
  const Backtrace all = backtrace_here();
  const auto target = reinterpret_cast<std::uintptr_t>(caller) - 1;
  const auto from = std::ranges::find(all, target);
  if (from == all.end()) {
    frames[0] = target;
    return 1;
  }
  const auto count = std::min<std::size_t>(kMaxCallers, static_cast<std::size_t>(all.end() - from));
  std::copy_n(from, count, frames);
  return count;
}

}  // namespace

StackId CallStacks::current_stack(const void* caller) {
  std::uintptr_t frames[kMaxCallers];
  std::size_t count = in_executable(caller) ? walk_frame_pointers(caller, frames) : 0;
  if (count == 0) count = unwind(caller, frames);
  return find(frames, count);
}

StackId CallStacks::find(const std::uintptr_t* frames, std::size_t count) {
  const auto [entry, is_new] =
      by_hash_.try_emplace(hash_of(frames, count), static_cast<StackId>(stacks_.size()));
  if (is_new) stacks_.emplace_back(frames, frames + count);
  return entry->second;
}

void CallStacks::add(Backtrace frames) { (void)find(frames.data(), frames.size()); }

}  // namespace mcheck
