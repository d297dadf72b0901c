// SPDX-License-Identifier: MIT
// Call stacks of the running thread, each stored once: of accesses that may turn out to race.
//
// They are read along the frame pointers, which all instrumented code has: that takes tens of
// nanoseconds, where unwinding takes microseconds. A function without a frame pointer is left out.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

class StackTable {
 public:
  using Id = std::uint32_t;

  // From `caller`, a return address, outwards: only the caller if no model thread runs.
  [[nodiscard]] Id intern_current(const void* caller);
  [[nodiscard]] Id intern(const Backtrace& stack);
  [[nodiscard]] const Backtrace& of(Id id) const { return stacks_[id]; }

 private:
  std::unordered_map<std::string, Id> ids_;  // by the bytes of its frames
  std::vector<Backtrace> stacks_;
};

}  // namespace mcheck
