// SPDX-License-Identifier: MIT
// Under which names threads, and the memory of each, stand in the identity of a state. Usually
// under their own. If some threads are equal, they exchange names, so that states that differ only
// in which of them is where have one identity (engine/runtime/symmetry/equal_threads.hpp).
//
// The names are a permutation of the threads. Whatever mentions a thread has to be renamed: a part
// that was not would make two states equal that are no images of each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class ThreadNames {
 public:
  struct Exchange {
    ThreadId thread{};
    ThreadId name{};
    std::uintptr_t memory = 0;  // where the thread's own memory begins
    std::uintptr_t named_memory = 0;
    std::size_t bytes = 0;
  };

  void clear() { renamed_.clear(); }
  void add(const Exchange& one) { renamed_.push_back(one); }
  [[nodiscard]] bool is_identity() const { return renamed_.empty(); }

  [[nodiscard]] Word of(ThreadId thread) const {
    for (const Exchange& one : renamed_) {
      if (one.thread == thread) return index(one.name);
    }
    return index(thread);
  }
  // Of an object's or a section's owner, which is stored plus 1.
  [[nodiscard]] Word of_owner(Word owner) const {
    return owner == 0 ? 0 : of(ThreadId(owner - 1)) + 1;
  }
  [[nodiscard]] std::uintptr_t of_address(std::uintptr_t address) const {
    for (const Exchange& one : renamed_) {
      if (address - one.memory < one.bytes) return address - one.memory + one.named_memory;
    }
    return address;
  }
  // Whether the address is in memory of an equal thread.
  [[nodiscard]] bool is_renamed(std::uintptr_t address) const {
    return std::ranges::any_of(
        renamed_, [&](const Exchange& one) { return address - one.memory < one.bytes; });
  }
  [[nodiscard]] bool is_renamed(ThreadId thread) const {
    return std::ranges::any_of(renamed_, [&](const Exchange& one) { return one.thread == thread; });
  }

 private:
  std::vector<Exchange> renamed_;  // all equal threads
};

}  // namespace mcheck
