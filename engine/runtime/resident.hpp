// SPDX-License-Identifier: MIT
// Who lives at a place of the world: a thread of the program, with the coroutine that it runs on.
// Places and their coroutines are made once and outlive the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/runtime/coroutine.hpp"
#include "engine/trace/operation.hpp"
#include "engine/world/rooms.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

struct Resident {
  Coroutine* coroutine = nullptr;
  ThreadId thread{};
  Word body = 0;
  Word control_words = 0;  // with which it begins
  std::size_t number = 0;
  std::byte* stack_end = nullptr;
  std::byte* thread_pointer = nullptr;
  Heap* heap = nullptr;
};

struct Stage {
  World world;
  std::map<std::size_t, Resident> residents;  // by place
};

// A kind of place in the program, as far as stacks tell: an operation, and how deep it is called.
struct PollingSite {
  Kind kind = Kind::kYield;
  std::ptrdiff_t depth = 0;

  friend auto operator<=>(const PollingSite&, const PollingSite&) = default;
};

// The thread whose step is watched, as it was when that began.
struct WatchedStep {
  Resident* resident = nullptr;  // null: nobody's is
  Operation operation;
  std::optional<Rooms::Piece> piece;  // that has the stack
  std::vector<std::byte> stack;       // where none does
  std::int64_t time = 0;
  bool only_counts = false;  // whether it leads back is found out otherwise
};

// Loops that count their turns (counted_turns.cpp).
struct CountedLoops {
  std::set<PollingSite> sites;  // where such a loop was run to its end in one step
  bool exits_differ = false;    // what one does when it ends depends on the count
  std::uint64_t compared = 0;   // turns that were run to compare what comes after them
};

}  // namespace mcheck
