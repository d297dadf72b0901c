// SPDX-License-Identifier: MIT
// mmap and its kin. Memory of nobody else's, anywhere, is taken from the running thread's heap,
// which is put back like the rest; any other mapping is the kernel's.
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/kernel_state.hpp"
#include "engine/intercept/shared_mappings.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

constexpr const char* kMaps = "maps memory";
constexpr std::size_t kPage = 4096;

void* from_heap(std::size_t size) {
  const std::size_t whole = (size + kPage - 1) & ~(kPage - 1);
  void* block = allocate_for({.origin = Origin::kMapping, .size = whole, .alignment = kPage});
  if (block != nullptr) memset(block, 0, whole);
  return block;
}

void* mapped(const char* function, void* wish, std::size_t size, int protection, int flags,
             int descriptor, off64_t offset) {
  constexpr int kKind = MAP_PRIVATE | MAP_ANONYMOUS;
  constexpr int kPlain = PROT_READ | PROT_WRITE;
  const bool plain = (flags & (kKind | MAP_SHARED | MAP_FIXED | MAP_FIXED_NOREPLACE)) == kKind;
  if (program_runs() && plain && protection == kPlain && size > 0) {
    if (void* block = from_heap(size)) return block;
  }
  touch_kernel({kMaps, function});
  using Map = void*(void*, std::size_t, int, int, int, off64_t);
  void* const memory =
      library_function<Map>(function)(wish, size, protection, flags, descriptor, offset);
  const bool shared = (flags & MAP_SHARED) != 0 && (flags & MAP_ANONYMOUS) == 0;
  if (shared && memory != MAP_FAILED && inside()) {
    shared_mapping_begins(memory, {.descriptor = descriptor,
                                   .offset = offset,
                                   .size = size,
                                   .written = (protection & PROT_WRITE) != 0});
  }
  return memory;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void* mmap(void* wish, size_t size, int protection, int flags, int descriptor,
           off_t offset) noexcept {
  return mcheck::mapped("mmap", wish, size, protection, flags, descriptor, offset);
}
void* mmap64(void* wish, size_t size, int protection, int flags, int descriptor,
             off64_t offset) noexcept {
  return mcheck::mapped("mmap64", wish, size, protection, flags, descriptor, offset);
}

// A part of a mapping that came from a heap stays until the execution ends.
int munmap(void* memory, size_t size) noexcept {
  if (mcheck::program_runs() && mcheck::in_world(memory)) return 0;
  mcheck::touch_kernel({mcheck::kMaps, "munmap"});
  if (mcheck::inside()) mcheck::mapping_ends(memory);
  return mcheck::library_function<int(void*, size_t)>("munmap")(memory, size);
}

using mcheck::kMaps;

MCHECK_TOUCHES(kMaps, int, mprotect, (void* memory, size_t size, int protection),
               (memory, size, protection))
MCHECK_TOUCHES(kMaps, int, brk, (void* end), (end))
MCHECK_TOUCHES(kMaps, void*, sbrk, (intptr_t more), (more))
}
// NOLINTEND
