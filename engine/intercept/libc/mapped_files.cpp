// SPDX-License-Identifier: MIT
#include "engine/intercept/libc/mapped_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "engine/intercept/kernel/shared_mappings.hpp"
#include "engine/platform/processor/processor.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kPageSize = 4096;

// The kernel's information on a page: whether it is present, and whether it is still file-backed
// (its pagemap.rst). Not read through the C library, whose calls are the program's.
bool is_own_copy(std::uintptr_t address) {
  constexpr std::uint64_t kPresent = std::uint64_t{3} << 62;
  constexpr std::uint64_t kFileBacked = std::uint64_t{1} << 61;
  const char* const path = "/proc/self/pagemap";
  const long map = raw_system_call(
      SYS_openat, {AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC, 0, 0, 0});
  if (map < 0) return false;
  std::uint64_t status = 0;
  const auto at = static_cast<long>(address / kPageSize * sizeof status);
  (void)raw_system_call(SYS_pread64,
                        {map, reinterpret_cast<long>(&status), sizeof status, at, 0, 0});
  (void)raw_system_call(SYS_close, {map, 0, 0, 0, 0, 0});
  return (status & kPresent) != 0 && (status & kFileBacked) == 0;
}

void check_private_bytes(const LibraryCall& call, const char* at, std::size_t size) {
  while (size > 0) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const std::size_t in_page = std::min(size, kPageSize - address % kPageSize);
    is_own_copy(address) ? call.reads(at, in_page) : call.writes(at, in_page);
    at += in_page;
    size -= in_page;
  }
}

void check_access(const LibraryCall& call, const FilePart& part, bool write) {
  std::size_t next = 0;
  for (;;) {
    const MappedBytes bytes = mapped_bytes(part, next);
    if (bytes.size == 0) return;
    if (!write) {
      if (bytes.shared) call.reads(bytes.address, bytes.size);
    } else if (bytes.shared || !bytes.writable) {
      call.writes(bytes.address, bytes.size);
    } else {
      check_private_bytes(call, static_cast<const char*>(bytes.address), bytes.size);
    }
  }
}

void check_access(const LibraryCall& call, int file, off64_t at, ssize_t result, bool write) {
  struct stat status {};
  if (result <= 0 || !any_file_is_mapped() || fstat(file, &status) != 0) return;
  if (at == kAtPosition) at = lseek(file, 0, SEEK_CUR) - result;
  if (at < 0) return;
  check_access(call,
               {.device = status.st_dev,
                .file = status.st_ino,
                .offset = static_cast<std::uint64_t>(at),
                .size = static_cast<std::uint64_t>(result)},
               write);
}

void check_truncation(const LibraryCall& call, const struct stat& status, off64_t size) {
  if (size < 0 || size >= status.st_size) return;
  check_access(call,
               {.device = status.st_dev,
                .file = status.st_ino,
                .offset = static_cast<std::uint64_t>(size),
                .size = static_cast<std::uint64_t>(status.st_size - size)},
               true);
}

}  // namespace

void check_file_read(const LibraryCall& call, int file, off64_t at, ssize_t result) {
  check_access(call, file, at, result, false);
}

void check_file_write(const LibraryCall& call, int file, off64_t at, ssize_t result) {
  check_access(call, file, at, result, true);
}

void check_truncation(const LibraryCall& call, int file, off64_t size) {
  struct stat status {};
  if (any_file_is_mapped() && fstat(file, &status) == 0) check_truncation(call, status, size);
}

void check_truncation(const LibraryCall& call, const char* path, off64_t size) {
  struct stat status {};
  if (any_file_is_mapped() && stat(path, &status) == 0) check_truncation(call, status, size);
}

}  // namespace mcheck
