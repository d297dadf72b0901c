// SPDX-License-Identifier: MIT
// Blocks that nothing points to when an execution has ended.
//
// Method   marks what the program could still reach: from its globals and the libraries', from the
//          stacks and thread-locals of unfinished threads, from main's thread-locals, from values
//          that only the engine holds (those of atomics in programs for mcheck), and from the
//          blocks that existed before main. Each aligned word that could be an address in a block
//          counts, also with other data in its upper 16 bits: it keeps all of the block, wherever
//          in it it points.
// Errs     towards finding no leak: a number may look like an address. A pointer that is stored in
//          parts, unaligned, or xored with another, is not seen: that block is called leaked.
// Costs    nothing if all blocks were freed; else a scan of the globals, about 20 µs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/memory/heap/block.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

struct Leak {
  const Block* block = nullptr;  // one to which no other leaked block points, if there is one
  std::size_t blocks = 0;
  std::size_t bytes = 0;
};

struct LeakQuery {
  const ProgramMemory& program_memory;
  const Execution& execution;
  std::span<const std::string> wide_values;
  // The thread of a region.
  std::function<ThreadId(std::size_t thread_region)> thread_at;
  // Whether the block existed before the execution began.
  std::function<bool(const Block&)> predates_execution;
};

[[nodiscard]] std::optional<Leak> find_leak(const LeakQuery& query);

}  // namespace mcheck
