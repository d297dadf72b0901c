// SPDX-License-Identifier: MIT
// mmap and related functions. Private anonymous memory at no fixed address comes from the running
// thread's heap and is restored like the rest of it. Any other mapping is the kernel's, and may
// have one address only.
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/kernel_state.hpp"
#include "engine/intercept/shared_mappings.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

constexpr const char* kMaps = "maps memory";
constexpr std::size_t kKernelPage = 4096;

void* from_heap(std::size_t size) {
  const std::size_t whole = (size + kKernelPage - 1) & ~(kKernelPage - 1);
  void* block = allocate_for({.origin = Origin::kMapping, .size = whole, .alignment = kKernelPage});
  if (block != nullptr) memset(block, 0, whole);
  return block;
}

// The backing of memory to which more than one address may lead.
std::optional<Backing> backing_of(int flags, int descriptor) {
  const bool shared = (flags & MAP_SHARED) != 0;
  if ((flags & MAP_ANONYMOUS) != 0) {
    if (!shared) return std::nullopt;
    return Backing{.device = Backing::kAnonymous, .shared = true};
  }
  struct stat about {};
  if (fstat(descriptor, &about) != 0) return std::nullopt;
  return Backing{.device = about.st_dev, .file = about.st_ino, .shared = shared};
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
  if (memory != MAP_FAILED && inside()) {
    if (auto backing = backing_of(flags, descriptor)) {
      backing->offset = static_cast<std::uint64_t>(offset);
      backing->writable = (protection & PROT_WRITE) != 0;
      mapping_begins(memory, size, *backing);
    } else {
      mapping_ends(memory, size);  // MAP_FIXED
    }
  }
  return memory;
}

// For memory of a thread's heap: the old block stays until the execution ends.
void* moved_in_heap(const void* old, std::size_t old_size, std::size_t size, int flags) {
  if ((flags & MREMAP_FIXED) != 0) refuse_call("moves its memory to an address (mremap)");
  if (size <= old_size && (flags & MREMAP_DONTUNMAP) == 0) return const_cast<void*>(old);
  void* const block = (flags & MREMAP_MAYMOVE) != 0 ? from_heap(size) : nullptr;
  if (block == nullptr) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  memcpy(block, old, std::min(size, old_size));
  return block;
}

void* moved(void* old, std::size_t old_size, std::size_t size, int flags, void* wish) {
  if (program_runs() && in_world(old)) return moved_in_heap(old, old_size, size, flags);
  touch_kernel({kMaps, "mremap"});
  using Remap = void*(void*, std::size_t, std::size_t, int, ...);
  void* const memory = library_function<Remap>("mremap")(old, old_size, size, flags, wish);
  if (memory != MAP_FAILED && inside()) {
    const bool stays = old_size == 0 || (flags & MREMAP_DONTUNMAP) != 0;
    mapping_moves({.from = old, .size = old_size, .stays = stays}, memory, size);
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
  const int result = mcheck::library_function<int(void*, size_t)>("munmap")(memory, size);
  if (result == 0 && mcheck::inside()) mcheck::mapping_ends(memory, size);
  return result;
}

void* mremap(void* old, size_t old_size, size_t size, int flags, ...) noexcept {
  va_list more;
  va_start(more, flags);
  void* const wish = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  return mcheck::moved(old, old_size, size, flags, wish);
}

int mprotect(void* memory, size_t size, int protection) noexcept {
  mcheck::touch_kernel({mcheck::kMaps, "mprotect"});
  const int result =
      mcheck::library_function<int(void*, size_t, int)>("mprotect")(memory, size, protection);
  if (result == 0 && (protection & PROT_WRITE) != 0 && mcheck::inside()) {
    mcheck::mapping_becomes_writable(memory, size);
  }
  return result;
}

void* shmat(int segment, const void* wish, int flags) noexcept {
  mcheck::touch_kernel({mcheck::kMaps, "shmat"});
  void* const memory =
      mcheck::library_function<void*(int, const void*, int)>("shmat")(segment, wish, flags);
  shmid_ds about{};
  if (memory != MAP_FAILED && mcheck::inside() && shmctl(segment, IPC_STAT, &about) == 0) {
    mcheck::mapping_begins(memory, about.shm_segsz,
                           {.device = mcheck::Backing::kSegment,
                            .file = static_cast<ino_t>(segment),
                            .shared = true,
                            .writable = (flags & SHM_RDONLY) == 0});
  }
  return memory;
}

int shmdt(const void* memory) noexcept {
  mcheck::touch_kernel({mcheck::kMaps, "shmdt"});
  const int result = mcheck::library_function<int(const void*)>("shmdt")(memory);
  if (result == 0 && mcheck::inside()) mcheck::segment_ends(memory);
  return result;
}

int remap_file_pages(void*, size_t, int, size_t, int) noexcept {
  if (mcheck::inside()) mcheck::refuse_call("orders the pages of a mapping anew");
  errno = ENOSYS;
  return -1;
}

using mcheck::kMaps;

MCHECK_TOUCHES(kMaps, int, brk, (void* end), (end))
MCHECK_TOUCHES(kMaps, void*, sbrk, (intptr_t more), (more))
}
// NOLINTEND
