// SPDX-License-Identifier: MIT
// What a strategy is told of plain accesses, which are no operations: which threads came to the
// same bytes, and from where in the program. "From where" is a number that stands for a whole call
// stack; it means the same for as long as the process lives.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/ids.hpp"

namespace mcheck {

using StackId = std::uint32_t;

// Two accesses of different threads to one byte, at least one of which writes.
struct Encounter {
  StackId before = 0;
  StackId now = 0;
  std::uint32_t distance = 0;  // steps between the two
  bool ordered = true;         // in this execution; if not, it is what one looks for
};

// The thread has been at a place that is watched.
struct Touch {
  ThreadId thread{};
  StackId stack = 0;
};

class Encounters {
 public:
  Encounters() = default;
  virtual ~Encounters() = default;
  Encounters(const Encounters&) = delete;
  Encounters& operator=(const Encounters&) = delete;

  // Both since the execution began, in order. Of ordered encounters only those that were never met
  // before; of others, once for each pair of stacks.
  [[nodiscard]] virtual std::span<const Encounter> met() const = 0;
  [[nodiscard]] virtual std::span<const Touch> touched() const = 0;
  virtual void watch(StackId stack, bool on) = 0;
};

}  // namespace mcheck
