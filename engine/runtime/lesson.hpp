// SPDX-License-Identifier: MIT
// A step that runs, and is to be known from now on, as far as is seen by now.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/runtime/known_memory.hpp"
#include "engine/runtime/known_steps.hpp"

namespace mcheck {

struct Lesson {
  KnownSteps::Start few;  // by few rooms, and by all memory
  KnownSteps::Start all;
  std::vector<KnownMemory::Room> before;  // memory, where it follows from that what it does
  std::size_t changes = 0;                // of objects, before it
  bool follows = false;                   // what it does, from where it starts
  bool tries_few = false;                 // rooms: memory_.make_few_real()
  std::vector<KnownMemory::Room> rooms;   // that are others then, beside its own
  std::vector<KnownSteps::Retired> retired;
  Operation wish;  // what it comes to rest with, where less was granted
  bool wishes = false;
};

}  // namespace mcheck
