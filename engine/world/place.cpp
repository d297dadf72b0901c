// SPDX-License-Identifier: MIT
#include "engine/world/place.hpp"

#include <sys/mman.h>

#include "engine/base/invariant.hpp"

namespace mcheck {
namespace {

bool map_place(void* address, std::size_t size, int protection) {
  void* got = mmap(address, size, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == address;
}

}  // namespace

bool map(const Place& place) {
  return map_place(place.at(0), kGuardBytes, PROT_NONE) &&
         map_place(place.at(kGuardBytes), kStackEnd - kGuardBytes, PROT_READ | PROT_WRITE) &&
         map_place(place.heap() - kLedgerBytes, kLedgerBytes + kHeapBytes, PROT_READ | PROT_WRITE);
}

void allow(const Place& place, bool access) {
  const int protection = access ? PROT_READ | PROT_WRITE : PROT_NONE;
  const bool stack = mprotect(place.at(kGuardBytes), kStackEnd - kGuardBytes, protection) == 0;
  const bool heap =
      mprotect(place.heap() - kLedgerBytes, kLedgerBytes + kHeapBytes, protection) == 0;
  MCHECK_INVARIANT(stack && heap, "memory that is mapped can be protected");
}

}  // namespace mcheck
