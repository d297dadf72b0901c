// SPDX-License-Identifier: MIT
// Interns call stacks: equal stacks have equal ids, and an id leads to the addresses.
//
// A stack is read from frame pointers, which `mcheck c++` keeps in all code that it compiles: some
// ten nanoseconds. If the access comes from a library without frame pointers, the unwinder is used.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/runtime/machine/backtrace.hpp"
#include "engine/search/strategy/conflict_source.hpp"

namespace mcheck {

class CallStacks {
 public:
  // Of the running thread, which is about to access memory and returns to `caller`. REQUIRES: an
  // EngineAllocationScope.
  [[nodiscard]] StackId current_stack(const void* caller);
  // Innermost first: the call of what accesses, and the calls that led there.
  [[nodiscard]] const Backtrace& frames(StackId stack) const { return stacks_[stack]; }
  [[nodiscard]] std::size_t size() const { return stacks_.size(); }
  // As if it had been found here, in the same order as elsewhere.
  void add(Backtrace frames);

 private:
  StackId find(const std::uintptr_t* frames, std::size_t count);

  std::vector<Backtrace> stacks_;
  std::unordered_map<std::uint64_t, StackId> by_hash_;
};

}  // namespace mcheck
