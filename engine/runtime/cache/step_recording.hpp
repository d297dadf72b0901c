// SPDX-License-Identifier: MIT
// A step that runs and is being recorded for the step cache.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/runtime/cache/lazy_memory.hpp"
#include "engine/runtime/cache/step_cache.hpp"

namespace mcheck {

struct StepRecording {
  StepCache::Key own_regions;  // for its own regions, and for all memory
  StepCache::Key all;
  std::vector<LazyMemory::ContentId> before;    // contents before the step, if they determine it
  std::size_t object_changes = 0;               // of objects, before it
  bool is_determined = false;                   // the key determines what the step does
  bool tries_few = false;                       // regions only: memory_.materialize_few()
  std::vector<LazyMemory::ContentId> contents;  // that differ after it, except its own
  std::vector<StepCache::Retired> retired;
  Operation requested;  // the next operation, where less was granted
  bool has_request = false;
};

}  // namespace mcheck
