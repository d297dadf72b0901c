// SPDX-License-Identifier: MIT
// A thread of the program with its region and its coroutine. Regions and their coroutines are
// created once and outlive the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/memory/snapshots/content_store.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/runtime/machine/coroutine.hpp"
#include "engine/runtime/symmetry/equal_threads.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

struct ThreadContext {
  Coroutine* coroutine = nullptr;
  ThreadId thread{};
  Word body = 0;
  Word control_words = 0;  // at the start of the thread
  std::size_t number = 0;
  std::byte* stack_end = nullptr;
  std::byte* thread_pointer = nullptr;
  Heap* heap = nullptr;
  ThreadStart start;
  OwnAddresses own_words;  // of an equal thread
};

struct ProcessState {
  ProgramMemory program_memory;
  std::map<std::size_t, ThreadContext> contexts;  // by region
};

// Identifies an operation in a loop by what a stack shows: the kind of operation and the stack
// depth.
struct SpinSite {
  Kind kind = Kind::kYield;
  std::ptrdiff_t depth = 0;

  friend auto operator<=>(const SpinSite&, const SpinSite&) = default;
};

// The thread whose step is watched, as it was when the step began.
struct WatchedStep {
  ThreadContext* context = nullptr;  // null: none is watched
  Operation operation;
  std::optional<ContentStore::SegmentId> segment;  // that holds the stack
  std::vector<std::byte> stack;                    // if there is no segment
  std::int64_t time = 0;
  bool only_counts = false;  // whether it loops back is decided elsewhere
};

// Loops that count their iterations (loops/counted_loop.cpp).
struct CountedLoopFindings {
  std::set<SpinSite> sites;    // where such a loop was run to its end in one step
  bool exits_differ = false;   // what a loop does after its end depends on the count
  std::uint64_t compared = 0;  // iterations that were run to compare what follows them
};

}  // namespace mcheck
