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
#include "engine/world/block.hpp"

namespace mcheck {

class Heap;

// Selects the heap for allocations; null: the engine's.
MCHECK_HOST_STATE extern Heap* heap_in_use;
inline void allocate_from(Heap* heap) { heap_in_use = heap; }
[[nodiscard]] inline Heap* allocating_from() { return heap_in_use; }

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
  void (*refused)(const Fault& fault, const void* caller) = nullptr;
  // The heap is full, but a real system might have had the memory.
  void (*exhausted)(std::size_t size) = nullptr;
  // For freed blocks whose reuse is a choice of the strategy; set all of these or none.
  Block* (*again)(std::size_t size, const void* caller) = nullptr;
  bool (*lays_aside)(const void* bytes, const void* caller) = nullptr;
  void (*lay_aside)(Block& block) = nullptr;
};
void watch_blocks(const BlockWatcher& watcher);

// malloc and free for functions that replace others of the C library; `caller` is their return
// address.
struct Wanted {
  Origin origin = Origin::kMalloc;
  std::size_t size = 0;
  std::size_t alignment = 16;
  const void* caller = nullptr;
};
[[nodiscard]] void* allocate_for(const Wanted& wanted);
void free_for(Origin origin, void* block, const void* caller);

// While it lives, allocations come from the engine's heap: for code of the engine in the middle of
// a thread of the program.
class OutsideWorld {
 public:
  OutsideWorld() : inside_(allocating_from()) { allocate_from(nullptr); }
  ~OutsideWorld() { allocate_from(inside_); }
  OutsideWorld(const OutsideWorld&) = delete;
  OutsideWorld& operator=(const OutsideWorld&) = delete;

 private:
  Heap* inside_;
};

}  // namespace mcheck
