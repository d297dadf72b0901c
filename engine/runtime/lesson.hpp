// SPDX-License-Identifier: MIT
// A step that runs and is being recorded for the step cache.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/runtime/known_memory.hpp"
#include "engine/runtime/known_steps.hpp"

namespace mcheck {

struct Lesson {
  KnownSteps::Start few;  // for few regions, and for all memory
  KnownSteps::Start all;
  std::vector<KnownMemory::Room> before;  // contents before the step, if they determine it
  std::size_t changes = 0;                // of objects, before it
  bool follows = false;                   // the key determines what the step does
  bool tries_few = false;                 // regions only: memory_.materialize_few()
  std::vector<KnownMemory::Room> rooms;   // that differ after it, except its own
  std::vector<KnownSteps::Retired> retired;
  Operation wish;  // the next operation, where less was granted
  bool wishes = false;
};

}  // namespace mcheck
