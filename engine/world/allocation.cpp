// SPDX-License-Identifier: MIT
// Replaces the malloc family for the whole process, libraries included. `operator new` comes
// through malloc by itself, except under AddressSanitizer, which has its own and is overruled here.
#include "engine/world/allocation.hpp"

#include <errno.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "engine/base/host_state.hpp"
#include "engine/world/heap.hpp"
#include "engine/world/raw_copy.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define MCHECK_SYSTEM(name) __interceptor_##name
#else
#define MCHECK_SYSTEM(name) __libc_##name
#endif

extern "C" {
void* MCHECK_SYSTEM(malloc)(std::size_t size);                           // NOLINT
void MCHECK_SYSTEM(free)(void* block);                                   // NOLINT
void* MCHECK_SYSTEM(calloc)(std::size_t count, std::size_t size);        // NOLINT
void* MCHECK_SYSTEM(realloc)(void* block, std::size_t size);             // NOLINT
void* MCHECK_SYSTEM(memalign)(std::size_t alignment, std::size_t size);  // NOLINT
}

namespace mcheck {
namespace {

MCHECK_HOST_STATE Heap* current = nullptr;
MCHECK_HOST_STATE bool static_heap = false;

// Runs before the executable's own constructors, after those of the libraries it needs.
[[gnu::constructor(101)]] void enter_static_initialisation() {
  if (!map(place(0))) return;  // the places are taken: the program cannot be explored, but runs
  static_heap = true;
  current = Heap::create(place(0));
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (current == nullptr) {
    return alignment <= 16 ? MCHECK_SYSTEM(malloc)(size) : MCHECK_SYSTEM(memalign)(alignment, size);
  }
  void* block = current->allocate(size, alignment);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void release(void* block) {
  if (block == nullptr) return;
  const bool ours = in_world(block);
  if (ours && current != nullptr) current->free(block);
  // From outside, blocks of the world stay as they are; from inside, blocks of the outside do: the
  // other side could not take it back.
  if (!ours && current == nullptr) MCHECK_SYSTEM(free)(block);
}

std::size_t usable(void* block) {
  if (in_world(block)) return Heap::usable_size(block);
  return kAddressSanitizer ? 0 : malloc_usable_size(block);
}

void* resize(void* block, std::size_t size) {
  if (block == nullptr) return allocate(size, 16);
  if (!in_world(block) && current == nullptr) return MCHECK_SYSTEM(realloc)(block, size);
  const std::size_t old = usable(block);
  if (in_world(block) && current != nullptr && size <= old && size > old / 2) return block;
  void* fresh = allocate(size, 16);
  if (fresh == nullptr) return nullptr;
  raw_copy(fresh, block, std::min(size, old));
  release(block);
  return fresh;
}

}  // namespace

void allocate_from(Heap* heap) { current = heap; }
Heap* allocating_from() { return current; }
bool static_heap_exists() { return static_heap; }

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void* malloc(std::size_t size) noexcept { return mcheck::allocate(size, 16); }
void free(void* block) noexcept { mcheck::release(block); }
void* realloc(void* block, std::size_t size) noexcept { return mcheck::resize(block, size); }

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (mcheck::current == nullptr) return MCHECK_SYSTEM(calloc)(count, size);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* block = mcheck::allocate(bytes, 16);
  if (block != nullptr) mcheck::raw_fill(block, 0, bytes);
  return block;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return mcheck::allocate(size, alignment);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return mcheck::allocate(size, alignment);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  *block = mcheck::allocate(size, alignment);
  return *block == nullptr ? ENOMEM : 0;
}

}  // extern "C"

#if defined(__SANITIZE_ADDRESS__)
namespace {
void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* block = mcheck::allocate(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
}  // namespace
void* operator new(std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return mcheck::allocate(size, 16);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return mcheck::allocate(size, 16);
}
void operator delete(void* block) noexcept { mcheck::release(block); }
void operator delete[](void* block) noexcept { mcheck::release(block); }
void operator delete(void* block, std::size_t) noexcept { mcheck::release(block); }
void operator delete[](void* block, std::size_t) noexcept { mcheck::release(block); }
void operator delete(void* block, std::align_val_t) noexcept { mcheck::release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { mcheck::release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  mcheck::release(block);
}
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  mcheck::release(block);
}
void operator delete(void* block, const std::nothrow_t&) noexcept { mcheck::release(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { mcheck::release(block); }
#endif
// NOLINTEND
