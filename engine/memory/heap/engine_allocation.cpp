// SPDX-License-Identifier: MIT
#include "engine/memory/heap/engine_allocation.hpp"

#include <errno.h>

#include "engine/platform/processor/raw_copy.hpp"

#if defined(__SANITIZE_ADDRESS__)

// Declared in <sanitizer/allocator_interface.h>, which GCC does not ship.
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void* block);  // NOLINT

extern "C" {
void* __interceptor_malloc(std::size_t size);                           // NOLINT
void __interceptor_free(void* block);                                   // NOLINT
void* __interceptor_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __interceptor_realloc(void* block, std::size_t size);             // NOLINT
void* __interceptor_memalign(std::size_t alignment, std::size_t size);  // NOLINT
}

namespace mcheck {

void* allocate_for_engine(std::size_t size, std::size_t alignment) {
  return alignment <= 16 ? __interceptor_malloc(size) : __interceptor_memalign(alignment, size);
}
void* allocate_zeroed_for_engine(std::size_t size) { return __interceptor_calloc(1, size); }
void* resize_for_engine(void* block, std::size_t size) {
  return __interceptor_realloc(block, size);
}
void free_for_engine(void* block) { __interceptor_free(block); }
std::size_t engine_usable_size(void* block) { return __sanitizer_get_allocated_size(block); }

}  // namespace mcheck

#else

#include <dlfcn.h>
#include <sched.h>
#include <sys/single_threaded.h>

#include <algorithm>
#include <atomic>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/engine_heap.hpp"

extern "C" {
void __libc_free(void* block);                        // NOLINT
void* __libc_realloc(void* block, std::size_t size);  // NOLINT
}

namespace mcheck {
namespace {

MCHECK_HOST_STATE constinit EngineHeap heap;
MCHECK_HOST_STATE constinit std::atomic_flag in_use;

// Real threads are rare in this process, but a host may have some.
class Lock {
 public:
  Lock() : needed_(__libc_single_threaded == 0) {
    if (!needed_) return;
    while (in_use.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  ~Lock() {
    if (needed_) in_use.clear(std::memory_order_release);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  bool needed_;
};

void* set_errno_if_null(void* block) {
  if (block == nullptr) errno = ENOMEM;
  return block;
}

}  // namespace

void* allocate_for_engine(std::size_t size, std::size_t alignment) {
  const Lock lock;
  return set_errno_if_null(heap.allocate(size, alignment));
}

void* allocate_zeroed_for_engine(std::size_t size) {
  const Lock lock;
  return set_errno_if_null(heap.allocate_zeroed(size));
}

void* resize_for_engine(void* block, std::size_t size) {
  if (!EngineHeap::owns(block)) return __libc_realloc(block, size);
  const std::size_t old = EngineHeap::usable_size(block);
  if (size <= old && size > old / 2) return block;
  void* fresh = allocate_for_engine(size, 16);
  if (fresh == nullptr) return nullptr;
  raw_copy(fresh, block, std::min(size, old));
  free_for_engine(block);
  return fresh;
}

void free_for_engine(void* block) {
  if (!EngineHeap::owns(block)) {
    __libc_free(block);
    return;
  }
  const Lock lock;
  heap.free(block);
}

std::size_t engine_usable_size(void* block) {
  if (EngineHeap::owns(block)) return EngineHeap::usable_size(block);
  const auto original =
      reinterpret_cast<std::size_t (*)(void*)>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  return original(block);
}

}  // namespace mcheck

#endif
