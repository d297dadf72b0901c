// SPDX-License-Identifier: MIT
#include "engine/memory/regions/thread_region.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kUnlimitedStack = std::size_t{8} << 20;
constexpr std::size_t kStackPage = 4096;

// By region, if it is more than the default; 0: not requested.
MCHECK_HOST_STATE std::array<std::uint32_t, kThreadRegions> requested_pages = {};
MCHECK_HOST_STATE std::array<std::uint32_t, kThreadRegions> first_stack_pages = {};
MCHECK_HOST_STATE std::size_t default_bytes = 0;

std::size_t system_stack_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return kUnlimitedStack;
  }
  return limit.rlim_cur;
}

bool map_range(void* address, std::size_t size, int protection) {
  void* got = mmap(address, size, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == address;
}

}  // namespace

std::size_t default_stack_bytes() {
  if (default_bytes == 0) {
    default_bytes =
        std::clamp(system_stack_limit() & ~(kStackPage - 1), kMinStackBytes, kMaxStackBytes);
  }
  return default_bytes;
}

std::size_t ThreadRegion::stack_bytes() const {
  const std::size_t requested =
      requested_pages[(base - kProgramMemoryBase) / kThreadRegionBytes] * kStackPage;
  return requested == 0 ? default_stack_bytes() : requested;
}

bool grow_stack(const ThreadRegion& thread_region, std::size_t bytes) {
  const std::size_t wanted = (bytes + kStackPage - 1) & ~(kStackPage - 1);
  const std::size_t now = thread_region.stack_bytes();
  if (wanted <= now) return true;
  if (bytes > kMaxStackBytes) return false;
  std::byte* const begin = thread_region.stack_end() - wanted;
  const auto more = static_cast<std::size_t>(thread_region.stack_begin() - begin);
  const bool grown = munmap(thread_region.stack_begin() - kGuardBytes, kGuardBytes) == 0 &&
                     map_range(begin - kGuardBytes, kGuardBytes, PROT_NONE) &&
                     map_range(begin, more, PROT_READ | PROT_WRITE);
  MCHECK_INVARIANT(grown, "the addresses below a stack are free");
  requested_pages[(thread_region.base - kProgramMemoryBase) / kThreadRegionBytes] =
      static_cast<std::uint32_t>(wanted / kStackPage);
  return true;
}

bool has_same_stack_size_as_before(const ThreadRegion& thread_region, std::size_t bytes) {
  const auto pages =
      static_cast<std::uint32_t>(std::max(bytes, default_stack_bytes()) / kStackPage);
  std::uint32_t& first =
      first_stack_pages[(thread_region.base - kProgramMemoryBase) / kThreadRegionBytes];
  if (first == 0) first = pages;
  return first == pages;
}

bool map(const ThreadRegion& thread_region) {
  return map_range(thread_region.stack_begin() - kGuardBytes, kGuardBytes, PROT_NONE) &&
         map_range(thread_region.stack_begin(), thread_region.stack_bytes(),
                   PROT_READ | PROT_WRITE) &&
         map_range(thread_region.heap() - kBlockTableBytes, kBlockTableBytes + kHeapBytes,
                   PROT_READ | PROT_WRITE);
}

void set_accessible(const ThreadRegion& thread_region, bool access) {
  const int protection = access ? PROT_READ | PROT_WRITE : PROT_NONE;
  const bool stack =
      mprotect(thread_region.stack_begin(), thread_region.stack_bytes(), protection) == 0;
  const bool heap = mprotect(thread_region.heap() - kBlockTableBytes, kBlockTableBytes + kHeapBytes,
                             protection) == 0;
  MCHECK_INVARIANT(stack && heap, "memory that is mapped can be protected");
}

}  // namespace mcheck
