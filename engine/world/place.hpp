// SPDX-License-Identifier: MIT
// Where in memory each thread of the program lives: its stack, its thread-locals and its heap stand
// in one place of their own, at an address that follows from its path of creation.
//
// So an address that a thread's code sees — of a local, of a block it allocates — depends on that
// thread's own history only, not on how the threads were interleaved, and not on the process.
//
//   base                            256 MiB          400 MiB            528 MiB
//   | no access   | stack, grows ↓  | thread-locals  | ledger, grows ↓  | heap, grows ↑ …
//
// A stack is as large as the system's would be; what is not used of it takes no memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

inline constexpr std::uintptr_t kWorldBase = 0x3000'0000'0000;
inline constexpr std::size_t kPlaceBytes = std::size_t{4} << 30;
inline constexpr std::size_t kPlaces = 8192;
inline constexpr std::size_t kGuardBytes = 64 << 10;
inline constexpr std::size_t kBelowStack = 64 << 20;  // the guard, and what is nobody's
inline constexpr std::size_t kStackEnd = 256 << 20;
inline constexpr std::size_t kLeastStack = 1 << 20;  // the engine's own calls are on it, too
inline constexpr std::size_t kMostStack = 128 << 20;
inline constexpr std::size_t kHeapOffset = 528 << 20;
inline constexpr std::size_t kLedgerBytes = 128 << 20;  // of what the heap knows of its blocks
inline constexpr std::size_t kHeapBytes = std::size_t{512} << 20;

struct Range {
  std::byte* begin = nullptr;
  std::size_t size = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

struct Place {
  std::uintptr_t base = 0;

  [[nodiscard]] std::byte* at(std::size_t offset) const {
    return reinterpret_cast<std::byte*>(base + offset);
  }
  [[nodiscard]] std::byte* stack_end() const { return at(kStackEnd); }
  [[nodiscard]] std::byte* heap() const { return at(kHeapOffset); }
  [[nodiscard]] std::size_t stack_bytes() const;
  [[nodiscard]] std::byte* stack_begin() const { return stack_end() - stack_bytes(); }
  // A frame may be larger than the guard: what lies below it is nobody's.
  [[nodiscard]] bool is_beyond_stack(const void* address) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(stack_begin());
    return begin - reinterpret_cast<std::uintptr_t>(address) - 1 < kBelowStack;
  }
};

// The place with that number. REQUIRES: number < kPlaces.
constexpr Place place(std::size_t number) { return {kWorldBase + number * kPlaceBytes}; }

// Whether the address is anywhere in the world's places.
inline bool in_world(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - kWorldBase < kPlaces * kPlaceBytes;
}

// The number of the one in which the address is. REQUIRES: in_world(address).
inline std::size_t number_of_place(const void* address) {
  return (reinterpret_cast<std::uintptr_t>(address) - kWorldBase) / kPlaceBytes;
}

// The one in which the address is. REQUIRES: in_world(address).
inline Place place_around(const void* address) {
  static_assert(kWorldBase % kPlaceBytes == 0);
  return {reinterpret_cast<std::uintptr_t>(address) & ~(kPlaceBytes - 1)};
}

// What a thread's stack has if nobody asks for another size: RLIMIT_STACK, or 8 MiB where there is
// no such limit, and not less than kLeastStack or more than kMostStack.
[[nodiscard]] std::size_t usual_stack_bytes();
// Makes the stack at least as large, up to kMostStack. It stays so, whichever thread has the place.
// False if it cannot be. REQUIRES: the place is mapped.
bool grow_stack(const Place& place, std::size_t bytes);
// Whether each thread that had the place so far asked for a stack of this size, as this one does.
bool has_same_stack_size_as_before(const Place& place, std::size_t bytes);

// Asks the system for its memory. False if the addresses are taken or there is no memory.
[[nodiscard]] bool map(const Place& place);
// Whether its memory can be read and written. REQUIRES: it is mapped.
void allow(const Place& place, bool access);

}  // namespace mcheck
