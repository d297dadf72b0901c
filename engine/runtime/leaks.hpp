// SPDX-License-Identifier: MIT
// Blocks that nothing points to any more when an execution has ended.
//
// Method   what a program could still reach is marked: from its globals and the libraries', from
//          the stacks and thread-locals of threads that have not ended, from main's thread-locals,
//          from values that only the engine holds (those of atomics in programs for mcheck), and
//          from the blocks that were there before main. Each aligned word that could be an address
//          in a block counts, also with something in its upper 16 bits: it points to all of the
//          block, wherever into it.
// Errs     towards finding no leak: a number may look like an address. A pointer that is kept in
//          pieces, or not aligned, or xored with another, is not seen: that block is called lost.
// Costs    nothing where all has been given back; else a look at the globals, about 20 µs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/search/execution.hpp"
#include "engine/world/block.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

struct Leak {
  const Block* block = nullptr;  // one to which not even another lost block points, if there is one
  std::size_t blocks = 0;
  std::size_t bytes = 0;
};

struct LeakQuestion {
  const World& world;
  const Execution& execution;
  std::span<const std::string> wide_values;
  // The thread that lives in a place.
  std::function<ThreadId(std::size_t place)> thread_at;
  // Whether the block was there before the execution began.
  std::function<bool(const Block&)> was_there;
};

[[nodiscard]] std::optional<Leak> find_leak(const LeakQuestion& question);

}  // namespace mcheck
