// SPDX-License-Identifier: MIT
// Which granules of each thread's stack other threads have accessed, and which of those belonged to
// frames that the owner has left since. It can be restored to any snapshot, like the shadow memory.
//
// A frame that no other thread has accessed costs nothing: the hooks at function entry and exit
// compare one address with mcheck_exit_limit or mcheck_entry_limit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/base/ids.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/data_races/frame_ends.hpp"

// Of the running thread: the lowest address of its stack that another thread has accessed, and the
// end of the highest granule in a frame that it has left. If there are none, or no thread runs, the
// first is above and the second below all addresses.
extern "C" {
MCHECK_HOST_STATE extern std::uintptr_t mcheck_lowest_touched;
MCHECK_HOST_STATE extern std::uintptr_t mcheck_highest_left;
// The end of its stack at its last hook: no running function of the program has a frame below that,
// except one that has grown since (alloca). It is not part of program memory, by which iterations
// of a loop are compared.
MCHECK_HOST_STATE extern std::uintptr_t mcheck_stack_at_hook;
// What the hooks compare with: the same two, unless all hooks are forced.
MCHECK_HOST_STATE extern std::uintptr_t mcheck_entry_limit;
MCHECK_HOST_STATE extern std::uintptr_t mcheck_exit_limit;
}

namespace mcheck {

class TouchedStacks {
 public:
  // Stacks and thread-locals: everything in a region that is not heap.
  [[nodiscard]] static bool may_hold(std::uintptr_t address) {
    return address - kProgramMemoryBase < kThreadRegions * kThreadRegionBytes &&
           (address & (kThreadRegionBytes - 1)) < kHeapOffset - kBlockTableBytes;
  }
  // The region of a thread does not change while the process lives. Its thread-locals lie at and
  // above `stack_end`, at the same offset in each region.
  static void register_thread(ThreadId thread, std::size_t place, const void* stack_end);
  [[nodiscard]] static bool is_thread_local(std::uintptr_t address);
  [[nodiscard]] static std::size_t region_of(ThreadId thread);
  [[nodiscard]] static std::size_t number_of(std::uintptr_t address) {
    return (address - kProgramMemoryBase) / kThreadRegionBytes;
  }

  // A thread other than the owner accesses the granule. REQUIRES: may_hold(granule).
  void touch(std::uintptr_t granule);
  [[nodiscard]] bool is_touched(std::uintptr_t granule) const;
  [[nodiscard]] bool is_left(std::uintptr_t granule) const;
  // In ascending order: the accessed ones below `end`; the left ones at or above `begin`.
  [[nodiscard]] std::vector<std::uintptr_t> touched_below(std::size_t place,
                                                          std::uintptr_t end) const;
  [[nodiscard]] std::vector<std::uintptr_t> left_from(std::size_t place,
                                                      std::uintptr_t begin) const;
  // The frame of the granule has ended; a new frame uses the granule.
  void leave(std::uintptr_t granule);
  void reuse(std::uintptr_t granule);

  // The thread of that region runs: the two addresses for the hooks are its own.
  void publish_limits(std::size_t place) const;
  static void clear_limits();
  // Every hook calls the engine, as if others had accessed the frame.
  static void force_hooks(bool all);

  // The end of the suspended thread's stack at its last hook.
  void note_suspension(ThreadId thread, std::uintptr_t at_hook);
  [[nodiscard]] std::uintptr_t at_hook(ThreadId thread) const { return at_hook_[index(thread)]; }

  // The thread has left a frame. When a byte of its stack was last out of use; null: never.
  void note_frame_end(ThreadId thread, const FrameEnds::End& end) {
    ends_.add(thread, end);
    changes_.push_back({.what = Change::What::kEnd});
  }
  [[nodiscard]] const FrameEnds& frame_ends() const { return ends_; }
  [[nodiscard]] bool has_frame_ends() const { return ends_.size() != 0; }
  [[nodiscard]] const FrameEnds::End* last_frame_end(ThreadId owner, std::uintptr_t address) const {
    return ends_.last_end_above(owner, address);
  }

  // Appends what decides later findings: the granules, and where threads are suspended.
  void add_state(ThreadId thread, std::vector<std::uint64_t>& words) const;

  [[nodiscard]] std::size_t snapshot() const { return changes_.size(); }
  void rewind(std::size_t snapshot);

 private:
  struct Stack {
    std::set<std::uintptr_t> touched;
    std::set<std::uintptr_t> left;
  };
  struct Change {
    enum class What : std::uint8_t { kTouched, kLeft, kAtHook, kEnd };
    std::uintptr_t granule = 0;  // kAtHook: the value before
    What what = What::kTouched;
    bool added = false;
    ThreadId thread{};  // kAtHook
  };

  void change(std::uintptr_t granule, Change::What what, bool add);

  std::map<std::size_t, Stack> stacks_;                // by region
  std::array<std::uintptr_t, kMaxThreads> at_hook_{};  // by thread
  FrameEnds ends_;
  std::vector<Change> changes_;
};

}  // namespace mcheck
