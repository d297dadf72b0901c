// SPDX-License-Identifier: MIT
// Which steps belong to the same call of a function of the program. It compares stack frames only:
// two consecutive calls from the same line look like one.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

class Calls {
 public:
  explicit Calls(const std::vector<TraceStep>& trace);

  // The frame at that distance from the outermost one; null if there is none.
  [[nodiscard]] const StackFrame* frame(std::size_t step, std::size_t depth) const;
  // Both steps belong to the same call at that depth. REQUIRES: depth > 0.
  [[nodiscard]] bool same_call(std::size_t a, std::size_t b, std::size_t depth) const;
  // Both steps have the same place and the same stack.
  [[nodiscard]] bool same_stack(std::size_t a, std::size_t b) const;
  // The thread has no other step in the call than those from `first` to `last`.
  [[nodiscard]] bool is_whole_call(std::size_t first, std::size_t last, std::size_t depth) const;

 private:
  const std::vector<TraceStep>& trace_;
  std::vector<std::size_t>
      previous_;  // by step: the thread's previous step; itself if there is none
  std::vector<std::size_t> next_;
};

}  // namespace mcheck
