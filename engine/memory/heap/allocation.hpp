// SPDX-License-Identifier: MIT
// Which allocator serves a request. While code of the program runs, malloc and operator new
// allocate from the heap of the running thread, which is a part of program memory; at all other
// times from the engine's heap, which is not.
//
// Static initialisers, also those of libraries, count as the program: what a global container
// allocates before main is restored like everything else. The program never frees a block of the
// engine.
#pragma once

#include <cstddef>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/block.hpp"

namespace mcheck {

class Heap;

// Selects the heap for allocations; null: the engine's.
MCHECK_HOST_STATE extern Heap* current_heap;
inline void set_current_heap(Heap* heap) { current_heap = heap; }
[[nodiscard]] inline Heap* get_current_heap() { return current_heap; }

// Whether the program's static initialisers have created the heap of region 0.
[[nodiscard]] bool static_heap_exists();

[[nodiscard]] bool in_static_initialisation();
// To be called when main begins.
void end_static_initialisation();

// Callbacks: for each block that the program allocates or is about to free, and for each invalid
// free, which has no effect.
struct BlockWatcher {
  void (*allocated)(const Block& block) = nullptr;
  void (*freed)(Block& block, const void* caller) = nullptr;
  void (*refused)(const InvalidFree& invalid_free, const void* caller) = nullptr;
  // The heap is full, but a real system might have had the memory.
  void (*exhausted)(std::size_t size) = nullptr;
  // For freed blocks whose reuse is a choice of the strategy; set all of these or none.
  Block* (*chosen_block)(std::size_t size, const void* caller) = nullptr;
  bool (*announce_pool_free)(const void* bytes, const void* caller) = nullptr;
  void (*add_to_pool)(Block& block) = nullptr;
};
void watch_blocks(const BlockWatcher& watcher);

// malloc and free for functions that replace others of the C library; `caller` is their return
// address.
struct AllocationRequest {
  Origin origin = Origin::kMalloc;
  std::size_t size = 0;
  std::size_t alignment = 16;
  const void* caller = nullptr;
};
[[nodiscard]] void* allocate_program_block(const AllocationRequest& wanted);
void free_program_block(Origin origin, void* block, const void* caller);

// While it lives, allocations come from the engine's heap: for code of the engine in the middle of
// a thread of the program.
class EngineAllocationScope {
 public:
  EngineAllocationScope() : program_heap_(get_current_heap()) { set_current_heap(nullptr); }
  ~EngineAllocationScope() { set_current_heap(program_heap_); }
  EngineAllocationScope(const EngineAllocationScope&) = delete;
  EngineAllocationScope& operator=(const EngineAllocationScope&) = delete;

 private:
  Heap* program_heap_;
};

}  // namespace mcheck
