// SPDX-License-Identifier: MIT
// Memory that the kernel may map at more than one address: files, shared anonymous memory and
// System V segments. mcheck does not relate accesses at one address to those at another. So bytes
// that a shared mapping may write have one address, or the program is rejected. REQUIRES:
// on_program_thread().
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace mcheck {

struct Backing {
  // Numbers that no device has. note_mapping() numbers anonymous memory itself.
  static constexpr dev_t kAnonymous = ~dev_t{0};
  static constexpr dev_t kSegment = kAnonymous - 1;

  dev_t device = 0;
  ino_t file = 0;
  std::uint64_t offset = 0;
  bool shared = false;    // stores reach the file
  bool writable = false;  // at any time since it was mapped
};

void note_mapping(const void* address, std::size_t size, Backing backing);
void note_writable_mapping(const void* address, std::size_t size);
void note_unmapping(const void* address, std::size_t size);
// shmdt knows the address only.
void note_detached_segment(const void* address);

// mremap. With a `size` of 0, or if the old address stays, there are two mappings afterwards.
struct RemappedRange {
  const void* from = nullptr;
  std::size_t size = 0;
  bool old_stays = false;
};
void note_remapping(const RemappedRange& remapped, const void* to, std::size_t size);

// The addresses at which a part of a file is mapped, one after another: `next` starts at 0; no
// bytes: there is no further one. Private mappings beyond the 256th are not known.
struct FilePart {
  dev_t device = 0;
  ino_t file = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};
struct MappedBytes {
  const void* address = nullptr;
  std::size_t size = 0;
  bool shared = false;
  bool writable = false;
};
[[nodiscard]] bool any_file_is_mapped();
[[nodiscard]] MappedBytes mapped_bytes(const FilePart& part, std::size_t& next);

}  // namespace mcheck
