// SPDX-License-Identifier: MIT
// Who gets memory from where. While code of the program runs, malloc and operator new hand out from
// the heap of the running thread, which belongs to the world; at all other times, from a heap of
// the engine's own, which does not.
//
// Static initialisers, the libraries' included, count as the program: what a global container
// allocates before main is put back like everything else. What was allocated outside is never freed
// from inside.
#pragma once

#include <cstddef>

#include "engine/base/host_state.hpp"
#include "engine/world/block.hpp"

namespace mcheck {

class Heap;

// Allocations now belong to this heap; null: to nobody, that is, to the engine.
MCHECK_HOST_STATE extern Heap* heap_in_use;
inline void allocate_from(Heap* heap) { heap_in_use = heap; }
[[nodiscard]] inline Heap* allocating_from() { return heap_in_use; }

// Whether the program's static initialisers have made the heap of place 0.
[[nodiscard]] bool static_heap_exists();

[[nodiscard]] bool in_static_initialisation();
// From here on there is a main.
void end_static_initialisation();

// Who is told of each block that the program is given, and is about to give back, and of blocks
// that it must not give back as it does: they stay as they are.
struct BlockWatcher {
  void (*allocated)(const Block& block) = nullptr;
  void (*freed)(Block& block, const void* caller) = nullptr;
  void (*refused)(const Fault& fault, const void* caller) = nullptr;
  // The heap has no room for so much, which a system might have.
  void (*exhausted)(std::size_t size) = nullptr;
  // Freed blocks that are had again otherwise than the heap would have it; all or none of these.
  Block* (*again)(std::size_t size, const void* caller) = nullptr;
  bool (*lays_aside)(const void* bytes, const void* caller) = nullptr;
  void (*lay_aside)(Block& block) = nullptr;
};
void watch_blocks(const BlockWatcher& watcher);

// As malloc and free for who brings other functions for it; `caller` is where they were called.
struct Wanted {
  Origin origin = Origin::kMalloc;
  std::size_t size = 0;
  std::size_t alignment = 16;
  const void* caller = nullptr;
};
[[nodiscard]] void* allocate_for(const Wanted& wanted);
void free_for(Origin origin, void* block, const void* caller);

// The engine at work in the middle of the program: its own allocations stay outside the world.
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
