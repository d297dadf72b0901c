// SPDX-License-Identifier: MIT
#include "engine/world/place.hpp"

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
MCHECK_HOST_STATE std::array<std::uint32_t, kPlaces> asked_pages = {};
MCHECK_HOST_STATE std::array<std::uint32_t, kPlaces> first_stack_pages = {};
MCHECK_HOST_STATE std::size_t usual_bytes = 0;

std::size_t limit_of_system() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return kUnlimitedStack;
  }
  return limit.rlim_cur;
}

bool map_place(void* address, std::size_t size, int protection) {
  void* got = mmap(address, size, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == address;
}

}  // namespace

std::size_t usual_stack_bytes() {
  if (usual_bytes == 0) {
    usual_bytes = std::clamp(limit_of_system() & ~(kStackPage - 1), kLeastStack, kMostStack);
  }
  return usual_bytes;
}

std::size_t Place::stack_bytes() const {
  const std::size_t asked = asked_pages[(base - kWorldBase) / kPlaceBytes] * kStackPage;
  return asked == 0 ? usual_stack_bytes() : asked;
}

bool grow_stack(const Place& place, std::size_t bytes) {
  const std::size_t wanted = (bytes + kStackPage - 1) & ~(kStackPage - 1);
  const std::size_t now = place.stack_bytes();
  if (wanted <= now) return true;
  if (bytes > kMostStack) return false;
  std::byte* const begin = place.stack_end() - wanted;
  const auto more = static_cast<std::size_t>(place.stack_begin() - begin);
  const bool grown = munmap(place.stack_begin() - kGuardBytes, kGuardBytes) == 0 &&
                     map_place(begin - kGuardBytes, kGuardBytes, PROT_NONE) &&
                     map_place(begin, more, PROT_READ | PROT_WRITE);
  MCHECK_INVARIANT(grown, "nobody has what lies below a stack");
  asked_pages[(place.base - kWorldBase) / kPlaceBytes] =
      static_cast<std::uint32_t>(wanted / kStackPage);
  return true;
}

bool has_same_stack_size_as_before(const Place& place, std::size_t bytes) {
  const auto pages = static_cast<std::uint32_t>(std::max(bytes, usual_stack_bytes()) / kStackPage);
  std::uint32_t& first = first_stack_pages[(place.base - kWorldBase) / kPlaceBytes];
  if (first == 0) first = pages;
  return first == pages;
}

bool map(const Place& place) {
  return map_place(place.stack_begin() - kGuardBytes, kGuardBytes, PROT_NONE) &&
         map_place(place.stack_begin(), place.stack_bytes(), PROT_READ | PROT_WRITE) &&
         map_place(place.heap() - kLedgerBytes, kLedgerBytes + kHeapBytes, PROT_READ | PROT_WRITE);
}

void allow(const Place& place, bool access) {
  const int protection = access ? PROT_READ | PROT_WRITE : PROT_NONE;
  const bool stack = mprotect(place.stack_begin(), place.stack_bytes(), protection) == 0;
  const bool heap =
      mprotect(place.heap() - kLedgerBytes, kLedgerBytes + kHeapBytes, protection) == 0;
  MCHECK_INVARIANT(stack && heap, "memory that is mapped can be protected");
}

}  // namespace mcheck
