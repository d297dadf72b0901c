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

#include "engine/intercept/kernel/kernel_call.hpp"
#include "engine/intercept/kernel/shared_mappings.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {
namespace {

constexpr const char* kMapsMemory = "maps memory";
constexpr std::size_t kKernelPage = 4096;
// Of a mapping that is no longer used: each byte costs time.
constexpr std::size_t kMostChecked = std::size_t{1} << 20;

void* map_from_heap(std::size_t size) {
  const std::size_t rounded_size = (size + kKernelPage - 1) & ~(kKernelPage - 1);
  void* block = allocate_program_block(
      {.origin = Origin::kMapping, .size = rounded_size, .alignment = kKernelPage});
  if (block != nullptr) memset(block, 0, rounded_size);
  return block;
}

// The backing of memory to which more than one address may lead.
std::optional<Backing> backing_of(int flags, int descriptor) {
  const bool shared = (flags & MAP_SHARED) != 0;
  if ((flags & MAP_ANONYMOUS) != 0) {
    if (!shared) return std::nullopt;
    return Backing{.device = Backing::kAnonymous, .shared = true};
  }
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return std::nullopt;
  return Backing{.device = status.st_dev, .file = status.st_ino, .shared = shared};
}

void* map_memory(const char* function, void* hint, std::size_t size, int protection, int flags,
                 int descriptor, off64_t offset) {
  constexpr int kKind = MAP_PRIVATE | MAP_ANONYMOUS;
  constexpr int kPlain = PROT_READ | PROT_WRITE;
  const bool plain = (flags & (kKind | MAP_SHARED | MAP_FIXED | MAP_FIXED_NOREPLACE)) == kKind;
  if (is_program_running() && plain && protection == kPlain && size > 0) {
    if (void* block = map_from_heap(size)) return block;
  }
  note_kernel_effect({kMapsMemory, function});
  using Map = void*(void*, std::size_t, int, int, int, off64_t);
  void* const memory =
      library_function<Map>(function)(hint, size, protection, flags, descriptor, offset);
  if (memory != MAP_FAILED && on_program_thread()) {
    if (auto backing = backing_of(flags, descriptor)) {
      backing->offset = static_cast<std::uint64_t>(offset);
      backing->writable = (protection & PROT_WRITE) != 0;
      note_mapping(memory, size, *backing);
    } else {
      note_unmapping(memory, size);  // MAP_FIXED
    }
  }
  return memory;
}

// For memory of a thread's heap: the old block stays until the execution ends.
void* remap_in_heap(const void* old, std::size_t old_size, std::size_t size, int flags) {
  if ((flags & MREMAP_FIXED) != 0) reject_call("moves its memory to an address (mremap)");
  if (size <= old_size && (flags & MREMAP_DONTUNMAP) == 0) return const_cast<void*>(old);
  void* const block = (flags & MREMAP_MAYMOVE) != 0 ? map_from_heap(size) : nullptr;
  if (block == nullptr) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  memcpy(block, old, std::min(size, old_size));
  return block;
}

void* remap_memory(void* old, std::size_t old_size, std::size_t size, int flags, void* hint) {
  if (is_program_running() && in_program_memory(old))
    return remap_in_heap(old, old_size, size, flags);
  note_kernel_effect({kMapsMemory, "mremap"});
  using Remap = void*(void*, std::size_t, std::size_t, int, ...);
  void* const memory = library_function<Remap>("mremap")(old, old_size, size, flags, hint);
  if (memory != MAP_FAILED && on_program_thread()) {
    const bool old_stays = old_size == 0 || (flags & MREMAP_DONTUNMAP) != 0;
    note_remapping({.from = old, .size = old_size, .old_stays = old_stays}, memory, size);
  }
  return memory;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void* mmap(void* hint, size_t size, int protection, int flags, int descriptor,
           off_t offset) noexcept {
  return mcheck::map_memory("mmap", hint, size, protection, flags, descriptor, offset);
}
void* mmap64(void* hint, size_t size, int protection, int flags, int descriptor,
             off64_t offset) noexcept {
  return mcheck::map_memory("mmap64", hint, size, protection, flags, descriptor, offset);
}

// A part of a mapping that came from a heap stays until the execution ends; to use it is an error.
int munmap(void* memory, size_t size) noexcept {
  if (mcheck::is_program_running() && mcheck::in_program_memory(memory)) {
    mcheck::memory_freed(memory, std::min(size, mcheck::kMostChecked), __builtin_return_address(0));
    return 0;
  }
  mcheck::note_kernel_effect({mcheck::kMapsMemory, "munmap"});
  const int result = mcheck::library_function<int(void*, size_t)>("munmap")(memory, size);
  if (result == 0 && mcheck::on_program_thread()) mcheck::note_unmapping(memory, size);
  return result;
}

void* mremap(void* old, size_t old_size, size_t size, int flags, ...) noexcept {
  va_list more;
  va_start(more, flags);
  void* const hint = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  return mcheck::remap_memory(old, old_size, size, flags, hint);
}

int mprotect(void* memory, size_t size, int protection) noexcept {
  mcheck::note_kernel_effect({mcheck::kMapsMemory, "mprotect"});
  const int result =
      mcheck::library_function<int(void*, size_t, int)>("mprotect")(memory, size, protection);
  if (result == 0 && (protection & PROT_WRITE) != 0 && mcheck::on_program_thread()) {
    mcheck::note_writable_mapping(memory, size);
  }
  return result;
}

void* shmat(int segment, const void* hint, int flags) noexcept {
  mcheck::note_kernel_effect({mcheck::kMapsMemory, "shmat"});
  void* const memory =
      mcheck::library_function<void*(int, const void*, int)>("shmat")(segment, hint, flags);
  shmid_ds status{};
  if (memory != MAP_FAILED && mcheck::on_program_thread() &&
      shmctl(segment, IPC_STAT, &status) == 0) {
    mcheck::note_mapping(memory, status.shm_segsz,
                         {.device = mcheck::Backing::kSegment,
                          .file = static_cast<ino_t>(segment),
                          .shared = true,
                          .writable = (flags & SHM_RDONLY) == 0});
  }
  return memory;
}

int shmdt(const void* memory) noexcept {
  mcheck::note_kernel_effect({mcheck::kMapsMemory, "shmdt"});
  const int result = mcheck::library_function<int(const void*)>("shmdt")(memory);
  if (result == 0 && mcheck::on_program_thread()) mcheck::note_detached_segment(memory);
  return result;
}

int remap_file_pages(void*, size_t, int, size_t, int) noexcept {
  if (mcheck::on_program_thread())
    mcheck::reject_call("reorders the pages of a mapping (remap_file_pages)");
  errno = ENOSYS;
  return -1;
}

using mcheck::kMapsMemory;

MCHECK_KERNEL_CALL(kMapsMemory, int, brk, (void* end), (end))
MCHECK_KERNEL_CALL(kMapsMemory, void*, sbrk, (intptr_t more), (more))
}
// NOLINTEND
