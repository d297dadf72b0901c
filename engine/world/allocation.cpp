// SPDX-License-Identifier: MIT
// Replaces the malloc family for the whole process, libraries included. `operator new` comes
// through malloc by itself, except under AddressSanitizer, which has its own and is overruled here.
#include "engine/world/allocation.hpp"

#include <errno.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

#include "engine/base/host_state.hpp"
#include "engine/world/heap.hpp"
#include "engine/world/outside_allocation.hpp"
#include "engine/world/raw_copy.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE Heap* current = nullptr;
MCHECK_HOST_STATE bool static_heap = false;
MCHECK_HOST_STATE bool begun = false;
MCHECK_HOST_STATE BlockWatcher watcher;

// The program begins with the first allocation that any library's initialiser makes: what its
// globals point to is put back with them. The places may be taken: then the program cannot be
// explored, but runs.
bool begin_static_initialisation() {
  begun = true;
  if (!map(place(0))) return false;
  static_heap = true;
  current = Heap::create(place(0));
  return true;
}

// If nobody allocated before, the executable's own initialisers are the first. Also, the
// sanitizer's runtime starts before anybody, and what it allocates is not the program's.
[[gnu::constructor(101)]] void enter_static_initialisation() {
  if (!begun) begin_static_initialisation();
}

// The C++ runtime keeps a block for exceptions that are thrown when memory is used up, and asks for
// it before main. It can do without: then std::terminate is called where not even the exception
// fits into the heap. Kept, it would be a part of the program's state, and as large as the rest of
// all libraries' state together. (The sizes are those of libstdc++ up to 12, and since 13.)
bool is_emergency_pool(std::size_t size) { return size == 72704 || size == 73728; }

MCHECK_HOST_STATE bool initialised = false;  // main has been called

void* allocate_inside(std::size_t size, std::size_t alignment) {
  const bool refused = !initialised && is_emergency_pool(size);
  void* block = refused ? nullptr : current->allocate(size, alignment);
  if (block == nullptr) {
    errno = ENOMEM;
  } else if (watcher.allocated != nullptr) {
    watcher.allocated(block, Heap::usable_size(block));
  }
  return block;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (current != nullptr) return allocate_inside(size, alignment);
  const bool is_first = !begun && !kAddressSanitizer;
  if (is_first && begin_static_initialisation()) return allocate_inside(size, alignment);
  return allocate_outside(size, alignment);
}

void* allocate_zeroed(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (current == nullptr && (begun || kAddressSanitizer)) return allocate_zeroed_outside(bytes);
  void* block = allocate(bytes, 16);
  if (block != nullptr) raw_fill(block, 0, bytes);
  return block;
}

void release(void* block, const void* caller = nullptr) {
  if (block == nullptr) return;
  const bool ours = in_world(block);
  if (ours && current != nullptr) {
    if (watcher.freed != nullptr) watcher.freed(block, Heap::usable_size(block), caller);
    current->free(block);
  }
  // From outside, blocks of the world stay as they are; from inside, blocks of the outside do: the
  // other side could not take it back.
  if (!ours && current == nullptr) release_outside(block);
}

std::size_t usable(void* block) {
  if (block == nullptr) return 0;
  return in_world(block) ? Heap::usable_size(block) : usable_size_outside(block);
}

void* resize(void* block, std::size_t size) {
  if (block == nullptr) return allocate(size, 16);
  if (size == 0) {  // as the C library has it
    release(block);
    return nullptr;
  }
  if (!in_world(block) && current == nullptr) return resize_outside(block, size);
  const std::size_t old = usable(block);
  if (in_world(block) && current != nullptr && size <= old && size > old / 2) return block;
  void* fresh = allocate(size, 16);
  if (fresh == nullptr) return nullptr;
  raw_copy(fresh, block, std::min(size, old));
  release(block);
  return fresh;
}

// As the C library has it: an alignment that is no power of two is rounded up.
void* allocate_aligned(std::size_t alignment, std::size_t size) {
  if (alignment > (std::size_t{1} << 62)) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate(size, std::bit_ceil(alignment));
}

constexpr std::size_t kPage = 4096;

}  // namespace

void allocate_from(Heap* heap) { current = heap; }
Heap* allocating_from() { return current; }
bool static_heap_exists() { return static_heap; }

bool in_static_initialisation() { return static_heap && !initialised; }

void free_for(void* block, const void* caller) { release(block, caller); }
void watch_blocks(const BlockWatcher& by) { watcher = by; }

void end_static_initialisation() {
  initialised = true;
  current = nullptr;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void* malloc(std::size_t size) noexcept { return mcheck::allocate(size, 16); }
void free(void* block) noexcept { mcheck::release(block, __builtin_return_address(0)); }
void* realloc(void* block, std::size_t size) noexcept { return mcheck::resize(block, size); }
std::size_t malloc_usable_size(void* block) noexcept { return mcheck::usable(block); }

void* calloc(std::size_t count, std::size_t size) noexcept {
  return mcheck::allocate_zeroed(count, size);
}
void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (!__builtin_mul_overflow(count, size, &bytes)) return mcheck::resize(block, bytes);
  errno = ENOMEM;
  return nullptr;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return mcheck::allocate_aligned(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return mcheck::allocate_aligned(alignment, size);
}
void* valloc(std::size_t size) noexcept { return mcheck::allocate(size, mcheck::kPage); }
void* pvalloc(std::size_t size) noexcept {
  const std::size_t pages = size / mcheck::kPage + (size % mcheck::kPage == 0 ? 0 : 1);
  return mcheck::allocate(pages * mcheck::kPage, mcheck::kPage);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int before = errno;
  void* const made = mcheck::allocate(size, alignment);
  errno = before;
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
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
