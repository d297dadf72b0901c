// SPDX-License-Identifier: MIT
// When each address of a thread's stack was last out of use: the ends of all frames that threads
// have left or entered, whether or not another thread has accessed them. Restored with
// TouchedStacks.
//
// The hooks record the highest end since the thread's last event: nothing below it was in use then,
// after a function or before one. The machine adds it to the list before the next event. In a list,
// ends fall and epochs rise: an end hides all that are lower and earlier.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/base/ids.hpp"

// Of the running thread, since its last event: the highest end of a frame that it has left or
// entered (0: none); the return address of the hook that reported it, negated for an entry; and the
// end of its stack.
extern "C" {
MCHECK_HOST_STATE extern std::uintptr_t mcheck_highest_frame_end;
MCHECK_HOST_STATE extern std::uintptr_t mcheck_highest_frame_end_caller;
MCHECK_HOST_STATE extern std::uintptr_t mcheck_stack_end;
}

namespace mcheck {

class FrameEnds {
 public:
  struct End {
    std::uintptr_t end = 0;
    std::uintptr_t hook = 0;  // mcheck_highest_frame_end_caller
    std::uint32_t epoch = 0;  // 1 + the number of the thread's earlier events

    [[nodiscard]] bool is_entry() const { return static_cast<std::intptr_t>(hook) < 0; }
    [[nodiscard]] std::uintptr_t caller() const { return is_entry() ? -hook : hook; }
  };

  void add(ThreadId thread, const End& end);
  // The last time that the address was out of use; null: never since the thread began.
  [[nodiscard]] const End* last_end_above(ThreadId thread, std::uintptr_t address) const;

  // Calls visit(end) for all ends that count, the lowest and newest first.
  template <class Visit>
  void for_each(ThreadId thread, Visit&& visit) const {
    for (std::uint32_t at = newest_[index(thread)]; at != 0; at = entries_[at - 1].higher) {
      visit(entries_[at - 1].end);
    }
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  void cut(std::size_t size);

 private:
  struct Entry {
    End end;
    std::uint32_t higher = 0;  // index of the next higher end, + 1; 0: none
    std::uint32_t before = 0;  // of the thread's list before this was added
    ThreadId thread{};
  };

  std::vector<Entry> entries_;
  std::array<std::uint32_t, kMaxThreads> newest_{};  // by thread: index + 1
};

}  // namespace mcheck
