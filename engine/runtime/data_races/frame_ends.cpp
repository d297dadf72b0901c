// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/frame_ends.hpp"

MCHECK_HOST_STATE std::uintptr_t mcheck_highest_frame_end = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_highest_frame_end_caller = 0;
MCHECK_HOST_STATE std::uintptr_t mcheck_stack_end = 0;

namespace mcheck {

void FrameEnds::add(ThreadId thread, const End& end) {
  std::uint32_t& newest = newest_[index(thread)];
  std::uint32_t higher = newest;
  while (higher != 0 && entries_[higher - 1].end.end <= end.end) {
    higher = entries_[higher - 1].higher;
  }
  entries_.push_back({.end = end, .higher = higher, .before = newest, .thread = thread});
  newest = static_cast<std::uint32_t>(entries_.size());
}

const FrameEnds::End* FrameEnds::last_end_above(ThreadId thread, std::uintptr_t address) const {
  for (std::uint32_t at = newest_[index(thread)]; at != 0; at = entries_[at - 1].higher) {
    if (entries_[at - 1].end.end > address) return &entries_[at - 1].end;
  }
  return nullptr;
}

void FrameEnds::cut(std::size_t size) {
  for (; entries_.size() > size; entries_.pop_back()) {
    newest_[index(entries_.back().thread)] = entries_.back().before;
  }
}

}  // namespace mcheck
