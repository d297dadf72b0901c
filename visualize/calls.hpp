// SPDX-License-Identifier: MIT
// Which steps were made in one call of one of the program's functions, as far as their frames tell:
// two calls in a row from the same line look like one.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

class Calls {
 public:
  explicit Calls(const std::vector<TraceStep>& trace);

  // The frame that many calls away from where the thread begins; null where there is none.
  [[nodiscard]] const StackFrame* frame(std::size_t step, std::size_t depth) const;
  // Whether both steps were made in the same call at that depth. REQUIRES: depth > 0.
  [[nodiscard]] bool same(std::size_t a, std::size_t b, std::size_t depth) const;
  // Whether both steps were made at the same place in the same calls.
  [[nodiscard]] bool same_stack(std::size_t a, std::size_t b) const;
  // Whether the thread made no other step in the call than those from first to last.
  [[nodiscard]] bool whole(std::size_t first, std::size_t last, std::size_t depth) const;

 private:
  const std::vector<TraceStep>& trace_;
  std::vector<std::size_t>
      before_;  // by step, the thread's step before; itself where there is none
  std::vector<std::size_t> after_;
};

}  // namespace mcheck
