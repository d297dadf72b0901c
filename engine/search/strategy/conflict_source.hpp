// SPDX-License-Identifier: MIT
// What a strategy sees of plain accesses, which are no operations: which threads accessed the same
// bytes, and with which call stacks. A StackId stands for a whole call stack and is valid as long
// as the process lives.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/ids.hpp"

namespace mcheck {

using StackId = std::uint32_t;

// Two accesses of different threads to one byte, at least one of which writes.
struct ObservedConflict {
  StackId before = 0;
  StackId now = 0;
  std::uint32_t distance = 0;  // steps between the two
  bool ordered = true;         // in this execution; unordered conflicts are what the search is for
};

// The thread has accessed memory with a call stack that is watched.
struct WatchedAccess {
  ThreadId thread{};
  StackId stack = 0;
};

class ConflictSource {
 public:
  ConflictSource() = default;
  virtual ~ConflictSource() = default;
  ConflictSource(const ConflictSource&) = delete;
  ConflictSource& operator=(const ConflictSource&) = delete;

  // Both since the execution began, in order. Ordered conflicts are listed only if they are new;
  // others once for each pair of stacks.
  [[nodiscard]] virtual std::span<const ObservedConflict> observed_conflicts() const = 0;
  [[nodiscard]] virtual std::span<const WatchedAccess> watched_accesses() const = 0;
  virtual void watch(StackId stack, bool on) = 0;
};

}  // namespace mcheck
