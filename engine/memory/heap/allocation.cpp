// SPDX-License-Identifier: MIT
// Replaces the malloc family for the whole process, libraries included. For operator new and delete
// see engine/memory/heap/operators.cpp.
#include "engine/memory/heap/allocation.hpp"

#include <dlfcn.h>
#include <errno.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/engine_allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"

// Defined by the linker.
extern "C" {
extern const char __executable_start[];  // NOLINT(bugprone-reserved-identifier)
extern const char _etext[];              // NOLINT(bugprone-reserved-identifier)
}

// For functions that the sanitizer's runtime calls before its shadow memory is mapped.
#define MCHECK_BEFORE_SHADOW gnu::no_sanitize("address", "undefined")

namespace mcheck {

MCHECK_HOST_STATE Heap* current_heap = nullptr;

namespace {

MCHECK_HOST_STATE bool static_heap = false;
MCHECK_HOST_STATE bool has_begun = false;
MCHECK_HOST_STATE BlockWatcher watcher;

// The program begins with the first allocation of any library's initialiser: what its globals point
// to must be restored with them. If the addresses of the regions are taken, the program runs but
// cannot be explored.
bool begin_static_initialisation() {
  has_begun = true;
  if (!map(thread_region(0))) return false;
  static_heap = true;
  current_heap = Heap::create(thread_region(0));
  return true;
}

// If nothing was allocated before, the executable's own initialisers are the first. Under a
// sanitizer they are always the first: its runtime starts earlier, and its blocks are not the
// program's.
[[gnu::constructor(101)]] void enter_static_initialisation() {
  if (!has_begun) begin_static_initialisation();
}

// The C++ runtime allocates a block before main, for exceptions that are thrown when memory is
// exhausted. It works without: std::terminate is then called if an exception does not fit into the
// heap. With the block, program memory would have twice the state of all libraries. (The sizes are
// those of libstdc++ up to 12, and since 13.)
bool is_emergency_pool(std::size_t size) { return size == 72704 || size == 73728; }

bool is_in_executable(const void* code) {
  const auto* const at = static_cast<const char*>(code);
  return at >= __executable_start && at < _etext;
}

MCHECK_HOST_STATE bool initialised = false;  // main has been called

Block* allocate_or_reuse_block(const AllocationRequest& request) {
  const auto [origin, size, alignment, caller] = request;
  if (!initialised && is_emergency_pool(size)) return nullptr;
  Block* const chosen_block = alignment <= 16 && watcher.chosen_block != nullptr
                                  ? watcher.chosen_block(size, caller)
                                  : nullptr;
  if (chosen_block != nullptr) current_heap->make_live(*chosen_block, size, origin);
  Block* const block = chosen_block != nullptr
                           ? chosen_block
                           : current_heap->allocate_block(size, alignment, origin);
  if (block != nullptr) block->from_executable = is_in_executable(caller);
  return block;
}

// A process on x86-64 has 2^47 bytes of addresses, so a larger request fails on every system.
constexpr std::size_t kAddressSpaceBytes = std::size_t{1} << 47;

void* allocate_for_program(const AllocationRequest& request) {
  const Block* const block = allocate_or_reuse_block(request);
  if (block == nullptr) {
    // A mapping that the heap cannot hold is made by the system.
    const bool is_limit = request.origin != Origin::kMapping && request.size < kAddressSpaceBytes;
    if (is_limit && watcher.exhausted != nullptr) watcher.exhausted(request.size);
    errno = ENOMEM;
    return nullptr;
  }
  if (watcher.allocated != nullptr) watcher.allocated(*block);
  return Heap::bytes_of(*block);
}

[[MCHECK_BEFORE_SHADOW]] void* allocate(const AllocationRequest& request) {
  if (current_heap != nullptr) return allocate_for_program(request);
  const bool is_first = !has_begun && !kAddressSanitizer;
  if (is_first && begin_static_initialisation()) return allocate_for_program(request);
  return allocate_for_engine(request.size, request.alignment);
}

[[MCHECK_BEFORE_SHADOW]] void* allocate(std::size_t size, std::size_t alignment,
                                        const void* caller = nullptr) {
  return allocate({.size = size, .alignment = alignment, .caller = caller});
}

[[MCHECK_BEFORE_SHADOW]] void* allocate_zeroed(std::size_t count, std::size_t size,
                                               const void* caller) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (current_heap == nullptr && (has_begun || kAddressSanitizer))
    return allocate_zeroed_for_engine(bytes);
  void* block = allocate(bytes, 16, caller);
  if (block != nullptr) raw_fill(block, 0, bytes);
  return block;
}

// Whether it is in the executable or a library, where no block is.
bool is_in_loaded_object(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0;
}

// Why the program must not free that address, if it must not. Blocks of the engine or the C library
// outside of program memory are not checked.
std::optional<InvalidFree> invalid_free_of(void* address, Origin with) {
  if (!in_program_memory(address)) {
    if (!is_in_loaded_object(address)) return std::nullopt;
    return InvalidFree{
        .kind = InvalidFree::Kind::kNoBlock, .address = address, .with = with, .corruption = {}};
  }
  Heap* const heap = Heap::containing(address);
  InvalidFree invalid_free{.address = address, .with = with, .corruption = {}};
  invalid_free.block = heap == nullptr ? nullptr : heap->block_before(address);
  if (invalid_free.block == nullptr || Heap::bytes_of(*invalid_free.block) != address)
    return invalid_free;
  if (!invalid_free.block->is_live()) {
    invalid_free.kind = InvalidFree::Kind::kDoubleFree;
  } else if (invalid_free.block->origin != with) {
    invalid_free.kind = InvalidFree::Kind::kMismatch;
  } else if (const std::optional<HeapCorruption> corruption =
                 heap->corruption_of(*invalid_free.block)) {
    invalid_free.kind = InvalidFree::Kind::kCorruption;
    invalid_free.corruption = *corruption;
  } else {
    return std::nullopt;
  }
  return invalid_free;
}

// Reports the free of an address that is no block, or not one that may be freed like this.
[[gnu::noinline]] void report_invalid_free(void* address, Origin with, const void* caller) {
  if (watcher.refused == nullptr) return;
  if (const std::optional<InvalidFree> invalid_free = invalid_free_of(address, with))
    watcher.refused(*invalid_free, caller);
}

[[gnu::noinline]] void release_in_program(void* address, Origin with, const void* caller) {
  // This call may be a step of the thread, so that other threads run here.
  const bool keeps_block =
      watcher.announce_pool_free != nullptr && watcher.announce_pool_free(address, caller);
  Block* const block = Heap::block_to_free(address, with);
  if (block == nullptr)
    return report_invalid_free(address, with, caller);  // invalid_free_of() says why
  if (watcher.freed != nullptr) watcher.freed(*block, caller);
  if (keeps_block) return watcher.add_to_pool(*block);
  current_heap->free(*block);
}

// The engine does not free blocks of the program, nor the program those of the engine: the other
// allocator could not take them back.
[[MCHECK_BEFORE_SHADOW]] void release(void* address, Origin with, const void* caller) {
  if (address == nullptr) return;
  if (current_heap != nullptr) return release_in_program(address, with, caller);
  if (!in_program_memory(address)) free_for_engine(address);
}

std::size_t usable_bytes(void* block) {
  if (block == nullptr) return 0;
  return in_program_memory(block) ? Heap::usable_size(block) : engine_usable_size(block);
}

[[MCHECK_BEFORE_SHADOW]] void* resize(void* block, std::size_t size, const void* caller) {
  if (block == nullptr) return allocate(size, 16, caller);
  if (size == 0) {  // as in the C library
    release(block, Origin::kMalloc, caller);
    return nullptr;
  }
  if (current_heap == nullptr && !in_program_memory(block)) return resize_for_engine(block, size);
  if (current_heap != nullptr) {
    if (const std::optional<InvalidFree> invalid_free = invalid_free_of(block, Origin::kMalloc)) {
      if (watcher.refused != nullptr) watcher.refused(*invalid_free, caller);
      return nullptr;
    }
    if (in_program_memory(block) &&
        Heap::resize(*Heap::containing(block)->block_before(block), size)) {
      return block;
    }
  }
  const std::size_t old_bytes = usable_bytes(block);
  void* fresh = allocate(size, 16, caller);
  if (fresh == nullptr) return nullptr;
  raw_copy(fresh, block, std::min(size, old_bytes));
  release(block, Origin::kMalloc, caller);
  return fresh;
}

// As in the C library: an alignment that is no power of two is rounded up.
void* allocate_aligned(std::size_t alignment, std::size_t size) {
  if (alignment > (std::size_t{1} << 62)) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate(size, std::bit_ceil(alignment));
}

constexpr std::size_t kPage = 4096;

}  // namespace

bool static_heap_exists() { return static_heap; }

bool in_static_initialisation() { return static_heap && !initialised; }

void* allocate_program_block(const AllocationRequest& request) { return allocate(request); }
void free_program_block(Origin origin, void* block, const void* caller) {
  release(block, origin, caller);
}
void watch_blocks(const BlockWatcher& by) { watcher = by; }

void end_static_initialisation() {
  initialised = true;
  current_heap = nullptr;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void* malloc(std::size_t size) noexcept {
  return mcheck::allocate(size, 16, __builtin_return_address(0));
}
void free(void* block) noexcept {
  mcheck::release(block, mcheck::Origin::kMalloc, __builtin_return_address(0));
}
void* realloc(void* block, std::size_t size) noexcept {
  return mcheck::resize(block, size, __builtin_return_address(0));
}
std::size_t malloc_usable_size(void* block) noexcept { return mcheck::usable_bytes(block); }

void* calloc(std::size_t count, std::size_t size) noexcept {
  return mcheck::allocate_zeroed(count, size, __builtin_return_address(0));
}
void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (!__builtin_mul_overflow(count, size, &bytes)) {
    return mcheck::resize(block, bytes, __builtin_return_address(0));
  }
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
// NOLINTEND
